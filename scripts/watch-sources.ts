import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { root } from './apps.ts';

/** Saves come in bursts. Milliseconds. */
const SETTLE_MS = 200;
const OUTPUT = /^(?:dist|node_modules|test|\.cache)(?:[\\/]|$)/;

/**
 * Calls back after each change of the sources of apps, one call after the other: what changes during one is followed by another.
 * @param folders of apps, in the checkout
 * @returns ends it
 */
export function watchSources(folders: string[], changed: () => Promise<void>): () => void {
  let done = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder): FSWatcher => {
    const onChange = (_: string, name: string | null): void => {
      if (name !== null && OUTPUT.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void (done = done.then(changed)), SETTLE_MS);
    };
    return watch(path.join(root, folder), { recursive: true }, onChange);
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
