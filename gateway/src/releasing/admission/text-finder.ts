import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';

/** A place in a file, both from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

interface Search {
  body: Uint8Array;
  patterns: string[];
}

/** Most places of one pattern. */
const MOST_PLACES = 20;

/** A bundle may be as large as a release, and a team writes it. */
const THREAD = {
  memoryMb: 256,
  mostWaiting: 16,
  limit: { ms: 5_000, reason: 'the search of a bundle takes longer than 5 s', blocks: false },
} as const;

/** One thread for the process. It ends when it is idle. */
let thread: ReturnType<typeof createWorkerThread<Search, TextPlace[][]>> | undefined;

/**
 * Searches a bundle of a release in a thread.
 * @param body the bundle as UTF-8. The thread takes over its memory.
 * @param patterns sources of regular expressions; the platform makes them.
 * @returns for each pattern, up to 20 places at which it matches. No places when the search takes longer than 5 s.
 */
export async function findTexts(body: Buffer, patterns: string[]): Promise<TextPlace[][]> {
  thread ??= createWorkerThread({ ...THREAD, module: import.meta.filename, name: 'searchTexts' });
  const copy = new Uint8Array(body);
  return thread.run({ body: copy, patterns }, [copy.buffer]).catch(() => patterns.map(() => []));
}

/** Runs in the thread. The bundle is decoded and divided into lines once. @public */
export function searchTexts({ body, patterns }: Search): TextPlace[][] {
  const text = new TextDecoder().decode(body);
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return patterns.map((pattern) => {
    const places: TextPlace[] = [];
    for (const { index } of text.matchAll(new RegExp(pattern, 'g'))) {
      const line = lineOf(starts, index);
      places.push({ line, column: index - starts[line - 1]! + 1 });
      if (places.length >= MOST_PLACES) break;
    }
    return places;
  });
}

/** @returns the number of the line with the position, from 1. */
function lineOf(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= position) low = middle;
    else high = middle;
  }
  return low + 1;
}
