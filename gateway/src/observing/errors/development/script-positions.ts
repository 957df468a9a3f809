import path from 'node:path';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { FindPositions } from '../failures/mapped-stack.ts';
import { parseSourcePositions } from '../failures/source-positions.ts';

export interface ScriptPositionsPorts {
  /** A file of an app's newest builds, which may not be live yet. @throws where there is none */
  readBuilt(app: string, name: string): Promise<Buffer>;
  live(app: string): Release | undefined;
  /** As in failures/release-positions.ts. */
  positionsIn(releases: Release[]): FindPositions;
}

/** @returns the positions of the scripts of a page, which runs what was built last, or what is live. */
export function createScriptPositions({ readBuilt, live, positionsIn }: ScriptPositionsPorts): FindPositions {
  return async (name, file) => {
    const app = name.slice(0, name.indexOf('@'));
    const built = await readBuilt(app, `${path.posix.basename(file)}.map`).catch(() => undefined);
    if (built) return parseSourcePositions(built);
    const release = live(app);
    return release && positionsIn([release])(`${app}@${release.digest.slice(0, 12)}`, file);
  };
}
