import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import { expect, test } from 'vitest';
import { type ReleasePage, releasePage } from '../../../src/operations/page/release-page.ts';
import { BAD, digest, operator, release } from './played-status.ts';

const pageOf = (more: Partial<ReleaseSummary>, seen: Partial<ReleasePage> = {}) =>
  releasePage({
    summary: release('docs', { digest: digest('d'), receivedAt: 0, ...more }),
    routes: ['/docs', BAD].map((path) => ({ path })),
    files: 2,
    bytes: 1_500,
    held: false,
    pinned: true,
    you: operator,
    now: 0,
    ...seen,
  }).text;

test('a refused release shows each reason with its code, reason and fix, and no link to activate it', () => {
  const checks = [
    { code: 'ADMISSION_PAGE', app: 'docs', reason: BAD, fix: 'Mend pages/home.tsx:7.', waitsFor: 'shell' },
    { code: 'ADMISSION_LINK', app: 'docs', reason: '/nowhere', fix: 'Link elsewhere.' },
  ];
  const page = pageOf({ state: 'refused', checks });
  for (const text of [
    '2 reasons',
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
