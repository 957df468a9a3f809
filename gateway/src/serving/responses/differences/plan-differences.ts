import type { Release } from '@voltframe/kit/contract/release/release';
import { nameOfVersions } from './dictionary.ts';

/** A difference to make: from one file of an app to the one that took its place. Blobs by their sha-256. */
export interface PlannedDifference {
  dictionary: string;
  target: string;
  /** What goes out in place of it: bytes of the target, compressed if it is. */
  otherwise: number;
}

/** Larger ones would take seconds of CPU. */
const MOST_BYTES = 1024 * 1024;
/** Of an app: what it puts into its release is its own word. */
const MOST_DIFFERENCES = 300;

/**
 * @param live the live release of an app. @param earlier its releases before, the newest first.
 * @returns what to make, the likeliest to be asked for first: files that are the same in both need nothing.
 */
export function planDifferences(live: Release, earlier: readonly Release[]): PlannedDifference[] {
  const targets = filesByName(live);
  const planned = new Map<string, PlannedDifference>();
  for (const release of earlier)
    for (const [name, dictionary] of filesByName(release)) {
      const target = targets.get(name);
      if (!target || target.sha256 === dictionary.sha256) continue;
      const { otherwise } = target;
      planned.set(`${dictionary.sha256} ${target.sha256}`, {
        dictionary: dictionary.sha256,
        target: target.sha256,
        otherwise,
      });
      if (planned.size >= MOST_DIFFERENCES) return [...planned.values()];
    }
  return [...planned.values()];
}

function filesByName({ files }: Release): Map<string, { sha256: string; otherwise: number }> {
  const found = new Map<string, { sha256: string; otherwise: number }>();
  for (const [path, { sha256, bytes }] of Object.entries(files)) {
    const name = path.startsWith('client/') ? nameOfVersions(path.slice('client/'.length)) : undefined;
    if (name === undefined || bytes > MOST_BYTES) continue;
    found.set(name, { sha256, otherwise: files[`${path}.br`]?.bytes ?? bytes });
  }
  return found;
}
