import type { Release } from '@voltframe/kit/contract/release';
import type { BlobStore } from '../stores/blob-store.ts';
import type { StateStore, StoredRelease } from '../stores/state-store.ts';
import type { Reservations } from './reservations.ts';

export interface GarbageOptions {
  state: StateStore;
  blobs: BlobStore;
  reservations: Reservations;
  /** Largest size of what nobody needs but a rollback might want, in bytes. */
  storeBytes: number;
  now: () => number;
}

export interface Collected {
  compositions: number;
  releases: number;
  blobs: number;
  bytes: number;
}

/** Kept for rollback and fallback, whatever its age, as long as the size allows. */
const KEPT_COMPOSITIONS = 20;
const KEPT_RELEASES_PER_APP = 20;
const MAX_RELEASES = 5_000;
/** A blob this young may belong to a release that another gateway is taking in; a push may last 15 minutes. */
const GRACE_MS = 30 * 60_000;

/**
 * Removes what neither the live composition, nor a leased one, nor a likely rollback needs. Runs in turn with
 * deployments.
 */
export async function collectGarbage(options: GarbageOptions): Promise<Collected> {
  const { state, now } = options;
  const compositions = await expireCompositions(options);
  const needed = new Set(
    (await state.servable(now())).flatMap(({ composition }) => Object.values(composition.apps)),
  );
  const all = await state.releases({ limit: MAX_RELEASES });
  const kept = await keptReleases(options, all, needed);
  let releases = 0;
  for (const { release, receivedAt } of all) {
    if (kept.has(release.digest)) continue;
    await state.removeRelease(release.app, release.digest, receivedAt);
    releases++;
  }
  const files = all
    .filter(({ release }) => kept.has(release.digest))
    .flatMap(({ release }) => blobsOf(release));
  return { compositions, releases, ...(await sweep(options, new Set(files.map(([sha256]) => sha256)))) };
}

async function expireCompositions({ state, now }: GarbageOptions): Promise<number> {
  const old = (await state.compositions(MAX_RELEASES)).slice(KEPT_COMPOSITIONS);
  const ended = old.filter(({ leasedUntil }) => leasedUntil !== null && leasedUntil <= now());
  for (const { composition } of ended) await state.removeComposition(composition.id);
  return ended.length;
}

/** Everything needed; then, newest first, what a rollback may want, until the size is reached. */
async function keptReleases(
  { state, storeBytes }: GarbageOptions,
  all: StoredRelease[],
  needed: Set<string>,
): Promise<Set<string>> {
  const kept = new Set(needed);
  const counted = new Set(
    all
      .filter(({ release }) => needed.has(release.digest))
      .flatMap(({ release }) => blobsOf(release).map(([sha256]) => sha256)),
  );
  const perApp = new Map<string, number>();
  let size = 0;
  for (const { release } of all) {
    if (kept.has(release.digest)) continue;
    const held = (await state.setting(`held:${release.app}`)) === release.digest;
    const ordinal = (perApp.get(release.app) ?? 0) + 1;
    perApp.set(release.app, ordinal);
    const own = blobsOf(release).filter(([sha256]) => !counted.has(sha256));
    const bytes = own.reduce((sum, [, length]) => sum + length, 0);
    if (!held && (ordinal > KEPT_RELEASES_PER_APP || size + bytes > storeBytes)) continue;
    size += bytes;
    for (const [sha256] of own) counted.add(sha256);
    kept.add(release.digest);
  }
  return kept;
}

async function sweep(
  { blobs, reservations, now }: GarbageOptions,
  needed: Set<string>,
): Promise<{ blobs: number; bytes: number }> {
  const removed = { blobs: 0, bytes: 0 };
  for await (const { sha256, bytes, storedAt } of blobs.list()) {
    const before = now() - GRACE_MS;
    if (needed.has(sha256) || reservations.has(sha256) || storedAt > before) continue;
    await blobs.remove(sha256, before);
    removed.blobs++;
    removed.bytes += bytes;
  }
  return removed;
}

function blobsOf(release: Release): [sha256: string, bytes: number][] {
  return Object.values(release.files).map(({ sha256, bytes }) => [sha256, bytes]);
}
