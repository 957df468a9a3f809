import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ReleaseSource } from '../../../platform/settings/setting-formats.ts';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { FindPositions, PositionsIn } from '../../stacks/source-positions.ts';

export type AppSources = ReturnType<typeof createAppSources>;

/** Source files: no built, installed or cached files. */
const OWN_SOURCE = /^(?:(?:src|content)\/(?:[\w@][\w@.+-]*\/)*[\w@][\w@.+-]*|mfe\.config\.ts)$/;
const LONGEST_PATH = 200;
const LARGEST_SOURCE = 1024 * 1024;

/** The sources of the apps that are built here, by their paths from the app's folder. */
export function createAppSources(sources: ReleaseSource[]) {
  const folders = new Map(
    sources.flatMap((source) => (source.type === 'folder' ? [[source.app, source.folder] as const] : [])),
  );

  async function find(app: string, file: string): Promise<string | undefined> {
    const folder = folders.get(app);
    if (folder === undefined || file.length > LONGEST_PATH || !OWN_SOURCE.test(file)) return undefined;
    try {
      const root = await realpath(path.resolve(folder));
      const resolved = await realpath(path.join(root, file));
      const found = await stat(resolved);
      const isSource = found.isFile() && found.size <= LARGEST_SOURCE;
      return isSource && resolved.startsWith(root + path.sep) ? resolved : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    /** @returns the text of a source; undefined for a missing file, or a file outside of the app. */
    async read(app: string, file: string): Promise<string | undefined> {
      const resolved = await find(app, file);
      return resolved === undefined ? undefined : readFile(resolved, 'utf8').catch(() => undefined);
    },
  };
}

/** @returns the source positions of a page's scripts: those of the live release. */
export function createScriptPositions(
  live: (app: string) => Release | undefined,
  positionsIn: PositionsIn,
): FindPositions {
  return async (name, file) => {
    const app = name.slice(0, name.indexOf('@'));
    const release = live(app);
    return release && positionsIn([release])(`${app}@${release.digest.slice(0, 12)}`, file);
  };
}
