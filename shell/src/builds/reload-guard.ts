import type { TabStorage } from '@voltframe/kit/react/refusable';

const KEY = 'reloads';
/** A chunk failure reloads the same path at most once in this time (docs/behaviour.md 8.7). */
const RELOAD_GUARD_MS = 10_000;

type ReloadStorage = Pick<TabStorage, 'getItem' | 'setItem'>;
/** Path → time of its last reload after a chunk failure, ms since the epoch. */
type ReloadRecords = Readonly<Record<string, number>>;

/**
 * Allows a document load after a chunk failure, at most once per 10 s for a path and query (docs/behaviour.md 8.7).
 * @param storage of the tab. When it refuses or is full, `window.name` stores the records: it also outlives a
 * document of this tab
 * @param now ms since the epoch. A record from the future (the clock was set back) counts as new.
 */
export function createReloadGuard(
  storage: ReloadStorage,
  window: { name: string },
  now: () => number,
): (path: string) => boolean {
  return (path) => {
    const time = now();
    const isRecent = (last: number): boolean => time - last < RELOAD_GUARD_MS;
    const records = read(storage, window);
    if (isRecent(records[path] ?? -Infinity)) return false;
    const active = Object.entries(records).filter(([, last]) => isRecent(last));
    write(storage, window, JSON.stringify({ ...Object.fromEntries(active), [path]: time }));
    return true;
  };
}

const PREFIX = `${KEY}:`;

/** Both places may contain records: a full storage is still readable. Malformed records are ignored. */
function read(storage: ReloadStorage, window: { name: string }): ReloadRecords {
  const named = window.name.startsWith(PREFIX) ? window.name.slice(PREFIX.length) : null;
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? named ?? '{}');
    return typeof value === 'object' && value !== null ? (value as ReloadRecords) : {};
  } catch {
    return {};
  }
}

function write(storage: ReloadStorage, window: { name: string }, text: string): void {
  if (!storage.setItem(KEY, text)) window.name = PREFIX + text;
}
