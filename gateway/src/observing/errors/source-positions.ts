import { mapOf, type Release } from '@voltframe/kit/contract/release/release';
import { LRUCache } from 'lru-cache';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';

/** Maps positions of a script to lines of its sources. */
export interface SourcePositions {
  /** @param line from 1. @param column from 1. @returns `src/pages/post.tsx:12`. */
  find(line: number, column: number): Promise<string | undefined>;
}

/** The positions of a script, `server/server.cjs` of `blog@0123456789ab`, where the release has a map. */
export type FindPositions = (release: string, file: string) => Promise<SourcePositions | undefined>;

/** Largest map that is read, in bytes. The shell's map, the largest, has a fifth of this size. */
export const MAX_MAP_BYTES = 1024 * 1024;
/** A path as the build writes it, without line breaks, escapes or other control characters. */
const SOURCE = /^[\w@][\w@./+-]{0,199}$/;

/** Longest time for one place, in milliseconds, with the start of the thread: a map of a megabyte takes 20. */
const PLACE_MS = 3_000;
/** Heap of the thread, in megabytes. */
const MEMORY_MB = 64;
/** Places that wait for the thread. Further ones are reported by their place in the bundle. */
const MOST_WAITING = 256;

const THREAD = {
  module: import.meta.filename,
  memoryMb: MEMORY_MB,
  mostWaiting: MOST_WAITING,
  limit: { ms: PLACE_MS, reason: `it takes longer than ${PLACE_MS} ms`, blocks: false },
};

interface Place {
  json: Uint8Array;
  line: number;
  column: number;
}

/** One thread for the process: it has no state between calls, and ends when it is idle. */
let thread: ReturnType<typeof createWorkerThread<Place, string | undefined>> | undefined;

function openThread() {
  return (thread ??= createWorkerThread<Place, string | undefined>({ ...THREAD, name: 'findPlace' }));
}

/**
 * Teams write maps, so each is parsed in a thread; it is never served.
 * @param json a source map, written by anyone. @returns undefined when it is larger than a map should be.
 */
export function sourcePositions(json: Buffer): SourcePositions | undefined {
  if (json.length > MAX_MAP_BYTES) return undefined;
  return {
    find: (line, column) =>
      openThread()
        .run({ json, line, column })
        .catch(() => undefined),
  };
}

const utf8 = new TextDecoder();

/**
 * Runs in the thread. A library would decode the whole map: 46 ms and 5 MB for the shell's, and more for a hostile
 * one. Scanning to one position takes 2 ms.
 * @returns undefined for an invalid map, or a position without a source.
 * @public
 */
export function findPlace({ json, line, column }: Place): string | undefined {
  try {
    const { version, sources, mappings } = JSON.parse(utf8.decode(json)) as Record<string, unknown>;
    if (version !== 3 || !Array.isArray(sources) || typeof mappings !== 'string') return undefined;
    const place = walk(mappings, line, column);
    const source: unknown = place && sources[place.source];
    return typeof source === 'string' && SOURCE.test(source) ? `${source}:${place!.line}` : undefined;
  } catch {
    return undefined;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = Int8Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
const [COMMA, SEMICOLON] = [44, 59];

function walk(mappings: string, line: number, column: number): { source: number; line: number } | undefined {
  let found: { source: number; line: number } | undefined;
  const isWhole = eachSegment(mappings, (row, fields, [at, source, from]) => {
    if (row === line && at! < column) found = fields < 4 ? undefined : { source: source!, line: from! + 1 };
    return row > line;
  });
  return isWhole && found && found.line > 0 ? found : undefined;
}

/**
 * Mappings (ECMA-426): `;` ends a line of the script, `,` a segment; its numbers are differences to the one before:
 * column, source, line of the source, its column.
 * @param take called with each segment: its line of the script, from 1, how many numbers it has, and these. @returns
 *   true: no more are needed.
 * @returns false for invalid mappings.
 */
function eachSegment(
  mappings: string,
  take: (row: number, fields: number, numbers: readonly number[]) => boolean | void,
): boolean {
  const at = [0, 0, 0, 0, 0];
  let [row, field, value, shift] = [1, 0, 0, 0];
  for (let index = 0; index <= mappings.length; index++) {
    const code = index < mappings.length ? mappings.charCodeAt(index) : SEMICOLON;
    if (code === COMMA || code === SEMICOLON) {
      if (field > 0 && take(row, field, at) === true) return true;
      field = value = shift = 0;
      if (code === COMMA) continue;
      row++;
      at[0] = 0;
      continue;
    }
    const digit = VALUES[code] ?? -1;
    if (digit < 0 || shift > 25 || field > 4) return false;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    at[field]! += value & 1 ? -(value >>> 1) : value >>> 1;
    field++;
    value = shift = 0;
  }
  return true;
}

/** A script and its map, as a release has them. */
interface Mapped {
  json: Uint8Array;
  script: Uint8Array;
}

let weighing: ReturnType<typeof createWorkerThread<Mapped, Record<string, number>>> | undefined;

/** @returns source → its bytes in a script of a release, before compression; empty without a map of it. */
export async function moduleSizes(
  read: ReadBlob,
  { files }: Release,
  script: string,
): Promise<Record<string, number>> {
  const [map, entry] = [files[mapOf(script)], files[script]];
  if (!map || !entry || map.bytes > MAX_MAP_BYTES || entry.bytes > MAX_MAP_BYTES) return {};
  const [json, text] = await Promise.all([read(map.sha256), read(entry.sha256)]);
  weighing ??= createWorkerThread({ ...THREAD, name: 'weighModules' });
  return json && text ? weighing.run({ json, script: text }).catch(() => ({})) : {};
}

/**
 * Runs in the thread.
 * @returns source → characters of the script that come from it; empty for what is no map.
 * @public
 */
export function weighModules({ json, script }: Mapped): Record<string, number> {
  const sizes = new Map<string, number>();
  try {
    const { sources, mappings } = JSON.parse(utf8.decode(json)) as { sources: unknown[]; mappings: string };
    const lengths = utf8
      .decode(script)
      .split('\n')
      .map(({ length }) => length);
    let last: { row: number; column: number; source: number } | undefined;
    const add = (end: number): void => {
      const source = last && sources[last.source];
      if (typeof source === 'string' && SOURCE.test(source))
        sizes.set(source, (sizes.get(source) ?? 0) + Math.max(0, end - last!.column));
      last = undefined;
    };
    eachSegment(mappings, (row, fields, [column, source]) => {
      if (last && last.row !== row) add(lengths[last.row - 1] ?? 0);
      else if (last) add(column!);
      if (fields >= 4) last = { row, column: column!, source: source! };
    });
    if (last) add(lengths[last.row - 1] ?? 0);
  } catch {
    return {};
  }
  return Object.fromEntries(sizes);
}

export type ReadBlob = (sha256: string) => Promise<Buffer | undefined>;

/** Most maps in memory, because a failing release tends to fail again. */
const MOST_CACHED = 8;

/** @returns the positions of scripts of releases, by the name that their stacks have (`blog@0123456789ab`). */
export type PositionsIn = (releases: Release[]) => FindPositions;

export function createReleasePositions(read: ReadBlob): PositionsIn {
  const cached = new LRUCache<string, Promise<SourcePositions | undefined>>({ max: MOST_CACHED });
  return (releases) => async (name, script) => {
    const release = releases.find(({ app, digest }) => name === `${app}@${digest.slice(0, 12)}`);
    if (!release) return undefined;
    const key = `${release.digest} ${script}`;
    const forget = (): undefined => void cached.delete(key);
    // A failed read may succeed later.
    const positions = cached.get(key) ?? readPositions(read, release, script).catch(forget);
    cached.set(key, positions);
    return positions;
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
