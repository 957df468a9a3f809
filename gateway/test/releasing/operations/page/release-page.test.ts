import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import { expect, test } from 'vitest';
import {
  changedTable,
  measuredTable,
  releasePage,
} from '../../../../src/releasing/operations/page/release-page.ts';
import { errorGroup, figuresOf, measurement, routes } from './played-seen.ts';
import type { RouteMeasurement } from '@voltframe/kit/contract/operations/measurements';
import { BAD, digest, operator, release, wordsOf } from './played-status.ts';

const pageOf = (
  more: Partial<ReleaseSummary>,
  held = false,
  seen: Partial<Parameters<typeof releasePage>[0]> = {},
) =>
  releasePage({
    summary: release('docs', { digest: digest('d'), receivedAt: 0, ...more }),
    routes: ['/docs', BAD].map((path) => ({ id: path, path, budget: { js: 1, css: 1 } })),
    files: 2,
    bytes: 1_500,
    held,
    pinned: true,
    you: operator,
    now: 0,
    ...seen,
  }).text;

test('a refused release shows each defect with its code, reason and fix, and no link to activate it', () => {
  const checks = [
    { code: 'ADMISSION_PAGE', app: 'docs', reason: BAD, fix: 'Mend pages/home.tsx:7.', waitsFor: 'shell' },
    { code: 'ADMISSION_LINK', app: 'docs', reason: '/nowhere', fix: 'Link elsewhere.' },
  ];
  const page = pageOf({ state: 'refused', checks });
  for (const text of [
    '2 defects',
    'ADMISSION_PAGE',
    'waits for shell',
    'Mend pages/home.tsx:7.',
    'Link elsewhere.',
  ])
    expect(page).toContain(text);
  expect(page).not.toContain('<script');
  expect(page).not.toContain('/-/do/');
});

test('an admitted release has a link to activate it, and the live release has none', () => {
  const target = `/-/do/rollback?app=docs&amp;digest=${'d'.repeat(64)}`;
  expect(pageOf({})).toContain(target);
  expect(pageOf({ live: true })).not.toContain('/-/do/');
  expect(pageOf({})).toMatch(/2, 2 kB/);
});

test('a release that a pin holds has a link to withdraw it', () => {
  expect(pageOf({}, true)).toContain('waits for the pin to end');
  expect(pageOf({}, true)).toContain('/-/do/withdraw?app=docs');
  expect(pageOf({})).not.toContain('/-/do/withdraw');
});

test('the heading is commit and message before the digest, or the digest alone', () => {
  const identity = { commit: 'a1b2c3d4e5', message: `Mend ${BAD}`, url: 'https://example.com/commit' };
  const page = pageOf({ identity });
  expect(page).toMatch(
    /<h1 class="message">docs: a1b2c3d Mend [^<]*<\/h1>\s*<p class="lead">\s*<code title="d+">d{12}<\/code>/,
  );
  expect(page.indexOf('https://example.com/commit')).toBeLessThan(page.indexOf('<dt>Digest'));
  expect(pageOf({})).toMatch(/<h1 class="message">docs: <code title="d+">d{12}<\/code><\/h1>/);
});

test('changes, errors and figures of a release are shown to users who may see them', () => {
  const seen = pageOf({}, false, { figures: figuresOf(), errors: [errorGroup()] });
  for (const id of ['what-it-changed', 'errors-of-it', 'figures']) {
    expect(seen).toContain(`id="${id}"`);
    expect(pageOf({})).not.toContain(`id="${id}"`);
  }
});

type Routes = Record<string, RouteMeasurement>;
const changed = (now: Routes, before: Routes) =>
  wordsOf(changedTable(figuresOf({ measured: { routes: now }, measuredBefore: { routes: before } }), []));

test('a route is shown with its bytes, the earlier bytes and the used share of its budget', () => {
  const { measured, measuredBefore } = figuresOf();
  const table = measuredTable({ measured: measured!, measuredBefore: measuredBefore! }, routes);
  expect(wordsOf(table)).toContain('/blog 9.2 kB 19.0 kB was 14.1 kB');
  expect(wordsOf(table)).toContain('of 20.0 kB');
  expect(table).toMatchObject({ text: expect.stringContaining('118 % of the budget') });
  expect(measuredTable({}, [])).toBe(false);
});

test('changed routes are shown, and unchanged routes are counted', () => {
  const words = changed(
    { '/a': measurement({ js: 19_000 }), '/b': measurement(), '/c': measurement({ requests: 8 }) },
    { '/a': measurement(), '/b': measurement(), '/c': measurement() },
  );
  expect(words).toContain('/a 9.2 kB 14.1 kB → 19.0 kB +35 %');
  expect(words).toContain('9 → 8 −11 %');
  expect(words).toContain('One route is as before.');
  expect(words).not.toContain('/b');
});

test('new and removed routes are marked', () => {
  const words = changed({ '/new': measurement() }, { '/old': measurement() });
  expect(words).toContain('/new 9.2 kB new');
  expect(words).toContain('/old gone, was 9.2 kB');
});

test('the first release has no table of changes', () => {
  expect(changedTable({ measured: { routes: { '/a': measurement() } } }, [])).toBe(false);
});
