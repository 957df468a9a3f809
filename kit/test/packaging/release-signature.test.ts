import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createSigningPair,
  keyIdOf,
  publicKeyOf,
  readPrivateKey,
  readPublicKey,
  type RegisteredKey,
  signRelease,
  verifySignature,
} from '@voltframe/kit/packaging/release-signature';

const NOW = 1_000;
const release = { app: 'legal', digest: 'a'.repeat(64) };
const pair = createSigningPair();
const privateKey = readPrivateKey(pair.privateKey);
const id = keyIdOf(pair.publicKey);
const key: RegisteredKey = { id, publicKey: pair.publicKey, endsAt: null, revokedAt: null };
const signature = signRelease(release, privateKey);
const other = createSigningPair();
const otherKey: RegisteredKey = {
  ...key,
  id: keyIdOf(other.publicKey),
  publicKey: other.publicKey,
};

const verdict = (text: string | undefined, keys: RegisteredKey[], of = release): string => {
  try {
    verifySignature(of, text, keys, NOW);
    return 'good';
  } catch (error) {
    const { code, message } = error as Error & { code: string };
    return `${code} ${message}`;
  }
};
const raw = (message: string): string =>
  `ed25519 ${id} ${sign(null, Buffer.from(message), privateKey).toString('base64url')}\n`;

test.each<[name: string, text: string | undefined, keys: RegisteredKey[], verdict: RegExp]>([
  ['accepts no signature without registered keys', undefined, [], /^good$/],
  ['ignores a signature without registered keys', 'nonsense', [], /^good$/],
  ['accepts a signature of the key', signature, [key], /^good$/],
  ['accepts a signature of any of several keys', signature, [otherKey, key], /^good$/],
  ['accepts a signature of a key that expires later', signature, [{ ...key, endsAt: NOW + 1 }], /^good$/],
  ['rejects a missing signature', undefined, [key], /^PACK_SIGNATURE_MISSING legal/],
  [
    'rejects a missing signature when every key is revoked',
    undefined,
    [{ ...key, revokedAt: 1 }],
    /^PACK_SIGNATURE_MISSING/,
  ],
  ['rejects an empty signature', '', [key], /^PACK_SIGNATURE_INVALID/],
  ['rejects a signature with trailing text', `${signature}${signature}`, [key], /^PACK_SIGNATURE_INVALID/],
  [
    'rejects a signature of an unregistered key',
    signature,
    [otherKey],
    /^PACK_SIGNATURE_KEY .*not registered/,
  ],
  [
    'rejects a signature of a revoked key',
    signature,
    [{ ...key, revokedAt: 1 }],
    /^PACK_SIGNATURE_KEY .*revoked/,
  ],
  [
    'rejects a signature of an expired key',
    signature,
    [{ ...key, endsAt: NOW }],
    /^PACK_SIGNATURE_KEY .*ended 1970/,
  ],
  [
    'rejects a signature of another key with the id of this key',
    signRelease(release, readPrivateKey(other.privateKey)).replace(otherKey.id, id),
    [key],
    /^PACK_SIGNATURE_WRONG legal: .* does not match this release/,
  ],
  [
    'rejects a signature of another digest',
    signRelease({ ...release, digest: 'b'.repeat(64) }, privateKey),
    [key],
    /^PACK_SIGNATURE_WRONG/,
  ],
  [
    'rejects a signature of another app',
    signRelease({ ...release, app: 'blog' }, privateKey),
    [key],
    /^PACK_SIGNATURE_WRONG/,
  ],
  ['rejects a signature of the digest alone', raw(release.digest), [key], /^PACK_SIGNATURE_WRONG/],
])('%s', (_, text, keys, expected) => expect(verdict(text, keys)).toMatch(expected));

const { publicKey } = pair;

test('reads a pair, and derives the public key from the private key', () => {
  expect(publicKey).toMatch(/^ed25519:[\w-]{43}$/);
  expect(publicKeyOf(privateKey)).toBe(publicKey);
  expect(readPublicKey(publicKey).asymmetricKeyType).toBe('ed25519');
  expect(other.publicKey).not.toBe(publicKey);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
test.each([
  ['an empty text', ''],
  ['a text', 'vf_secret'],
  ['an RSA key', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['a public key', 'ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
])('readPrivateKey rejects %s', (_, text) => {
  expect(() => readPrivateKey(text)).toThrow(expect.objectContaining({ code: 'PACK_KEY_INVALID' }));
});

test.each([
  ['an empty text', ''],
  ['a key without its algorithm', publicKey.slice('ed25519:'.length)],
  ['a key that is too short', publicKey.slice(0, -1)],
  ['a key that is too long', `${publicKey}AAAA`],
  ['another spelling of the same bytes', `${publicKey.slice(0, -1)}${publicKey.endsWith('A') ? 'B' : '9'}`],
])('readPublicKey rejects %s', (_, text) => {
  expect(() => readPublicKey(text)).toThrow(expect.objectContaining({ code: 'PACK_KEY_INVALID' }));
});
