import { SourceMap, type SourceMapPayload } from 'node:module';
import { mapOf, type Release } from '@voltframe/kit/contract/release/release';
import { LRUCache } from 'lru-cache';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';

/** Maps a position of a script, line and column from 1, to a line of its sources: `src/pages/post.tsx:12`. */
export type SourcePositions = (line: number, column: number) => Promise<string | undefined>;

/** The positions of a script, `server/server.cjs` of `blog@0123456789ab`, where the release has a map. */
export type FindPositions = (release: string, file: string) => Promise<SourcePositions | undefined>;

/** Largest map that is read, in bytes. The shell's map, the largest, has a fifth of this size. */
export const MAX_MAP_BYTES = 1024 * 1024;
/** A path as the build writes it, without line breaks, escapes or other control characters. */
export const SOURCE_PATH = /^[\w@][\w@./+-]{0,199}$/;

/**
 * Teams write maps, and a map is decoded as a whole: a call has 3 s with the start of the thread, and 64 MB of heap.
 * The shell's map takes 25 ms, the worst map of {@link MAX_MAP_BYTES} 300 ms. Further places than 256 wait in vain:
 * they are reported by their place in the bundle.
 */
const MAP_THREAD = {
  memoryMb: 64,
  mostWaiting: 256,
  limit: { ms: 3_000, reason: 'the source map takes longer than 3 s', blocks: false },
} as const;

interface Place {
  /** Of the map. */
  id: number;
  json: Uint8Array;
  line: number;
  column: number;
}

/** One thread for the process. It ends when it is idle. */
let thread: ReturnType<typeof createWorkerThread<Place, string | undefined>> | undefined;
let maps = 0;

/** @param json a source map, written by anyone. @returns undefined when it is larger than a map should be. */
export function sourcePositions(json: Buffer): SourcePositions | undefined {
  if (json.length > MAX_MAP_BYTES) return undefined;
  thread ??= createWorkerThread({ ...MAP_THREAD, module: import.meta.filename, name: 'findPlace' });
  const { run } = thread;
  const id = ++maps;
  return (line, column) => run({ id, json, line, column }).catch(() => undefined);
}

/** The map of the last call in the thread: the frames of a stack are mostly of one script. */
let decoded: { id: number; map: SourceMap | undefined } | undefined;

/**
 * Runs in the thread.
 * @returns undefined for an invalid map, or a position without a source.
 * @public
 */
export function findPlace({ id, json, line, column }: Place): string | undefined {
  if (decoded?.id !== id) {
    // Two decoded maps may exceed the memory of the thread.
    decoded = undefined;
    decoded = { id, map: decodeMap(json) };
  }
  const entry = decoded.map && entryAt(decoded.map, line - 1, column - 1);
  const [source, from] = [entry?.originalSource, Number(entry?.originalLine) + 1];
  return typeof source === 'string' && SOURCE_PATH.test(source) && from > 0 ? `${source}:${from}` : undefined;
}

/** @returns undefined for bytes that are no source map of version 3. */
function decodeMap(json: Uint8Array): SourceMap | undefined {
  try {
    const payload = JSON.parse(new TextDecoder().decode(json)) as SourceMapPayload;
    return payload.version === 3 ? new SourceMap(payload) : undefined;
  } catch {
    return undefined;
  }
}

/** @param line from 0. @param column from 0. @returns the segment at the position; undefined when its line has none. */
function entryAt(map: SourceMap, line: number, column: number) {
  const entry = map.findEntry(line, column);
  return 'generatedLine' in entry && entry.generatedLine === line ? entry : undefined;
}

export type ReadBlob = (sha256: string) => Promise<Buffer | undefined>;

/** Most maps in memory, because a failing release tends to fail again. */
const MOST_CACHED = 8;
/** All readers of a store share its maps. */
const caches = new WeakMap<ReadBlob, LRUCache<string, Promise<SourcePositions | undefined>>>();

/** @returns the positions of scripts of releases, by the name that their stacks have (`blog@0123456789ab`). */
export type PositionsIn = (releases: Release[]) => FindPositions;

export function createReleasePositions(read: ReadBlob): PositionsIn {
  const cached = caches.get(read) ?? new LRUCache({ max: MOST_CACHED });
  caches.set(read, cached);
  return (releases) => async (name, script) => {
    const release = releases.find(({ app, digest }) => name === `${app}@${digest.slice(0, 12)}`);
    if (!release) return undefined;
    const key = `${release.digest} ${script}`;
    const positions = cached.get(key) ?? readPositions(read, release, script);
    cached.set(key, positions);
    // A failed read may succeed later.
    return positions.catch(() => void cached.delete(key));
  };
}

/** Without a valid map, frames stay as they are. */
async function readPositions(
  read: ReadBlob,
  { files }: Release,
  script: string,
): Promise<SourcePositions | undefined> {
  const file = mapOf(script);
  const declared = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!declared || declared.bytes > MAX_MAP_BYTES) return undefined;
  const json = await read(declared.sha256);
  return json && sourcePositions(json);
}
