import { expect, test } from 'vitest';
import { signInPage } from '../../../../src/releasing/operations/page/sign-in-page.ts';

test('a token that does not work is said to the field', () => {
  expect(signInPage(true).text).toContain('aria-describedby="wrong"');
  expect(signInPage(false).text).not.toContain('wrong');
});
