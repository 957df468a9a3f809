import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { digest, MINUTE, NOW } from './played-status.ts';

/** A new error of the live release of the blog. */
export const errorGroup = (more: Partial<ErrorGroup> = {}): ErrorGroup => ({
  id: '7k2m9x1q',
  app: 'blog',
  release: digest('a'),
  kind: 'render',
  message: 'Cannot read properties of undefined (reading "title")',
  place: 'src/pages/post.tsx:12',
  frames: ['Post (blog src/pages/post.tsx:12)', 'render (blog src/server.tsx:40)'],
  route: 'blog.post',
  source: 'listed',
  times: 42,
  firstSeen: NOW - 100 * MINUTE,
  lastSeen: NOW - 3 * MINUTE,
  composition: digest('7'),
  isNew: true,
  ...more,
});
