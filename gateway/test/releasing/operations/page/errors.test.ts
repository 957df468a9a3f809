import { expect, test } from 'vitest';
import { errorPage, errorTable } from '../../../../src/releasing/operations/page/errors.ts';
import { errorGroup, hoursOf } from './played-seen.ts';
import { digest, HOUR, NOW, wordsOf } from './played-status.ts';
import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';

const identities = new Map([
  [digest('a'), { commit: 'a1b2c3d4', message: 'Say it shorter' }],
  [digest('b'), { commit: 'bbbbbbb1', message: 'Draw the charts' }],
]);

test('an error is listed with its place in the source, its release, its count and its last time', () => {
  const words = wordsOf(errorTable('Errors', [errorGroup()], { identities, now: NOW }));
  expect(words).toContain(
    'new src/pages/post.tsx:12 in the browser or on the server, in a component a1b2c3d Say it shorter aaaaaaaaaaaa 42 17 2026-11-22 16:27 UTC 3 min ago',
  );
});

test('the page of an error shows its message, place, visitors, routes, browsers and releases', () => {
  const older = { release: digest('b'), isNew: false, times: 2, visitors: 1, firstSeen: NOW - 70 * HOUR };
  const page = {
    app: 'blog',
    id: '7k2m9x1q',
    groups: [errorGroup(), errorGroup(older)] as [ErrorGroup, ErrorGroup],
    hours: hoursOf(digest('a'), [4, 22]),
    identities,
    live: digest('a'),
    now: NOW,
  };
  const words = wordsOf(errorPage(page));
  for (const part of [
    'Overview / blog / error 7k2m9x1q Cannot read properties',
    'src/pages/post.tsx:12 , in the browser or on the server, in a component',
    'new in the live release',
    'Times 44, 18 visitors',
    'First seen 2026-11-19 18:30 UTC 2 days ago',
    'Routes blog.post blog.home',
    'Browsers chromium 60, firefox 8',
    'Post (blog src/pages/post.tsx:12) render (blog src/server.tsx:40)',
    'aaaaaaaaaaaa live appeared with it 42 17',
    'bbbbbbb Draw the charts bbbbbbbbbbbb 2 1',
  ])
    expect(words).toContain(part);
});
