import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { sha256 } from './sha256.ts';

const PREFIX = 'ed25519:';
const RAW_BYTES = 32;
const ID_DIGITS = 16;

/** Creates a key pair for signing releases. */
export function createSigningPair() {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    /** PKCS#8 as PEM: the secret. */
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    /** One line: `ed25519:` and 43 characters of base64url. */
    publicKey: publicKeyOf(privateKey),
  };
}

/** @param pem as `createSigningPair` gives it. @throws PACK_KEY_INVALID */
export function readPrivateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
    throw new Error(`it is a key of ${key.asymmetricKeyType}`);
  } catch (error) {
    throw packagingErrors.KEY_INVALID({ what: 'private key', reason: 'it is no Ed25519 key in PEM' }, error);
  }
}

/** @param text as `createSigningPair` gives it. @throws PACK_KEY_INVALID */
export function readPublicKey(text: string): KeyObject {
  const raw = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  // Only one spelling of each key is valid, because its id is computed from the text.
  const bytes = Buffer.from(raw, 'base64url');
  if (bytes.length !== RAW_BYTES || bytes.toString('base64url') !== raw)
    throw packagingErrors.KEY_INVALID({
      what: 'public key',
      reason: `it is not ${PREFIX}… as mfe key prints it`,
    });
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });
}

/** @returns the one line that an operator registers. */
export function publicKeyOf(privateKey: KeyObject): string {
  return PREFIX + createPublicKey(privateKey).export({ format: 'jwk' }).x!;
}

/** @returns the id of a key in signatures, lists and errors: the start of its sha-256. */
export function keyIdOf(publicKey: string): string {
  return sha256(publicKey).slice(0, ID_DIGITS);
}
