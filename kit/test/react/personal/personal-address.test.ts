import { expect, test, vi } from 'vitest';
import { personalAddress } from '../../../src/react/personal/personal-address.ts';

test('an address of personal data names the app whose build has the module', () => {
  vi.stubGlobal('__webpack_public_path__', '/assets/blog/');
  expect(personalAddress('account', '/session')).toBe('/-/personal/blog/account/session');
  vi.unstubAllGlobals();
});
