import { expect, test } from 'vitest';
import {
  confirmPage,
  failurePage,
  refusedPage,
  rollbackDetails,
} from '../../../../src/releasing/operations/page/confirm-page.ts';
import { digest, wordsOf } from './played-status.ts';
import type { RollbackPlan, ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';

test('only a freeze asks for a reason, and a form carries what it is about', () => {
  expect(confirmPage('freeze', { app: '' }, undefined).text).toContain('name="reason"');
  const { text } = confirmPage('pin', { app: 'docs', digest: digest('d') }, digest('d'));
  expect(text).not.toContain('name="reason"');
  expect(text).toContain(`name="digest" value="${digest('d')}"`);
});

test('a refusal names the release and why; an error what to do', () => {
  const checks = [{ code: 'ADMISSION_LINK', app: 'docs', reason: 'a dead link', fix: 'Mend it.' }];
  const releases = [{ app: 'docs', digest: digest('d') }];
  const refused = wordsOf(refusedPage({ accepted: false, activated: false, releases, checks }));
  expect(refused).toMatch(/docs d{12} does not fit .* ADMISSION_LINK docs: a dead link Mend it\./);
  expect(wordsOf(failurePage('There is none', 'Make one.'))).toContain('There is none. Make one.');
});

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 12);
const BAD = `"><script>alert('1')</script>&`;
const release = (digit: string, more: Partial<ReleaseSummary> = {}): ReleaseSummary => ({
  app: 'docs',
  digest: digit.repeat(64),
  state: 'admitted',
  live: false,
  source: 'push',
  receivedAt: NOW - 72 * HOUR,
  rolledBackAt: null,
  checks: [],
  ...more,
});
const view = (more: Partial<RollbackPlan> = {}) =>
  rollbackDetails(
    {
      app: 'docs',
      from: release('f', { identity: { commit: 'ffffffff', message: 'Break it' } }),
      to: release('a', { identity: { commit: 'aaaaaaaa', message: BAD, author: 'ada' } }),
      liveUntil: NOW - 3 * HOUR,
      also: [],
      pages: { back: [], gone: [] },
      checks: [],
      ...more,
    },
    NOW,
  ).text.replaceAll(/\s+/g, ' ');

test('says which release by commit, message and digest, how old it is and until when it was live', () => {
  const text = view();
  for (const part of [
    'aaaaaaa &quot;&gt;&lt;script&gt;',
    `<code title="${'a'.repeat(64)}">aaaaaaaaaaaa</code>`,
    '2026-11-19 12:00 UTC</time> <span class="age">3 days ago<',
    '2026-11-22 09:00 UTC</time> <span class="age">3 h ago<',
    'fffffff Break it',
    'the same addresses',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('<script');
});

test('says what changes besides: pages, other apps, and what stands in the way', () => {
  const text = view({
    liveUntil: null,
    also: [
      { app: 'shell', from: 'b'.repeat(64), to: 'c'.repeat(64) },
      { app: 'news', from: 'd'.repeat(64), to: null },
    ],
    pages: { back: ['/docs/old'], gone: ['/docs/new', BAD] },
    checks: [{ code: 'ADMISSION_LINK', app: 'docs', reason: 'no such place', fix: 'mfe rollback shell' }],
  });
  for (const part of [
    'never: it is checked first',
    'With it shell',
    'cccccccccccc',
    'off the site',
    '/docs/old',
    '/docs/new',
    'ADMISSION_LINK',
    'mfe rollback shell',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('the same addresses');
  expect(text).not.toContain('<script');
});
