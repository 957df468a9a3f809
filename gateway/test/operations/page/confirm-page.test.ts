import { expect, test } from 'vitest';
import { failurePage, refusedPage, rollbackDetails } from '../../../src/operations/page/confirm-page.ts';
import { BAD, digest, NOW, release, wordsOf } from './played-status.ts';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';

test('a refusal shows the release, the reason and the fix, and a failure shows the fix', () => {
  const checks = [{ code: 'ADMISSION_LINK', app: 'docs', reason: 'a dead link', fix: 'Mend it.' }];
  const releases = [{ app: 'docs', digest: digest('d') }];
  const refused = wordsOf(refusedPage({ accepted: false, activated: false, releases, checks }));
  expect(refused).toMatch(/docs d{12} does not fit .* ADMISSION_LINK docs: a dead link Mend it\./);
  expect(wordsOf(failurePage('There is none', 'Make one.'))).toContain('There is none. Make one.');
});

test('a rollback shows the pages and other apps that change, and the findings', () => {
  const plan: RollbackPlan = {
    app: 'docs',
    from: release('docs', { digest: digest('f') }),
    to: release('docs', { identity: { commit: 'aaaaaaaa', message: BAD, author: 'ada' } }),
    liveUntil: null,
    also: [
      { app: 'shell', from: 'b'.repeat(64), to: 'c'.repeat(64) },
      { app: 'news', from: 'd'.repeat(64), to: null },
    ],
    pages: { back: ['/docs/old'], gone: ['/docs/new', BAD] },
    checks: [{ code: 'ADMISSION_LINK', app: 'docs', reason: 'no such place', fix: 'mfe rollback shell' }],
  };
  const { text } = rollbackDetails(plan, NOW);
  for (const part of [
    'aaaaaaa &quot;&gt;&lt;script&gt;',
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
