import { expect, test } from 'vitest';
import { errorPage } from '../../../src/operations/page/errors.ts';
import { errorGroup } from './played-seen.ts';
import { digest, HOUR, NOW, wordsOf } from './played-status.ts';
import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';

const identities = new Map([
  [digest('a'), { commit: 'a1b2c3d4', message: 'Say it shorter' }],
  [digest('b'), { commit: 'bbbbbbb1', message: 'Draw the charts' }],
]);

test('the page of an error shows its message, places, routes, browsers and releases', () => {
  const older = {
    release: digest('b'),
    isNew: false,
    times: 2,
    browser: 'safari',
    firstSeen: NOW - 70 * HOUR,
  };
  const page = {
    app: 'blog',
    id: '7k2m9x1q',
    groups: [errorGroup(), errorGroup(older)] as [ErrorGroup, ErrorGroup],
    identities,
    live: digest('a'),
    now: NOW,
  };
  const words = wordsOf(errorPage(page));
  for (const part of [
    'Overview / blog / error 7k2m9x1q Cannot read properties',
    'src/pages/post.tsx:12 , in the browser or on the server, in a component',
    'new in the live release',
    'Times 44',
    'First seen 2026-11-19 18:30 UTC 2 days ago',
    'Routes blog.post',
    'Browsers safari',
    'Post (blog src/pages/post.tsx:12) render (blog src/server.tsx:40)',
    'aaaaaaaaaaaa live appeared with it src/pages/post.tsx:12 42',
    'bbbbbbb Draw the charts bbbbbbbbbbbb src/pages/post.tsx:12 2',
  ])
    expect(words).toContain(part);
});
