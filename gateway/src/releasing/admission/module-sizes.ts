import { decode } from '@jridgewell/sourcemap-codec';
import { MB } from '@voltframe/kit/contract/units';
import { mapOf, type Release } from '@voltframe/kit/contract/release/release';
import { type ReadBlob, SOURCE_PATH } from '../../observing/stacks/source-positions.ts';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';

/** Most bytes of a script, and of its map. A route over its limit has often a script of 1 MB. */
export const MAX_WEIGHED_BYTES = 8 * MB;
/** The map of a chart library of 1.1 MB takes 160 ms. Maps that need more than these limits are not read. */
const THREAD = {
  memoryMb: 64,
  mostWaiting: 256,
  limit: { ms: 3_000, reason: 'the source map takes longer than 3 s', blocks: false },
} as const;

/** A script and its map, as a release has them. */
interface Mapped {
  json: Uint8Array;
  script: Uint8Array;
}

let thread: ReturnType<typeof createWorkerThread<Mapped, Record<string, number>>> | undefined;

/**
 * @returns source → its characters in a script of a release, before compression; the script alone, in bytes, when it or
 *   its map is too large to be read; empty without a map of the script
 */
export async function moduleSizes(
  read: ReadBlob,
  { files }: Release,
  script: string,
): Promise<Record<string, number>> {
  const [map, entry] = [files[mapOf(script)], files[script]];
  if (!map || !entry) return {};
  if (Math.max(map.bytes, entry.bytes) > MAX_WEIGHED_BYTES) return { [script]: entry.bytes };
  const [json, text] = await Promise.all([read(map.sha256), read(entry.sha256)]);
  thread ??= createWorkerThread({ ...THREAD, module: import.meta.filename, name: 'weighModules' });
  return json && text ? thread.run({ json, script: text }).catch(() => ({})) : {};
}

/**
 * Runs in the thread.
 * @returns source → characters of the script that come from it; empty for bytes that are no source map.
 * @public
 */
export function weighModules({ json, script }: Mapped): Record<string, number> {
  const map = parseMap(json);
  if (!map) return {};
  const [lines, lineMappings] = [new TextDecoder().decode(script).split('\n'), map.mappings.split(';')];
  const counts = map.sources.map(() => 0);
  let source = 0;
  for (const [line, { length }] of lines.entries()) {
    let [column, from, counted] = [0, 0, -1];
    const countUntil = (end: number): void => {
      const until = Math.min(Math.max(end, from), length);
      if (counted >= 0 && counted < counts.length) counts[counted]! += until - from;
      from = until;
    };
    for (const segment of (lineMappings[line] ?? '').split(',')) {
      const { columns = 0, sources } = readFields(segment);
      column += columns;
      countUntil(column);
      source += sources ?? 0;
      counted = sources === undefined ? -1 : source;
    }
    countUntil(length);
  }
  const named = map.sources.map((name, index) => [name, counts[index]!] as const);
  const sizes = new Map<string, number>();
  for (const [name, count] of named)
    if (count > 0 && typeof name === 'string' && SOURCE_PATH.test(name))
      sizes.set(name, (sizes.get(name) ?? 0) + count);
  return Object.fromEntries(sizes);
}

/** The decoder reads other characters as zero. */
const SEGMENTS = /^[A-Za-z0-9+/,;]*$/;

interface MapFields {
  sources: unknown[];
  mappings: string;
}

/** @returns undefined for bytes that are no source map of version 3. */
function parseMap(json: Uint8Array): MapFields | undefined {
  try {
    const { version, sources, mappings } = JSON.parse(new TextDecoder().decode(json)) as Record<
      string,
      unknown
    >;
    const isMap =
      version === 3 && Array.isArray(sources) && typeof mappings === 'string' && SEGMENTS.test(mappings);
    return isMap ? { sources, mappings } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Each segment is read alone: the segments of a large map together take more memory than the thread has.
 * @returns the differences to the segment before, of the column and of the source
 */
function readFields(segment: string): { columns?: number; sources?: number | undefined } {
  const fields = decode(segment)[0]?.[0];
  return fields ? { columns: fields[0], sources: fields[1] } : {};
}
