import { expect, test } from 'vitest';
import {
  confirmPage,
  failurePage,
  refusedPage,
} from '../../../../../src/releasing/operations/page/steps/confirm-page.ts';
import { digest, wordsOf } from '../played-status.ts';

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
