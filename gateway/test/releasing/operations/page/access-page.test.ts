import type { NewToken, Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { BAD } from './played-status.ts';
import { accessPage, revokePage } from '../../../../src/releasing/operations/page/access-page.ts';

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

test('the secret of a token is shown only right after its creation, and names are escaped', () => {
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
])('at %d, a token that expires at 1000 is shown as ended: %s', (now, ended) => {
  const { text } = accessPage({ tokens: [token()], apps: [], created: undefined, now });
  expect(text.includes('>ended<')).toBe(ended);
});
