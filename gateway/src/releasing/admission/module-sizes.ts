import { mapOf, type Release } from '@voltframe/kit/contract/release/release';
import {
  decodeMap,
  entryAt,
  MAP_THREAD,
  MAX_MAP_BYTES,
  type ReadBlob,
  SOURCE_PATH,
} from '../../observing/stacks/source-positions.ts';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';

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
  if (map.bytes > MAX_MAP_BYTES || entry.bytes > MAX_MAP_BYTES) return { [script]: entry.bytes };
  const [json, text] = await Promise.all([read(map.sha256), read(entry.sha256)]);
  thread ??= createWorkerThread({ ...MAP_THREAD, module: import.meta.filename, name: 'weighModules' });
  return json && text ? thread.run({ json, script: text }).catch(() => ({})) : {};
}

/**
 * Runs in the thread.
 * @returns source → characters of the script that come from it; empty for bytes that are no source map.
 * @public
 */
export function weighModules({ json, script }: Mapped): Record<string, number> {
  const map = decodeMap(json);
  const sizes = new Map<string, number>();
  const lines = map ? new TextDecoder().decode(script).split('\n') : [];
  for (const [line, { length }] of lines.entries())
    for (let column = 0; column < length; column++) {
      const source: unknown = entryAt(map!, line, column)?.originalSource;
      if (typeof source === 'string' && SOURCE_PATH.test(source))
        sizes.set(source, (sizes.get(source) ?? 0) + 1);
    }
  return Object.fromEntries(sizes);
}
