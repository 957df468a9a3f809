import { KB } from '@voltframe/kit/contract/units';
import { createWorkerThread } from './worker-thread.ts';

/** A longer text is parsed in a thread; in bytes. */
const SHORT_BYTES = 256 * KB;
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
