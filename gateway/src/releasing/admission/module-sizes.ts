import { mapOf, type Release } from '@voltframe/kit/contract/release/release';
import { type ReadBlob, SOURCE_PATH } from '../../observing/stacks/source-positions.ts';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';

/** Most bytes of a script, and of its map. A route over its limit has often a script of 1 MB. */
export const MAX_WEIGHED_BYTES = 8 * 1024 * 1024;
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
      const fields = readFields(segment);
      column += fields[0] ?? 0;
      countUntil(column);
      source += fields[1] ?? 0;
      counted = fields.length > 1 ? source : -1;
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
    const isMap = version === 3 && Array.isArray(sources) && typeof mappings === 'string';
    return isMap ? { sources, mappings } : undefined;
  } catch {
    return undefined;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Node's SourceMap finds the source of a place, but does not list the segments.
 * @param segment base64 VLQ (ECMA-426, section 6.2)
 * @returns the differences to the segment before, of the column and of the source
 */
function readFields(segment: string): number[] {
  const fields: number[] = [];
  let [value, factor] = [0, 1];
  for (let index = 0; index < segment.length && fields.length < 2; index++) {
    const digit = DIGITS.indexOf(segment[index]!);
    value += (digit & 31) * factor;
    factor *= 32;
    if (digit & 32) continue;
    fields.push(value % 2 === 1 ? -Math.floor(value / 2) : value / 2);
    [value, factor] = [0, 1];
  }
  return fields;
}
