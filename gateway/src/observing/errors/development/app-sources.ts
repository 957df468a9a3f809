import path from 'node:path';
import type { ReleaseSource } from '../../../platform/settings/named-sources.ts';

/** The sources of the apps that are built here, by their paths from the app's folder. */
export interface AppSources {
  /** @returns the absolute path of a source; undefined where there is none, or it is none of the app's own. */
  find(app: string, file: string): Promise<string | undefined>;
  /** @returns its text; undefined as above. */
  read(app: string, file: string): Promise<string | undefined>;
}

export interface AppSourcesPorts {
  /** Where a path leads to, links followed. @throws where there is nothing */
  realpath(file: string): Promise<string>;
  /** @throws as above */
  stat(file: string): Promise<{ isFile(): boolean; size: number }>;
  read(file: string): Promise<string>;
}

/** What is written by hand: nothing that was built, installed or kept beside it. */
const OWN_SOURCE = /^(?:(?:src|content)\/(?:[\w@][\w@.+-]*\/)*[\w@][\w@.+-]*|mfe\.config\.ts)$/;
const LONGEST_PATH = 200;
const LARGEST_SOURCE = 1024 * 1024;

export function createAppSources(sources: ReleaseSource[], ports: AppSourcesPorts): AppSources {
  const folders = new Map(
    sources.flatMap((source) => (source.type === 'folder' ? [[source.app, source.folder] as const] : [])),
  );

  async function find(app: string, file: string): Promise<string | undefined> {
    const folder = folders.get(app);
    if (folder === undefined || file.length > LONGEST_PATH || !OWN_SOURCE.test(file)) return undefined;
    try {
      const root = await ports.realpath(path.resolve(folder));
      const found = await ports.realpath(path.join(root, file));
      const { isFile, size } = await statOf(found);
      return found.startsWith(root + path.sep) && isFile && size <= LARGEST_SOURCE ? found : undefined;
    } catch {
      return undefined;
    }
  }

  async function statOf(file: string): Promise<{ isFile: boolean; size: number }> {
    const stats = await ports.stat(file);
    return { isFile: stats.isFile(), size: stats.size };
  }

  return {
    find,
    async read(app, file) {
      const found = await find(app, file);
      return found === undefined ? undefined : ports.read(found).catch(() => undefined);
    },
  };
}
