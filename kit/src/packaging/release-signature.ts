import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { SigningKey } from '../contract/operations/credentials.ts';
import type { Release } from '../contract/release/release.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { sha256 } from './sha256.ts';

/** File beside `release.json`, not part of the digest: `ed25519 {key id} {signature}`, one line. */
export const SIGNATURE_FILE = 'release.sig';

/** Largest size of a signature file, in bytes. */
export const SIGNATURE_BYTES = 512;

const FORM = /^ed25519 ([0-9a-f]{16}) ([\w-]{86})\n?$/;

type Signed = Pick<Release, 'app' | 'digest'>;

/** A key that was registered for an app, with its end. */
export type RegisteredKey = Pick<SigningKey, 'id' | 'publicKey' | 'endsAt' | 'revokedAt'>;

/** @returns the content of the signature file. */
export function signRelease({ app, digest }: Signed, privateKey: KeyObject): string {
  const signature = sign(null, message({ app, digest }), privateKey).toString('base64url');
  return `ed25519 ${keyIdOf(publicKeyOf(privateKey))} ${signature}\n`;
}

/**
 * Checks that a release is signed by one of its app's keys.
 * @param text content of the signature file; undefined = there is none.
 * @param keys all registered keys of the app, including ended ones. Empty: no signature is required.
 * @param at milliseconds since the epoch.
 * @throws PACK_SIGNATURE_MISSING, PACK_SIGNATURE_INVALID, PACK_SIGNATURE_KEY, PACK_SIGNATURE_WRONG
 */
export function verifySignature(
  release: Signed,
  text: string | undefined,
  keys: readonly RegisteredKey[],
  at: number,
): void {
  if (keys.length === 0) return;
  const { app } = release;
  if (text === undefined) throw packagingErrors.SIGNATURE_MISSING({ app });
  const [, id, signature] = FORM.exec(text) ?? [];
  if (id === undefined || signature === undefined) throw packagingErrors.SIGNATURE_INVALID({ app });
  const key = keys.find((one) => one.id === id);
  const refuse = (reason: string): Error => packagingErrors.SIGNATURE_KEY({ app, key: id, reason });
  if (!key) throw refuse('it is not registered for this app');
  if (key.revokedAt !== null) throw refuse('it was revoked');
  if (key.endsAt !== null && key.endsAt <= at) throw refuse(`it ended ${new Date(key.endsAt).toISOString()}`);
  const good = verify(
    null,
    message(release),
    readPublicKey(key.publicKey),
    Buffer.from(signature, 'base64url'),
  );
  if (!good) throw packagingErrors.SIGNATURE_WRONG({ app, key: id });
}

/** Starts with its purpose, so that a signature for another purpose is invalid. */
function message({ app, digest }: Signed): Buffer {
  return Buffer.from(`mfe release 1\n${app}\n${digest}\n`);
}

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
