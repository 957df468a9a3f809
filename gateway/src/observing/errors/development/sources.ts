import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { sourceFolder } from '@voltframe/kit/contract/development/dev-output';
import { MB } from '@voltframe/kit/contract/units';
import type { ReleaseSource } from '../../../platform/settings/setting-formats.ts';

/** The sources of the apps that are built here, by their paths from the app's folder. */
export interface AppSources {
  /** @returns the text of a source; undefined for a missing file, or a file outside of the app. */
  read(app: string, file: string): Promise<string | undefined>;
}

/** Source files: no built, installed or cached files. */
const OWN_SOURCE = /^(?:(?:src|content)\/(?:[\w@][\w@.+-]*\/)*[\w@][\w@.+-]*|mfe\.config\.ts)$/;
const LONGEST_PATH = 200;

export function createAppSources(sources: ReleaseSource[]): AppSources {
  const folders = new Map(
    sources.flatMap((source) =>
      source.type === 'folder' ? [[source.app, sourceFolder(source.folder)] as const] : [],
    ),
  );
  return {
    async read(app, file) {
      const folder = folders.get(app);
      if (folder === undefined || file.length > LONGEST_PATH || !OWN_SOURCE.test(file)) return undefined;
      try {
        const root = await realpath(path.resolve(folder));
        const resolved = await realpath(path.join(root, file));
        const found = await stat(resolved);
        const isSource = found.isFile() && found.size <= MB && resolved.startsWith(root + path.sep);
        return isSource ? await readFile(resolved, 'utf8') : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
