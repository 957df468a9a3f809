import { sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { type RegisteredKey, signRelease, verifySignature } from '@voltframe/kit/packaging/release-signature';
import { createSigningPair, keyIdOf, readPrivateKey } from '@voltframe/kit/packaging/signing-key';

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

test.each<[rule: string, text: string | undefined, keys: RegisteredKey[], verdict: RegExp]>([
  ['without a key nothing is asked for', undefined, [], /^good$/],
  ['without a key a signature is not looked at', 'nonsense', [], /^good$/],
  ['a signature by the key is good', signature, [key], /^good$/],
  ['one by any of several is', signature, [otherKey, key], /^good$/],
  ['one by a key that ends later is', signature, [{ ...key, endsAt: NOW + 1 }], /^good$/],
  ['no signature', undefined, [key], /^PACK_SIGNATURE_MISSING legal/],
  [
    'no signature, when every key is revoked',
    undefined,
    [{ ...key, revokedAt: 1 }],
    /^PACK_SIGNATURE_MISSING/,
  ],
  ['an empty one', '', [key], /^PACK_SIGNATURE_INVALID/],
  ['one with more behind it', `${signature}${signature}`, [key], /^PACK_SIGNATURE_INVALID/],
  ['one by a key of another app', signature, [otherKey], /^PACK_SIGNATURE_KEY .*not registered/],
  ['one by a revoked key', signature, [{ ...key, revokedAt: 1 }], /^PACK_SIGNATURE_KEY .*revoked/],
  ['one by a key that has ended', signature, [{ ...key, endsAt: NOW }], /^PACK_SIGNATURE_KEY .*ended 1970/],
  [
    "one that another key made, under this key's name",
    signRelease(release, readPrivateKey(other.privateKey)).replace(otherKey.id, id),
    [key],
    /^PACK_SIGNATURE_WRONG legal: .* not of this release/,
  ],
  [
    'one of another digest',
    signRelease({ ...release, digest: 'b'.repeat(64) }, privateKey),
    [key],
    /^PACK_SIGNATURE_WRONG/,
  ],
  [
    'one of another app',
    signRelease({ ...release, app: 'blog' }, privateKey),
    [key],
    /^PACK_SIGNATURE_WRONG/,
  ],
  ['one of the bare digest', raw(release.digest), [key], /^PACK_SIGNATURE_WRONG/],
])('%s', (_, text, keys, expected) => expect(verdict(text, keys)).toMatch(expected));
