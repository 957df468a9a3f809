import { createWorkerThread } from './worker-thread.ts';

/** Most values of one JSON text. An object with this number of members takes 40 ms to parse. */
export const MOST_VALUES = 50_000;
const MAX_DEPTH = 64;
/** Shorter texts cannot have too many values and are not checked; in bytes. */
const SHORT_BYTES = 256 * 1024;

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

/** Longest time of one check in a thread, in milliseconds, with the start of the thread; and its heap, in megabytes. */
const CHECK_MS = 5_000;
const MEMORY_MB = 512;

/** One thread for the process: it has no state between texts, and ends when it is idle. */
let thread: ReturnType<typeof createWorkerThread<Uint8Array, boolean>> | undefined;

/**
 * For a text that the gateway forwards unread: a long one is parsed in a thread.
 * @returns whether it is JSON; false as well when the thread exceeds its limits.
 */
export async function isJson(json: Buffer): Promise<boolean> {
  if (json.length <= SHORT_BYTES) return parsesAsJson(json);
  thread ??= createWorkerThread<Uint8Array, boolean>({
    module: import.meta.filename,
    name: 'parsesAsJson',
    memoryMb: MEMORY_MB,
    limit: { ms: CHECK_MS, reason: `it takes longer than ${CHECK_MS} ms`, blocks: false },
  });
  return thread.run(json).catch(() => false);
}

const utf8 = new TextDecoder();

/** Runs in the thread. @public */
export function parsesAsJson(json: Uint8Array): boolean {
  try {
    JSON.parse(utf8.decode(json));
    return true;
  } catch {
    return false;
  }
}
