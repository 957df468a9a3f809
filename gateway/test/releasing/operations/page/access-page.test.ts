import type { NewToken, Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { accessPage, revokePage } from '../../../../src/releasing/operations/page/access-page.ts';

const BAD = `"><script>alert('1')</script>&`;
const token = (more: Partial<Token> = {}): Token => ({
  id: 'a1',
  role: 'team',
  app: 'docs',
  name: BAD,
  createdAt: 0,
  expiresAt: 1_000,
  lastUsedAt: null,
  ...more,
});

test('the secret is on the page only right after it was made, and names are text', () => {
  const made: NewToken = { ...token(), token: 'vf_secret' };
  const parts = { tokens: [token()], apps: [BAD], now: 500 };
  const shown = accessPage({ ...parts, created: made }).text;
  expect(shown).toContain('<code class="secret">vf_secret</code>');
  expect(accessPage({ ...parts, created: undefined }).text).not.toContain('vf_');
  expect(shown + revokePage(token()).text).not.toContain('<script');
});

test.each([
  [999, false],
  [1_000, true],
])('at %d the token that ends at 1000 is shown as ended: %s', (now, ended) => {
  const { text } = accessPage({ tokens: [token()], apps: [], created: undefined, now });
  expect(text.includes('>ended<')).toBe(ended);
});
