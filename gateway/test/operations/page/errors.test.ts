import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { expect, test } from 'vitest';
import { errorPage } from '../../../src/operations/page/errors.ts';
import { errorGroup } from './played-errors.ts';
import { digest, HOUR, NOW, wordsOf } from './played-status.ts';

test('the page of an error shows its message, place, routes, frames and releases', () => {
  const older = {
    release: digest('b'),
    route: 'blog.home',
    isNew: false,
    times: 2,
    firstSeen: NOW - 70 * HOUR,
  };
  const page = {
    app: 'blog',
    id: '7k2m9x1q',
    groups: [errorGroup(), errorGroup(older)] as [ErrorGroup, ErrorGroup],
    live: digest('a'),
    now: NOW,
  };
  const words = wordsOf(errorPage(page));
  for (const part of [
    'Overview / blog / error 7k2m9x1q Cannot read properties',
    'src/pages/post.tsx:12 , render',
    'new in the live release',
    'Routes: blog.post blog.home',
    'Post (blog src/pages/post.tsx:12) render (blog src/server.tsx:40)',
    'aaaaaaaaaaaa live appeared with it 42 2026-11-22 14:50 UTC',
    'bbbbbbbbbbbb 2 2026-11-19 18:30 UTC 2 days ago',
  ])
    expect(words).toContain(part);
});
