import { parseReloadRecords, rememberReload, shouldReload } from './reload-records.ts';

const KEY = 'reloads';

export interface ReloadStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * Allows a document load after a chunk failure, at most once per 10 s for a path (docs/behaviour.md 8.7).
 * @param storage `sessionStorage`; where it refuses, `window.name` remembers: it, too, outlives a document of this tab
 * @param now ms since the epoch
 */
export function createReloadGuard(
  storage: ReloadStorage | null,
  window: { name: string },
  now: () => number,
): (path: string) => boolean {
  return (path) => {
    const records = parseReloadRecords(read(storage, window));
    const time = now();
    if (!shouldReload(records, path, time)) return false;
    write(storage, window, JSON.stringify(rememberReload(records, path, time)));
    return true;
  };
}

const PREFIX = `${KEY}:`;

/** Either place may hold the records: a full storage still reads. */
function read(storage: ReloadStorage | null, window: { name: string }): string | null {
  const named = window.name.startsWith(PREFIX) ? window.name.slice(PREFIX.length) : null;
  try {
    return storage?.getItem(KEY) ?? named;
  } catch {
    return named;
  }
}

function write(storage: ReloadStorage | null, window: { name: string }, text: string): void {
  try {
    if (storage) return storage.setItem(KEY, text);
  } catch {
    // Refused or full: the name of the window has to do.
  }
  window.name = PREFIX + text;
}
