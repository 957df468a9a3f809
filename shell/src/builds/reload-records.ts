import { hasOwn } from '@voltframe/kit/contract/names';

/** A chunk failure reloads the same path at most once in this time (docs/behaviour.md 8.7). */
const RELOAD_GUARD_MS = 10_000;

/** Path → time of its last reload after a chunk failure, ms since the epoch. */
export type ReloadRecords = Readonly<Record<string, number>>;

/**
 * After a chunk failure each path is reloaded at most once per 10 seconds (docs/behaviour.md 8.7).
 * @param path path and query of the target.
 * @param now ms since the epoch. A record from the future (the clock was set back) counts as new.
 */
export function shouldReload(records: ReloadRecords, path: string, now: number): boolean {
  const last = hasOwn(records, path) ? records[path] : undefined;
  return last === undefined || now - last >= RELOAD_GUARD_MS;
}

/** @returns the records with this reload added and expired ones dropped, ready to be stored. */
export function rememberReload(records: ReloadRecords, path: string, now: number): ReloadRecords {
  const active = Object.entries(records).filter(([, last]) => now - last < RELOAD_GUARD_MS);
  return { ...Object.fromEntries(active), [path]: now };
}

/** Reads stored records; malformed records are ignored. */
export function parseReloadRecords(text: string | null): ReloadRecords {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(Object.entries(value).filter((entry) => Number.isFinite(entry[1])));
  } catch {
    return {};
  }
}
