import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { watchDirectly } from './watch-directly.ts';

/**
 * Calls back at each change of what lies in a folder, and below the folders in it, those that come later among them.
 * @param folder absolute. @param isWatched by the name of what lies directly in it: to follow node_modules takes seconds
 * @returns ends it
 */
export function watchFolder(
  folder: string,
  isWatched: (name: string) => boolean,
  changed: () => void,
): () => void {
  const below = new Map<string, FSWatcher>();
  /** Anew: another folder may have the name now. */
  const follow = (name: string): void => {
    below.get(name)?.close();
    below.delete(name);
    const watcher = watchBelow(path.join(folder, name), changed);
    if (watcher) below.set(name, watcher);
  };
  const direct = watchDirectly(folder, (name) => {
    if (name !== null && !isWatched(name)) return;
    if (name !== null) follow(name);
    changed();
  });
  for (const name of readdirSync(folder).filter(isWatched)) follow(name);
  return () => {
    for (const watcher of [direct, ...below.values()]) watcher.close();
  };
}

/** @returns undefined of what is no folder, or has gone meanwhile. */
function watchBelow(place: string, changed: () => void): FSWatcher | undefined {
  try {
    if (!statSync(place).isDirectory()) return undefined;
    // What goes while it is looked at is an error of the watcher's: the folder above tells of it.
    return watch(place, { recursive: true }, () => changed()).on('error', () => {});
  } catch {
    return undefined;
  }
}
