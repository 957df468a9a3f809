import { KB } from '../contract/units.ts';

/** Most values of one JSON text. An object with this number of members takes 40 ms to parse. */
export const MOST_VALUES = 50_000;
const MAX_DEPTH = 64;
/** Shorter texts cannot have too many values and are not checked; in bytes. */
const SHORT_BYTES = 256 * KB;

const BACKSLASH = 92;
const QUOTE = 34;
const COMMA = 44;
const ARRAY = 91;
const ARRAY_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;

/**
 * Checks a JSON text before it is parsed, in one pass without allocations. Long strings are cheap to parse, but a few
 * megabytes of brackets or names become a million values.
 * @param json untrusted text; the parser decides whether it is JSON.
 * @throws an Error when it has more values, or more levels, than may be parsed.
 */
export function assertBounded(json: Buffer, mostValues = MOST_VALUES): void {
  if (json.length <= SHORT_BYTES) return;
  let values = 1;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length && values <= mostValues; at++) {
    const byte = json[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COMMA) values++;
    else if (byte === ARRAY || byte === OBJECT) {
      values++;
      if (++depth > MAX_DEPTH) throw new Error(`it is nested more than ${MAX_DEPTH} deep`);
    } else if (byte === ARRAY_END || byte === OBJECT_END) depth--;
  }
  if (values > mostValues) throw new Error(`it has more than ${mostValues} values`);
}
