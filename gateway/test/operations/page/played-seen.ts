import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { RouteMeasurement } from '@voltframe/kit/contract/operations/measurements';
import type { AppSeen, Measured } from '../../../src/operations/page/observed.ts';
import { digest, MINUTE, NOW } from './played-status.ts';

/** The errors and measurements of an app: none. */
export const seenOf = (app: string, more: Partial<AppSeen> = {}): AppSeen => ({
  app,
  live: digest('a'),
  groups: [],
  more: false,
  measured: {},
  ...more,
});

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

export const measurement = (more: Partial<RouteMeasurement> = {}): RouteMeasurement => ({
  html: 9_200,
  js: 14_100,
  css: 2_300,
  images: 0,
  requests: 9,
  ...more,
});

export const measuredOf = (more: Measured = {}): Measured => ({
  measured: { routes: { 'blog.home': measurement({ js: 19_000 }), 'blog.post': measurement() } },
  measuredBefore: { routes: { 'blog.home': measurement(), 'blog.post': measurement() } },
  ...more,
});

/** Routes of the measured release. */
export const routes = [
  { id: 'blog.home', path: '/blog', budget: { js: 20_000, css: 10_000 } },
  { id: 'blog.post', path: '/blog/:slug', budget: { js: 12_000, css: 10_000 } },
];
