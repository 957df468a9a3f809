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

test('who may do it sees what leads to it', () => {
  expect(linksOf(operator)).toEqual(['rollback', 'unpin', 'retire', 'rollback', 'pin']);
  expect(linksOf(team('docs'))).not.toContain('retire');
  expect(linksOf(team('news'))).toEqual([]);
});

test('the shell is not retired, a live release not made live', () => {
  const { text } = appPage({
    ...app,
    status: appStatus('shell'),
    releases: [release('shell', { live: true })],
  });
  expect(text).not.toContain('/-/do/retire');
  expect(text).not.toContain('Make live');
});

test('what is live is said with its commit and message, since when, and by whom it is pinned', () => {
  expect(wordsOf(appPage(app))).toMatch(
    /docs a1b2c3d Say it shorter on the first page of docs \(ada\) a{12} , live since 2026-11-22 16:26 UTC 4 min ago\s*, pinned by ada/,
  );
});

test('an app that other apps left something to mend is told so', () => {
  const warning = { code: 'W', app: 'docs', reason: 'gone', fix: '', owner: 'legal', digest: digest('a') };
  const warnings = [{ ...warning, lost: { kind: 'link' as const, name: '/x' } }];
  expect(appPage({ ...app, status: appStatus('docs', { warnings }) }).text).toContain('id="to-mend"');
  expect(appPage(app).text).not.toContain('to-mend');
});

test.each(['pin', 'freeze'] as const)('what a %s holds says so, and can be taken back', (by) => {
  const { text } = appPage({ ...app, held: { app: 'docs', digest: digest('a'), by } });
  expect(text).toContain(`waits for the ${by} to end`);
  expect(text).toContain('/-/do/withdraw?app=docs');
  expect(appPage(app).text).not.toContain('/-/do/withdraw');
});

test('a release is named by where it came from, before its digest', () => {
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

test('its team sees what went wrong, what was measured, and how much of its budgets each route uses', () => {
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

test('an app of which nothing was noticed says that there is no error, and takes no room for the rest', () => {
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

test('each figure is beside that of the release before, with by how much it changed', () => {
  const words = wordsOf(vitalsTable(figuresOf(), new Map(), NOW));
  expect(words).toContain('Largest paint 2.9 s 1.8 s +61 % 240');
  expect(words).toContain('Layout shift 0.04 0.04 ±0 % 240');
  expect(words).toContain('Answer to input 120 ms 180 ms −33 % 240');
});

test('what is first measured has nothing to be compared with', () => {
  const figures = figuresOf({ routes: [{ figures: [figure('lcp', 900)] }] });
  expect(wordsOf(vitalsTable(figures, new Map(), NOW))).toContain('Largest paint 900 ms – – 240');
});

test('how it went is drawn, where it is known', () => {
  const table = vitalsTable(figuresOf(), new Map([['lcp', trend]]), NOW);
  expect(table).toMatchObject({
    text: expect.stringContaining('Largest paint, 14 days: from 1.0 s to 1.0 s'),
  });
  expect(wordsOf(vitalsTable(figuresOf(), new Map(), NOW))).not.toContain('14 days');
});

test('nothing measured, nothing shown; figures by device or route are no figures of all', () => {
  expect(vitalsTable(undefined, new Map(), NOW)).toBe(false);
  const someRoutes = [
    { route: 'blog.home', figures: [figure('lcp', 1)] },
    { device: 'small' as const, figures: [figure('lcp', 2)] },
  ];
  expect(vitalsTable(figuresOf({ routes: someRoutes }), new Map(), NOW)).toBe(false);
});
