/** Spec §9: no early manifest on this `navigator.connection.effectiveType`. */
const MANIFEST_SKIPPED_CONNECTION = 'slow-2g';
/** Spec §9: no prefetch on connections of this `navigator.connection.effectiveType`: `2g` and `slow-2g`. */
const PREFETCH_SKIPPED_CONNECTION = '2g';

/** The part of `navigator.connection` that matters here; browsers without it give undefined. */
export interface Connection {
  saveData?: boolean | undefined;
  effectiveType?: string | undefined;
}

/** Spec §9: no prefetch in data-saver mode or on 2g connections (`slow-2g` included). */
export function mayPrefetch(connection: Connection | undefined): boolean {
  return !connection?.saveData && !(connection?.effectiveType ?? '').includes(PREFETCH_SKIPPED_CONNECTION);
}

/** Spec §9: the manifest is fetched early unless the connection is slow-2g. Deliberately not the rule for prefetch. */
export function mayFetchManifest(connection: Connection | undefined): boolean {
  return connection?.effectiveType !== MANIFEST_SKIPPED_CONNECTION;
}
