import { type FSWatcher, watch, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Calls back after each change of the entries of a folder.
 * @param changed `name` is null for an unknown change, for example when the folder is removed
 */
export function watchDirectly(folder: string, changed: (name: string | null) => void): FSWatcher {
  const watcher = watch(folder, (_, name) => changed(name));
  // An unhandled 'error' event would end the process.
  return watcher.on('error', () => changed(null));
}

/**
 * Calls back at each change in a folder and its subfolders, including later ones.
 * @param folder absolute. @param isWatched by the name of an entry of the folder: watching node_modules would take
 * seconds
 * @returns ends it
 */
export function watchFolder(
  folder: string,
  isWatched: (name: string) => boolean,
  changed: () => void,
): () => void {
  const below = new Map<string, FSWatcher>();
  /** Watched again, because another folder may have the name now. */
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

/** @returns undefined for a file, or a folder that was removed. */
function watchBelow(place: string, changed: () => void): FSWatcher | undefined {
  try {
    if (!statSync(place).isDirectory()) return undefined;
    // A removed folder is an error of its watcher; the watcher of the parent reports the removal.
    return watch(place, { recursive: true }, () => changed()).on('error', () => {});
  } catch {
    return undefined;
  }
}

/** Saves come in bursts. In milliseconds. */
const SETTLE_MS = 200;
/** Output of tools, and files that no build reads. */
const OUTPUT = /^(?:dist|node_modules|test|coverage|\.(?!env\b).*)$/;

/** @param name of an entry of an app's folder. @returns whether builds read it. */
export function isSource(name: string): boolean {
  return !OUTPUT.test(name);
}

/**
 * Calls back after each change of the sources of apps, one call at a time. A change during a call causes another
 * call.
 * @param folders of apps, absolute
 * @returns ends it
 */
export function watchSources(folders: string[], changed: () => Promise<void>): () => void {
  const { soon, stop } = createSettling(SETTLE_MS, changed);
  const stops = folders.map((folder) => watchFolder(folder, isSource, soon));
  return () => {
    void stop();
    for (const end of stops) end();
  };
}

/**
 * Calls back after the end of a burst of changes, one call at a time. A change during a call causes another call.
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
