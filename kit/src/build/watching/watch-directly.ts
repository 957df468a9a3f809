import { type FSWatcher, watch } from 'node:fs';

/**
 * Calls back after each change of what lies directly in a folder.
 * @param changed `name` is null when it is not known what changed, as when the folder goes while it is looked at
 */
export function watchDirectly(folder: string, changed: (name: string | null) => void): FSWatcher {
  const watcher = watch(folder, (_, name) => changed(name));
  // What nobody hears ends the process.
  return watcher.on('error', () => changed(null));
}
