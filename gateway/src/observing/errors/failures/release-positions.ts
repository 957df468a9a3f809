import { mapOf, type Release } from '@voltframe/kit/contract/release/release';
import { LRUCache } from 'lru-cache';
import type { FindPositions } from './mapped-stack.ts';
import { MAX_MAP_BYTES, parseSourcePositions, type SourcePositions } from './source-positions.ts';

export type ReadBlob = (sha256: string) => Promise<Buffer | undefined>;

/** Maps that are held ready: a release that fails tends to fail again. */
const HELD = 8;

/** @returns the positions of scripts of releases, by the name that their stacks have (`blog@0123456789ab`). */
export function createReleasePositions(read: ReadBlob): (releases: Release[]) => FindPositions {
  const held = new LRUCache<string, Promise<SourcePositions | undefined>>({ max: HELD });
  return (releases) => async (name, script) => {
    const release = releases.find(({ app, digest }) => name === `${app}@${digest.slice(0, 12)}`);
    if (!release) return undefined;
    const key = `${release.digest} ${script}`;
    const forget = (): undefined => void held.delete(key);
    // What could not be read may be there another time.
    const positions = held.get(key) ?? readPositions(read, release, script).catch(forget);
    held.set(key, positions);
    return positions;
  };
}

/** A release without a map, or with a bad one, is told of as it is. */
async function readPositions(
  read: ReadBlob,
  { files }: Release,
  script: string,
): Promise<SourcePositions | undefined> {
  const file = mapOf(script);
  const declared = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!declared || declared.bytes > MAX_MAP_BYTES) return undefined;
  const json = await read(declared.sha256);
  return json && parseSourcePositions(json);
}
