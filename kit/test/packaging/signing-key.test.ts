import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createSigningPair,
  keyIdOf,
  publicKeyOf,
  readPrivateKey,
  readPublicKey,
} from '@voltframe/kit/packaging/signing-key';

test('reads a pair, and derives the public key from the private key', () => {
  const { privateKey, publicKey } = createSigningPair();
  expect(publicKey).toMatch(/^ed25519:[\w-]{43}$/);
  expect(publicKeyOf(readPrivateKey(privateKey))).toBe(publicKey);
  expect(readPublicKey(publicKey).asymmetricKeyType).toBe('ed25519');
  expect(createSigningPair().publicKey).not.toBe(publicKey);
  expect(keyIdOf(publicKey)).toMatch(/^[0-9a-f]{16}$/);
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

const { publicKey } = createSigningPair();
test.each([
  ['an empty text', ''],
  ['a key without its algorithm', publicKey.slice('ed25519:'.length)],
  ['a key that is too short', publicKey.slice(0, -1)],
  ['a key that is too long', `${publicKey}AAAA`],
  ['another spelling of the same bytes', `${publicKey.slice(0, -1)}${publicKey.endsWith('A') ? 'B' : '9'}`],
])('readPublicKey rejects %s', (_, text) => {
  expect(() => readPublicKey(text)).toThrow(expect.objectContaining({ code: 'PACK_KEY_INVALID' }));
});
