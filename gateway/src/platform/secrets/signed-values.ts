import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Short values that only this site can have issued, for a time or for good. Not secret, but not to be forged.
 */
export interface SignedValues {
  /**
   * @param until ms since the epoch; 0 = it does not expire.
   * @returns `{value}.{until}.{signature}`, fit for an address or a cookie.
   */
  sign: (value: string, until: number) => string;
  /** @returns undefined when it is forged, malformed or expired. */
  read(text: unknown):
    | {
        value: string;
        until: number;
      }
    | undefined;
}

const FORM = /^([\w-]{1,80})\.(\d{1,16})\.([\w-]{43})$/;

/** Within a text: each begins where the run of its characters begins, so the time is linear. */
const WITHIN = /(?<![\w-])[\w-]+\.\d{1,16}\.[\w-]{43,}/g;
/** What follows the prefix names an order, say, of one visitor. */
const PERSONAL = /^(\/-\/personal\/).+/s;
/** In a part of a path; linear for the same reason. */
const MAIL_ADDRESS = /(?<![^/\s@])[^/\s@]+@[^/\s@]+/g;

/** @returns the text, for a log: a signed value gives access to every reader of the log. */
export function withoutSignedValues(text: string): string {
  return text.replace(WITHIN, '<signed>');
}

/**
 * @param path that a visitor asked for, without its query.
 * @returns the path for a log: without signed values, without mail addresses, which are a person's, and without what
 *   is asked about one visitor.
 */
export function pathForLog(path: string): string {
  const text = decoded(path).replace(PERSONAL, '$1…');
  return withoutSignedValues(text).replace(MAIL_ADDRESS, '<mail address>');
}

/** A reader of the log could decode an encoded value. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * @param secret HMAC key. Of several, one a line, the first one signs and all are accepted, so that values that were
 *   issued stay valid while a secret is replaced (docs/operations.md, _Rotation of secrets_).
 * @param purpose of the values: a value that was issued for another purpose is refused.
 */
export function createSignedValues(secret: string, purpose: string, now: () => number): SignedValues {
  // An empty key would accept values that anybody can sign.
  const keys = secret.split('\n').flatMap((line) => line.trim() || []);
  if (keys.length === 0)
    throw new Error(`The secret of ${purpose} is empty. Delete it, and restart the gateway.`);
  const signature = (key: string, value: string, until: string) =>
    createHmac('sha256', key).update(`${purpose}:${value}.${until}`).digest('base64url');
  return {
    sign: (value: string, until: number): string =>
      `${value}.${until}.${signature(keys[0]!, value, String(until))}`,
    read(text: unknown): { value: string; until: number } | undefined {
      const [, value, until, given] = (typeof text === 'string' && FORM.exec(text)) || [];
      if (value === undefined || until === undefined || given === undefined) return undefined;
      const isOurs = keys.some((key) =>
        timingSafeEqual(Buffer.from(given), Buffer.from(signature(key, value, until))),
      );
      if (!isOurs) return undefined;
      const end = Number(until);
      return end === 0 || end > now() ? { value, until: end } : undefined;
    },
  };
}
