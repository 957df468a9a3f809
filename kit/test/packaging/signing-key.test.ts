import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createSigningPair,
  keyIdOf,
  publicKeyOf,
  readPrivateKey,
  readPublicKey,
} from '@voltframe/kit/packaging/signing-key';

test('a pair is read back, and its public half follows from the private one', () => {
  const { privateKey, publicKey } = createSigningPair();
  expect(publicKey).toMatch(/^ed25519:[\w-]{43}$/);
  expect(publicKeyOf(readPrivateKey(privateKey))).toBe(publicKey);
  expect(readPublicKey(publicKey).asymmetricKeyType).toBe('ed25519');
  expect(createSigningPair().publicKey).not.toBe(publicKey);
  expect(keyIdOf(publicKey)).toMatch(/^[0-9a-f]{16}$/);
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
test.each([
  ['nothing', ''],
  ['text', 'vf_secret'],
  ['a key of another kind', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['a public key', 'ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
])('%s is no private key', (_, text) => {
  expect(() => readPrivateKey(text)).toThrow(expect.objectContaining({ code: 'PACK_KEY_INVALID' }));
});

const { publicKey } = createSigningPair();
test.each([
  ['nothing', ''],
  ['a key without its kind', publicKey.slice('ed25519:'.length)],
  ['one that is too short', publicKey.slice(0, -1)],
  ['one that is too long', `${publicKey}AAAA`],
  ['another spelling of the same bytes', `${publicKey.slice(0, -1)}${publicKey.endsWith('A') ? 'B' : '9'}`],
])('%s is no public key', (_, text) => {
  expect(() => readPublicKey(text)).toThrow(expect.objectContaining({ code: 'PACK_KEY_INVALID' }));
});
