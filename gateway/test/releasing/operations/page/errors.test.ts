import { expect, test } from 'vitest';
import {
  errorPage,
  errorPath,
  errorsSection,
  errorTable,
  hoursFigure,
  identitiesOf,
  noErrorPage,
} from '../../../../src/releasing/operations/page/errors.ts';
import { errorGroup, hoursOf, seenOf } from './played-seen.ts';
import { digest, HOUR, NOW, wordsOf } from './played-status.ts';
import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';

const identities = identitiesOf([
  { digest: digest('a'), identity: { commit: 'a1b2c3d4', message: 'Say it shorter' } },
  { digest: digest('b') },
]);

test('an error is listed with its place in the source, its release, its count and its last time', () => {
  const words = wordsOf(errorTable('Errors', [errorGroup()], { identities, now: NOW }));
  expect(words).toContain(
    'new src/pages/post.tsx:12 in the browser or on the server, in a component a1b2c3d Say it shorter aaaaaaaaaaaa 42 17 2026-11-22 16:27 UTC 3 min ago',
  );
});

test('an error links to its page, and an error of the server has no count of visitors', () => {
  const group = errorGroup({ app: 'a b', visitors: 0, kind: 'loader', isNew: false });
  const table = errorTable('Errors', [group], { identities, now: NOW });
  expect(table).toMatchObject({ text: expect.stringContaining(errorPath('a b', '7k2m9x1q')) });
  expect(wordsOf(table)).toMatch(/on the server, in a loader .* 42 – 2026/);
  expect(wordsOf(table)).not.toContain('new');
});

test('a long message is cut', () => {
  const [message] = ['x'.repeat(300)];
  expect(wordsOf(errorTable('Errors', [errorGroup({ message })], { identities, now: NOW }))).not.toContain(
    message,
  );
});

test('errors are drawn by the hour, with those of the release apart', () => {
  const hours = [...hoursOf(digest('b'), [5, 0, 0]), ...hoursOf(digest('a'), [2, 3])];
  const figure = hoursFigure({ app: 'blog', hours }, digest('a'), NOW);
  expect(figure).toMatchObject({
    text: expect.stringContaining('5 of this release and 5 of others in 48 hours; 3 in the last'),
  });
  expect(hoursFigure({ app: 'blog', hours: [] }, digest('a'), NOW)).toBe(false);
});

test('a section without errors is a sentence, and one with too many errors names the command', () => {
  const section = errorsSection(seenOf('blog'), new Map(), NOW);
  expect(wordsOf(section)).toBe('Errors None within a week.');
  const more = seenOf('blog', { groups: [errorGroup()], more: true });
  expect(wordsOf(errorsSection(more, new Map(), NOW))).toContain('There are more: mfe errors blog');
});

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

test('the page of an error shows its message, place, visitors, routes, browsers and releases', () => {
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

test('an error of an earlier release is marked as not of the live release', () => {
  expect(wordsOf(errorPage({ ...page, live: digest('c') }))).toContain('not of the live release');
  expect(wordsOf(errorPage(page))).not.toContain('not of the live release');
});

test('unknown parts of an error are left out', () => {
  const [group] = page.groups;
  const { place: _, ...bare } = { ...group, frames: [], routes: [], browsers: {}, visitors: 0 };
  const { text } = errorPage({ ...page, groups: [bare], hours: [] });
  for (const part of ['Where it was thrown', 'Routes', 'Browsers', '<figure', 'visitors'])
    expect(text).not.toContain(part);
});

test('an unknown id is reported, and the format of an id is described when there is none', () => {
  expect(wordsOf(noErrorPage('zzzzzzzz'))).toContain('Of zzzzzzzz nothing is known here.');
  expect(wordsOf(noErrorPage(''))).toContain('8 characters');
});
