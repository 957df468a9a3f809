import { expect, test } from 'vitest';
import {
  confirmPage,
  failurePage,
  refusedPage,
  rollbackDetails,
} from '../../../../src/releasing/operations/page/confirm-page.ts';
import { BAD, digest, HOUR, NOW, release, wordsOf } from './played-status.ts';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';

test('only a freeze asks for a reason, and a form contains the digest of its release', () => {
  expect(confirmPage('freeze', { app: '' }, undefined).text).toContain('name="reason"');
  const { text } = confirmPage('pin', { app: 'docs', digest: digest('d') }, digest('d'));
  expect(text).not.toContain('name="reason"');
  expect(text).toContain(`name="digest" value="${digest('d')}"`);
});

test('a refusal shows the release, the reason and the fix, and a failure shows the fix', () => {
  const checks = [{ code: 'ADMISSION_LINK', app: 'docs', reason: 'a dead link', fix: 'Mend it.' }];
  const releases = [{ app: 'docs', digest: digest('d') }];
  const refused = wordsOf(refusedPage({ accepted: false, activated: false, releases, checks }));
  expect(refused).toMatch(/docs d{12} does not fit .* ADMISSION_LINK docs: a dead link Mend it\./);
  expect(wordsOf(failurePage('There is none', 'Make one.'))).toContain('There is none. Make one.');
});

const view = (more: Partial<RollbackPlan> = {}) =>
  rollbackDetails(
    {
      app: 'docs',
      from: release('docs', { digest: digest('f'), identity: { commit: 'ffffffff', message: 'Break it' } }),
      to: release('docs', {
        receivedAt: NOW - 72 * HOUR,
        identity: { commit: 'aaaaaaaa', message: BAD, author: 'ada' },
      }),
      liveUntil: NOW - 3 * HOUR,
      also: [],
      pages: { back: [], gone: [] },
      checks: [],
      ...more,
    },
    NOW,
  ).text.replaceAll(/\s+/g, ' ');

test('a rollback shows commit, message, digest and age of its release, and the end of its live time', () => {
  const text = view();
  for (const part of [
    'aaaaaaa &quot;&gt;&lt;script&gt;',
    `<code title="${'a'.repeat(64)}">aaaaaaaaaaaa</code>`,
    '2026-11-19 16:30 UTC</time> <span class="age">3 days ago<',
    '2026-11-22 13:30 UTC</time> <span class="age">3 h ago<',
    'fffffff Break it',
    'the same addresses',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('<script');
});

test('a rollback shows the pages and other apps that change, and the findings', () => {
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
