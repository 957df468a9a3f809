import { describe, expect, test } from 'vitest';
import { findSecrets, isReadForSecrets } from '@voltframe/kit/packaging/find-secrets';

/** In parts, so that nobody who looks for secrets finds this file. */
const joined = (...parts: string[]): string => parts.join('');
const chance = 'q7Zp2Xk9Wm4Rt8Yb3Nc6Vd1Hs5Lf0Jg2Qa7Ue9Ti4Po';

describe('what is a secret', () => {
  test.each([
    ['a private key', joined('-----BEGIN ', 'RSA', ' PRIVATE KEY-----')],
    ['a token of this platform', `vf_${chance.slice(0, 43)}`],
    ['an AWS access key', joined('AKIA', 'ABCDEFGH234567QR')],
    ['a GitHub token', `ghp_${chance.slice(0, 36)}`],
    ['a GitLab token', `glpat-${chance.slice(0, 20)}`],
    ['a GitHub token', `github_pat_${chance.slice(0, 30)}`],
    ['a Slack address', joined('hooks.slack.com/', 'services/T0123456/B0123456/', chance.slice(0, 24))],
    ['a SendGrid key', joined('SG.', chance.slice(0, 22), '.', chance.slice(0, 43))],
    ['a Slack token', `xoxb-${chance.slice(0, 24)}`],
    ['a Stripe key', `rk_live_${chance.slice(0, 24)}`],
    ['a Stripe key', `sk_live_${chance.slice(0, 24)}`],
    ['a Google API key', `AIza${chance.slice(0, 35)}`],
    ['an npm token', `npm_${chance.slice(0, 36)}`],
    ['an Anthropic or OpenAI key', `sk-ant-${chance}`],
    ['a signed token (JWT)', `eyJ${chance}.eyJ${chance}.${chance}`],
    ['a signed token (JWT)', `x-token-eyJ${chance}.eyJ${chance}.${chance}`],
    ['an address with a password', joined('postgres://team:', 'hunter22', '@db:5432/site')],
    ['a text of chance beside a telling name', `apiKey: "${chance}"`],
    ['a text of chance beside a telling name', `const CLIENT_SECRET='${chance}'`],
  ])('%s', (what, text) => {
    expect(findSecrets(`first\n  ${text};`)).toMatchObject([{ what, line: 2 }]);
  });
});

describe('what is none', () => {
  test.each([
    ['words beside a telling name', 'password: "please-choose-a-long-password-of-your-own"'],
    ['a path beside one', 'secretPage: "/about/the-secret-of-good-interfaces-2026"'],
    ['an address without a password', 'postgres://localhost:5432/site https://example.org/a@b'],
    ['a template', 'postgres://${user}:${password}@db'],
    ['a class of a stylesheet', '.blog_pFXT__prose{color:red}'],
    ['a digest', `"sha256": "${'0123456789abcdef'.repeat(4)}"`],
    ['a short text', 'token: "abc123"'],
  ])('%s', (_, text) => expect(findSecrets(text)).toEqual([]));
});

test('at most twenty are told of, and a hostile text takes no longer than another', () => {
  expect(findSecrets(joined('AKIA', 'ABCDEFGH234567QR', ' ').repeat(1_000))).toHaveLength(20);
  for (const part of ['eyJ', 'secret:"', 'a:', '-----BEGIN ', 'postgres://a:', 'ghp_a'])
    expect(findSecrets(part.repeat(200_000)).length).toBeLessThanOrEqual(20);
});

test.each([
  ['client/a.0123456789.js', true],
  ['server/server.cjs', true],
  ['data/about.json', true],
  ['client/a.0123456789.js.br', false],
  ['maps/client/a.js.map', false],
  ['client/photo.webp', false],
])('%s is read: %s', (file, read) => expect(isReadForSecrets(file)).toBe(read));

test('a signed token is looked for up to 40 characters into a run of its own characters, not from each place of a long one', () => {
  const token = `eyJ${chance}.eyJ${chance}.${chance}`;
  // From each it would be a thousand steps and as many back: eight megabytes of this took eight seconds.
  expect(findSecrets('-eyJ'.repeat(2_000_000))).toEqual([]);
  expect(findSecrets(`${'a'.repeat(40)}-${token}`)).toHaveLength(1);
  expect(findSecrets(`${'a'.repeat(41)}-${token}`)).toEqual([]);
});
