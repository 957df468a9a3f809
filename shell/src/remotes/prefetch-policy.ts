/** No early manifest on this `navigator.connection.effectiveType` (docs/behaviour.md 8.3). */
const MANIFEST_SKIPPED_CONNECTION = 'slow-2g';
/**
 * No prefetch on connections of this `navigator.connection.effectiveType`: `2g` and `slow-2g` (docs/behaviour.md 9.3).
 */
const PREFETCH_SKIPPED_CONNECTION = '2g';

/** The part of `navigator.connection` that matters here; browsers without it give undefined. */
export interface Connection {
  saveData?: boolean | undefined;
  effectiveType?: string | undefined;
}

/** No prefetch in data-saver mode or on 2g connections, `slow-2g` included (docs/behaviour.md 9.3). */
export function mayPrefetch(connection: Connection | undefined): boolean {
  return !connection?.saveData && !(connection?.effectiveType ?? '').includes(PREFETCH_SKIPPED_CONNECTION);
}

/**
 * The manifest is fetched early unless the connection is slow-2g (docs/behaviour.md 8.3). Deliberately not the rule for
 * prefetch.
 */
export function mayFetchManifest(connection: Connection | undefined): boolean {
  return connection?.effectiveType !== MANIFEST_SKIPPED_CONNECTION;
}
