import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { expect, test } from 'vitest';
import { errorPage, noErrorPage } from '../../../../../src/releasing/operations/page/errors/error-page.ts';
import { errorGroup, hoursOf } from '../played-seen.ts';
import { digest, HOUR, NOW, wordsOf } from '../played-status.ts';

const page = {
  app: 'blog',
  id: '7k2m9x1q',
  groups: [
    errorGroup(),
    errorGroup({ release: digest('b'), isNew: false, times: 2, visitors: 1, firstSeen: NOW - 70 * HOUR }),
  ] as [ErrorGroup, ...ErrorGroup[]],
  hours: hoursOf(digest('a'), [4, 22]),
  identities: new Map([[digest('b'), { commit: 'bbbbbbb1', message: 'Draw the charts' }]]),
  live: digest('a'),
  now: NOW,
};

test('an error says what and where it is, whom it hits, and in which releases it was', () => {
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

test('of an error of an earlier release it says that what is live has it no more', () => {
  expect(wordsOf(errorPage({ ...page, live: digest('c') }))).toContain('not of the live release');
  expect(wordsOf(errorPage(page))).not.toContain('not of the live release');
});

test('what is not known takes no room', () => {
  const [group] = page.groups;
  const { place: _, ...bare } = { ...group, frames: [], routes: [], browsers: {}, visitors: 0 };
  const { text } = errorPage({ ...page, groups: [bare], hours: [] });
  for (const part of ['Where it was thrown', 'Routes', 'Browsers', '<figure', 'visitors'])
    expect(text).not.toContain(part);
});

test('an id that is not known is told as one; without one it is said what an id is', () => {
  expect(wordsOf(noErrorPage('zzzzzzzz'))).toContain('Of zzzzzzzz nothing is known here.');
  expect(wordsOf(noErrorPage(''))).toContain('8 characters');
});
