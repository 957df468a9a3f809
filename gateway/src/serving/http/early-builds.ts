import path from 'node:path';
import type { ReleaseSource } from '../../platform/settings/named-sources.ts';

/** Of the last build of an app, and of the last check of its types. */
const EVENTS = ['update.json', 'types.json'];

/** What watching builds put beside their releases for open pages (kit/src/build/refresh/early-files.ts). */
export interface EarlyBuilds {
  /** @returns what has come since the last look, one line of JSON each. */
  look(): Promise<string[]>;
  /** @returns the newest of each app and kind. */
  latest(): string[];
  /** @returns where an app's files are. */
  folderOf(app: string): string | undefined;
}

export interface EarlyBuildsPorts {
  stat(file: string): Promise<{ mtimeMs: number }>;
  read(file: string): Promise<Buffer>;
  /** What is older was left by a build that has ended; ms since the epoch. */
  since: number;
}

export function createEarlyBuilds(sources: ReleaseSource[], ports: EarlyBuildsPorts): EarlyBuilds {
  const folders = new Map<string, string>();
  for (const source of sources)
    if (source.type === 'folder') folders.set(source.app, path.join(source.folder, '.cache', 'refresh'));
  const files = [...folders.values()].flatMap((folder) => EVENTS.map((name) => path.join(folder, name)));
  const seen = new Map<string, number>();
  const newest = new Map<string, string>();

  async function lookAt(file: string): Promise<string[]> {
    try {
      const { mtimeMs } = await ports.stat(file);
      if (mtimeMs < ports.since || mtimeMs === seen.get(file)) return [];
      // Written anew, it has no line breaks.
      const event = JSON.stringify(JSON.parse(String(await ports.read(file))));
      seen.set(file, mtimeMs);
      newest.set(file, event);
      return [event];
    } catch {
      return []; // nothing is built there, or not any more
    }
  }

  return {
    look: async () => (await Promise.all(files.map(lookAt))).flat(),
    latest: () => [...newest.values()],
    folderOf: (app) => folders.get(app),
  };
}
