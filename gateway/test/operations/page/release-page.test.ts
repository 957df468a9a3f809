import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import { expect, test } from 'vitest';
import {
  changedTable,
  measuredTable,
  type ReleasePage,
  releasePage,
} from '../../../src/operations/page/release-page.ts';
import { errorGroup, measuredOf, measurement, routes } from './played-seen.ts';
import { BAD, digest, operator, release, wordsOf } from './played-status.ts';

const pageOf = (more: Partial<ReleaseSummary>, seen: Partial<ReleasePage> = {}) =>
  releasePage({
    summary: release('docs', { digest: digest('d'), receivedAt: 0, ...more }),
    routes: ['/docs', BAD].map((path) => ({ id: path, path, budget: { js: 1, css: 1 } })),
    files: 2,
    bytes: 1_500,
    held: false,
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

test('changes and errors of a release are shown to users who may see them', () => {
  const seen = pageOf({}, { measured: measuredOf(), errors: [errorGroup()] });
  for (const id of ['what-it-changed', 'errors-of-it']) {
    expect(seen).toContain(`id="${id}"`);
    expect(pageOf({})).not.toContain(`id="${id}"`);
  }
});

test('a route is shown with its bytes, the earlier bytes and the used share of its budget', () => {
  const table = measuredTable(measuredOf(), routes);
  expect(wordsOf(table)).toContain('/blog 9.2 kB 19.0 kB was 14.1 kB');
  expect(wordsOf(table)).toContain('of 20.0 kB');
  expect(table).toMatchObject({ text: expect.stringContaining('118 % of the budget') });
  expect(measuredTable({}, [])).toBe(false);
});

test('changed routes are shown, and unchanged routes are counted', () => {
  const before = { '/a': measurement(), '/b': measurement(), '/c': measurement() };
  const now = { ...before, '/a': measurement({ js: 19_000 }), '/c': measurement({ requests: 8 }) };
  const measured = measuredOf({ measured: { routes: now }, measuredBefore: { routes: before } });
  const words = wordsOf(changedTable(measured, []));
  expect(words).toContain('/a 9.2 kB 14.1 kB → 19.0 kB +35 %');
  expect(words).toContain('9 → 8 −11 %');
  expect(words).toContain('One route is as before.');
  expect(words).not.toContain('/b');
});
