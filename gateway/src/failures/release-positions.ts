import { mapOf, type Release } from '@voltframe/kit/contract/release/release';
import { LRUCache } from 'lru-cache';
import { MAX_MAP_BYTES, parseSourcePositions, type SourcePositions } from './source-positions.ts';

export type ReadBlob = (sha256: string) => Promise<Buffer | undefined>;

/** Maps that are held ready: a release that fails tends to fail again. */
const HELD = 8;

/** @returns the positions of the server bundles of releases, by the name that their stacks have (`blog@0123456789ab`). */
export function createReleasePositions(
  read: ReadBlob,
): (releases: Release[]) => (bundle: string) => Promise<SourcePositions | undefined> {
  const held = new LRUCache<string, Promise<SourcePositions | undefined>>({ max: HELD });
  return (releases) => async (bundle) => {
    const release = releases.find(({ app, digest }) => bundle === `${app}@${digest.slice(0, 12)}`);
    if (!release) return undefined;
    const known = held.get(release.digest) ?? readPositions(read, release);
    held.set(release.digest, known);
    return known;
  };
}

/** A release without a map, or with a bad one, is told of as it is. */
async function readPositions(
  read: ReadBlob,
  { server, files }: Release,
): Promise<SourcePositions | undefined> {
  const file = mapOf(server);
  const declared = Object.hasOwn(files, file) ? files[file] : undefined;
  if (!declared || declared.bytes > MAX_MAP_BYTES) return undefined;
  const json = await read(declared.sha256).catch(() => undefined);
  return json && parseSourcePositions(json);
}
