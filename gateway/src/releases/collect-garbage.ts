import type { ReleaseFile } from '@voltframe/kit/contract/release/release';
import type { BlobStore } from '../stores/blobs/blob-store.ts';
import type { ReleaseHead, StateStore } from '../stores/state-store.ts';
import { heldSetting } from '../stores/held-setting.ts';
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
  const kept = await whatStays(options, all, needed);
  let releases = 0;
  for (const { app, digest, receivedAt } of all) {
    if (kept.releases.has(digest)) continue;
    await state.removeRelease(app, digest, receivedAt);
    releases++;
  }
  return { compositions, releases, ...(await sweep(options, kept.blobs)) };
}

async function expireCompositions({ state, now }: GarbageOptions): Promise<number> {
  const old = (await state.compositions(MAX_RELEASES)).slice(KEPT_COMPOSITIONS);
  const ended = old.filter(({ leasedUntil }) => leasedUntil !== null && leasedUntil <= now());
  for (const { composition } of ended) await state.removeComposition(composition.id);
  return ended.length;
}

/**
 * Everything needed; then, newest first, what a rollback may want, until the size is reached. Manifests are read one by
 * one: those of large apps would fill the memory together. @returns digests of releases, sha-256 of their files.
 */
async function whatStays(
  { state, storeBytes }: GarbageOptions,
  all: ReleaseHead[],
  needed: Set<string>,
): Promise<{ releases: Set<string>; blobs: Set<string> }> {
  const releases = new Set(needed);
  const blobs = new Set<string>();
  const newFiles = async ({ app, digest }: ReleaseHead): Promise<ReleaseFile[]> =>
    Object.values((await state.release(app, digest))?.release.files ?? {}).filter(
      ({ sha256 }) => !blobs.has(sha256),
    );
  for (const head of all)
    if (needed.has(head.digest)) for (const { sha256 } of await newFiles(head)) blobs.add(sha256);
  const perApp = new Map<string, number>();
  let size = 0;
  for (const head of all) {
    if (releases.has(head.digest)) continue;
    const held = (await state.setting(heldSetting(head.app))) === head.digest;
    const ordinal = (perApp.get(head.app) ?? 0) + 1;
    perApp.set(head.app, ordinal);
    if (!held && ordinal > KEPT_RELEASES_PER_APP) continue;
    const own = await newFiles(head);
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    if (!held && size + bytes > storeBytes) continue;
    size += bytes;
    for (const { sha256 } of own) blobs.add(sha256);
    releases.add(head.digest);
  }
  return { releases, blobs };
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
