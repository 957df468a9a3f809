import { describe, expect, test } from 'vitest';
import { findSecrets, isReadForSecrets } from '@voltframe/kit/packaging/find-secrets';

/** Joins the parts of a secret, so that secret scanners ignore this file. */
const joined = (...parts: string[]): string => parts.join('');
const random = 'q7Zp2Xk9Wm4Rt8Yb3Nc6Vd1Hs5Lf0Jg2Qa7Ue9Ti4Po';

describe('findSecrets with secrets', () => {
  test.each([
    ['a private key', joined('-----BEGIN ', 'RSA', ' PRIVATE KEY-----')],
    ['a token of this platform', `vf_${random.slice(0, 43)}`],
    ['an AWS access key', joined('AKIA', 'ABCDEFGH234567QR')],
    ['a GitHub token', `ghp_${random.slice(0, 36)}`],
    ['a GitLab token', `glpat-${random.slice(0, 20)}`],
    ['a GitHub token', `github_pat_${random.slice(0, 30)}`],
    ['a Slack address', joined('hooks.slack.com/', 'services/T0123456/B0123456/', random.slice(0, 24))],
    ['a SendGrid key', joined('SG.', random.slice(0, 22), '.', random.slice(0, 43))],
    ['a Slack token', `xoxb-${random.slice(0, 24)}`],
    ['a Stripe key', `rk_live_${random.slice(0, 24)}`],
    ['a Stripe key', `sk_live_${random.slice(0, 24)}`],
    ['a Google API key', `AIza${random.slice(0, 35)}`],
    ['an npm token', `npm_${random.slice(0, 36)}`],
    ['an Anthropic or OpenAI key', `sk-ant-${random}`],
    ['a signed token (JWT)', `eyJ${random}.eyJ${random}.${random}`],
    ['a signed token (JWT)', `x-token-eyJ${random}.eyJ${random}.${random}`],
    ['an address with a password', joined('postgres://team:', 'hunter22', '@db:5432/site')],
    ['a random text with the name of a secret', `apiKey: "${random}"`],
    ['a random text with the name of a secret', `const CLIENT_SECRET='${random}'`],
  ])('finds %s', (kind, text) => {
    expect(findSecrets(`first\n  ${text};`)).toMatchObject([{ what: kind, line: 2 }]);
  });
});

describe('findSecrets without secrets', () => {
  test.each([
    ['words beside a telling name', 'password: "please-choose-a-long-password-of-your-own"'],
    ['a path beside a telling name', 'secretPage: "/about/the-secret-of-good-interfaces-2026"'],
    ['an address without a password', 'postgres://localhost:5432/site https://example.org/a@b'],
    ['the name as the password', 'amqp://guest:guest@localhost:5672'],
    ['a word for a password', 'https://user:pass@example.com/ redis://Name:Password@host'],
    ['a template', 'postgres://${user}:${password}@db'],
    ['a class of a stylesheet', '.blog_pFXT__prose{color:red}'],
    ['a digest', `"sha256": "${'0123456789abcdef'.repeat(4)}"`],
    ['a short text', 'token: "abc123"'],
  ])('ignores %s', (_, text) => expect(findSecrets(text)).toEqual([]));
});

test('returns at most twenty secrets, in linear time', () => {
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
])('isReadForSecrets(%s) is %s', (file, read) => expect(isReadForSecrets(file)).toBe(read));

test('finds a JWT after at most 40 characters of its alphabet, to stay linear', () => {
  const token = `eyJ${random}.eyJ${random}.${random}`;
  // A search from each character would backtrack: eight megabytes of this text took eight seconds.
  expect(findSecrets('-eyJ'.repeat(2_000_000))).toEqual([]);
  expect(findSecrets(`${'a'.repeat(40)}-${token}`)).toHaveLength(1);
  expect(findSecrets(`${'a'.repeat(41)}-${token}`)).toEqual([]);
});
