import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { appPage } from '../../../../src/releasing/operations/page/app-page.ts';
import { vitalsTable } from '../../../../src/releasing/operations/page/release-page.ts';
import { errorGroup, figure, figuresOf, routes, seenOf } from './played-seen.ts';
import { appStatus, digest, history, HOUR, NOW, operator, release, team, wordsOf } from './played-status.ts';

const app = {
  app: 'docs',
  status: appStatus('docs', { pinned: { by: 'ada', at: NOW } }),
  held: undefined,
  releases: [release('docs')],
  history,
  you: operator,
  done: undefined,
  now: NOW,
};

const linksOf = (you: Token) =>
  [...appPage({ ...app, you }).text.matchAll(/href="\/-\/do\/(\w+)/g)].map(([, name]) => name);

test('links to actions are shown only to users who may use them', () => {
  expect(linksOf(operator)).toEqual(['rollback', 'unpin', 'retire', 'rollback', 'pin']);
  expect(linksOf(team('docs'))).not.toContain('retire');
  expect(linksOf(team('news'))).toEqual([]);
  expect(appPage(app).text).toContain('href="/-/do/unpin?app=docs"');
});

test('the page offers neither to retire the shell nor to activate a live release', () => {
  const { text } = appPage({
    ...app,
    status: appStatus('shell'),
    releases: [release('shell', { live: true })],
  });
  expect(text).not.toContain('/-/do/retire');
  expect(text).not.toContain('Make live');
});

test('the live release is shown with commit, message, time of activation and pin', () => {
  expect(wordsOf(appPage(app))).toMatch(
    /docs a1b2c3d Say it shorter on the first page of docs \(ada\) a{12} , live since 2026-11-22 16:26 UTC 4 min ago\s*, pinned by ada/,
  );
});

test('links that other apps broke are listed', () => {
  const warning = { code: 'W', app: 'docs', reason: 'gone', fix: '', owner: 'legal', digest: digest('a') };
  const warnings = [{ ...warning, lost: { kind: 'link' as const, name: '/x' } }];
  expect(appPage({ ...app, status: appStatus('docs', { warnings }) }).text).toContain('id="to-mend"');
  expect(appPage(app).text).not.toContain('to-mend');
});

test.each(['pin', 'freeze'] as const)(
  'a release that a %s holds is shown with a link to withdraw it',
  (by) => {
    const { text } = appPage({ ...app, held: { app: 'docs', digest: digest('a'), by } });
    expect(text).toContain(`waits for the ${by} to end`);
    expect(text).toContain('/-/do/withdraw?app=docs');
    expect(appPage(app).text).not.toContain('/-/do/withdraw');
  },
);

test('a release is shown with its commit before its digest', () => {
  const identity = { commit: 'a1b2c3d4', message: '"><script>', url: 'https://example.com/"><script>' };
  const { text } = appPage({
    ...app,
    status: undefined,
    releases: [release('docs', { identity, rolledBackAt: NOW })],
    history: [],
  });
  expect(text).toMatch(
    new RegExp(`releases/${'a'.repeat(12)}"\\s*>a1b2c3d .*</a\\s*>\\s*<code[^>]*>${'a'.repeat(12)}`),
  );
  expect(text).toContain('rolled back');
  expect(text).not.toMatch(/<script>|example\.com/);
});

test('the team of an app sees its errors, its figures and the used share of each budget', () => {
  const seen = seenOf('docs', { groups: [errorGroup({ app: 'docs' })], figures: figuresOf(), more: true });
  const { text } = appPage({ ...app, seen, routes });
  const order = ['class="concerns"', 'id="errors"', 'id="figures"', 'id="routes"', 'id="releases"'];
  expect(order.map((part) => text.indexOf(part)).toSorted((a, b) => a - b)).toEqual(
    order.map((part) => text.indexOf(part)),
  );
  expect(text).toContain('mfe errors docs');
  expect(text).toContain('95 % of the budget');
  for (const part of order.slice(0, 4)) expect(appPage(app).text).not.toContain(part);
});

test('an app without reports shows that there is no error, and no empty sections', () => {
  const { text } = appPage({ ...app, seen: seenOf('docs') });
  expect(wordsOf({ text })).toContain('Errors None within a week.');
  expect(text).not.toMatch(/id="(figures|routes)"|<figure/);
});

const TODAY = NOW - (NOW % (24 * HOUR));
const trend = [3, 2, 1, 0].map((days) => ({
  dayMs: TODAY - days * 24 * HOUR,
  release: digest(days > 1 ? 'b' : 'a'),
  p75: 1_000 + days,
  count: 9,
}));

test('each figure is shown beside that of the previous release, with the change in percent', () => {
  const words = wordsOf(vitalsTable(figuresOf(), new Map(), NOW));
  expect(words).toContain('Largest paint 2.9 s 1.8 s +61 % 240');
  expect(words).toContain('Layout shift 0.04 0.04 ±0 % 240');
  expect(words).toContain('Answer to input 120 ms 180 ms −33 % 240');
});

test('a figure without an earlier one has no comparison', () => {
  const figures = figuresOf({ routes: [{ figures: [figure('lcp', 900)] }] });
  expect(wordsOf(vitalsTable(figures, new Map(), NOW))).toContain('Largest paint 900 ms – – 240');
});

test('the trend of a figure is drawn when it is known', () => {
  const table = vitalsTable(figuresOf(), new Map([['lcp', trend]]), NOW);
  expect(table).toMatchObject({
    text: expect.stringContaining('Largest paint, 14 days: from 1.0 s to 1.0 s'),
  });
  expect(wordsOf(vitalsTable(figuresOf(), new Map(), NOW))).not.toContain('14 days');
});

test('the table is left out when there are no figures of all routes and devices', () => {
  expect(vitalsTable(undefined, new Map(), NOW)).toBe(false);
  const someRoutes = [
    { route: 'blog.home', figures: [figure('lcp', 1)] },
    { device: 'small' as const, figures: [figure('lcp', 2)] },
  ];
  expect(vitalsTable(figuresOf({ routes: someRoutes }), new Map(), NOW)).toBe(false);
});
