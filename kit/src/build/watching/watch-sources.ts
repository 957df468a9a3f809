import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

/** Saves come in bursts. Milliseconds. */
const SETTLE_MS = 200;
/** What is written by tools, and what no build reads. */
const OUTPUT = /^(?:dist|node_modules|test|coverage|\..*)$/;

/**
 * Calls back after each change of the sources of apps, one call after the other: what changes during one is followed by another.
 * @param folders of apps, absolute
 * @returns ends it
 */
export function watchSources(folders: string[], changed: () => Promise<void>): () => void {
  let done = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void (done = done.then(changed)), SETTLE_MS);
  };
  const watchers = folders.flatMap((folder): FSWatcher[] => [
    watch(folder, (_, name) => {
      if (name === null || !OUTPUT.test(name)) settle();
    }),
    // Each for itself: to follow node_modules takes seconds.
    ...sourceFolders(folder).map((one) => watch(one, { recursive: true }, settle)),
  ]);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

function sourceFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !OUTPUT.test(entry.name));
  return folders.map(({ name }) => path.join(folder, name));
}
