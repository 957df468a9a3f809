import type { TabStorage } from '@voltframe/kit/react/refusable';
import { parseReloadRecords, rememberReload, shouldReload } from './reload-records.ts';

const KEY = 'reloads';

type ReloadStorage = Pick<TabStorage, 'getItem' | 'setItem'>;

/**
 * Allows a document load after a chunk failure, at most once per 10 s for a path (docs/behaviour.md 8.7).
 * @param storage of the tab. When it refuses or is full, `window.name` stores the records: it also outlives a
 * document of this tab
 * @param now ms since the epoch
 */
export function createReloadGuard(
  storage: ReloadStorage,
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

/** Both places may contain records: a full storage is still readable. */
function read(storage: ReloadStorage, window: { name: string }): string | null {
  const named = window.name.startsWith(PREFIX) ? window.name.slice(PREFIX.length) : null;
  return storage.getItem(KEY) ?? named;
}

function write(storage: ReloadStorage, window: { name: string }, text: string): void {
  if (!storage.setItem(KEY, text)) window.name = PREFIX + text;
}
