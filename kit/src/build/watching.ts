import { type FSWatcher, watch, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Calls back after each change of what lies directly in a folder.
 * @param changed `name` is null when it is not known what changed, as when the folder goes while it is looked at
 */
export function watchDirectly(folder: string, changed: (name: string | null) => void): FSWatcher {
  const watcher = watch(folder, (_, name) => changed(name));
  // What nobody hears ends the process.
  return watcher.on('error', () => changed(null));
}

/**
 * Calls back at each change of what lies in a folder, and below the folders in it, those that come later among them.
 * @param folder absolute. @param isWatched by the name of what lies directly in it: to follow node_modules takes
 *   seconds
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

/** Saves come in bursts. Milliseconds. */
const SETTLE_MS = 200;
/** What is written by tools, and what no build reads. */
const OUTPUT = /^(?:dist|node_modules|test|coverage|\..*)$/;

/**
 * Calls back after each change of the sources of apps, one call after the other: what changes during one is followed by
 * another.
 * @param folders of apps, absolute
 * @returns ends it
 */
export function watchSources(folders: string[], changed: () => Promise<void>): () => void {
  const { soon, stop } = createSettling(SETTLE_MS, changed);
  const stops = folders.map((folder) => watchFolder(folder, (name) => !OUTPUT.test(name), soon));
  return () => {
    void stop();
    for (const end of stops) end();
  };
}

/**
 * Calls back once changes have ended, one call after the other: what changes during one is followed by another.
 * @param ms without a change
 */
export function createSettling(ms: number, changed: () => Promise<void>) {
  let done = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  return {
    soon(): void {
      clearTimeout(timer);
      timer = setTimeout(() => void (done = done.then(changed)), ms);
    },
    /** @returns resolves when the last call is done */
    stop(): Promise<void> {
      clearTimeout(timer);
      return done;
    },
  };
}
