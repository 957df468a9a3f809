import type { ReleaseState } from '@voltframe/kit/contract/operations/verdict';
import type { ReleaseFile } from '@voltframe/kit/contract/release/release';
import { MINUTE_MS } from '@voltframe/kit/contract/units';
import pMap from 'p-map';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { heldSetting, type ReleaseHead } from '../state/release-store.ts';
import type { StateStore } from '../state/state-store.ts';

export interface GarbageOptions {
  state: StateStore;
  blobs: BlobStore;
  /** The largest size of unused files that are kept for rollbacks, in bytes. */
  storeBytes: number;
  /** Number of the newest refused releases of each app that are not removed. */
  retainedRefused: number;
  now: () => number;
}

export interface Collected {
  compositions: number;
  releases: number;
  blobs: number;
  bytes: number;
}

/** Stored for rollback, independent of age, as long as the size allows. */
const KEPT_COMPOSITIONS = 20;
const KEPT_RELEASES_PER_APP = 20;
const MAX_RELEASES = 5_000;
/**
 * A blob that was stored or looked up within this time may belong to an incoming release; a push may last 15 minutes.
 */
const GRACE_MS = 30 * MINUTE_MS;
/** Concurrent removals: each waits for the disk. */
const REMOVED_AT_ONCE = 32;

/**
 * Removes releases and files that neither the live composition, nor a leased one, nor a likely rollback needs. Never
 * runs during a deployment.
 */
export async function collectGarbage(options: GarbageOptions): Promise<Collected> {
  const { state, now } = options;
  const compositions = await expireCompositions(options);
  const needed = new Map(
    (await state.servable(now())).flatMap(({ composition }) =>
      Object.entries(composition.apps).map(([app, digest]) => [digest, app] as const),
    ),
  );
  const all = await state.releases({ limit: MAX_RELEASES });
  const retained = await retainedBy(options, all, needed);
  let releases = 0;
  for (const { app, digest, receivedAt } of all) {
    if (retained.releases.has(digest)) continue;
    await state.removeRelease(app, digest, receivedAt);
    releases++;
  }
  return { compositions, releases, ...(await sweep(options, retained.blobs)) };
}

async function expireCompositions({ state, now }: GarbageOptions): Promise<number> {
  const old = (await state.compositions(MAX_RELEASES)).slice(KEPT_COMPOSITIONS);
  const ended = old.filter(({ leasedUntil }) => leasedUntil !== null && leasedUntil <= now());
  for (const { composition } of ended) await state.removeComposition(composition.id);
  return ended.length;
}

interface Retained {
  /** Digests. */
  releases: Set<string>;
  /** sha-256 of their files. */
  blobs: Set<string>;
}

/**
 * All needed releases; then, for each app separately, releases for rollbacks and refused ones, newest first, up to
 * its share of the size. Manifests are read one by one, because those of large apps would fill the memory together.
 * @param needed digest → app; retained even when the list of all releases is cut before them.
 */
async function retainedBy(
  options: GarbageOptions,
  all: ReleaseHead[],
  needed: ReadonlyMap<string, string>,
): Promise<Retained> {
  const retained: Retained = { releases: new Set(needed.keys()), blobs: new Set() };
  for (const [digest, app] of needed)
    for (const { sha256 } of await newFiles(options, retained, app, digest)) retained.blobs.add(sha256);
  const apps = Map.groupBy(all, ({ app }) => app);
  for (const releases of apps.values())
    await keepOf(options, retained, releases, options.storeBytes / apps.size);
  return retained;
}

/** @param releases of one app, newest first. @param share of the size for the app, in bytes. */
async function keepOf(
  options: GarbageOptions,
  retained: Retained,
  releases: ReleaseHead[],
  share: number,
): Promise<void> {
  const counts = new Map<ReleaseState, number>();
  let size = 0;
  for (const { app, digest, state } of admittedFirst(releases)) {
    if (retained.releases.has(digest)) continue;
    const held = (await options.state.setting(heldSetting(app))) === digest;
    const ordinal = (counts.get(state) ?? 0) + 1;
    counts.set(state, ordinal);
    if (!held && ordinal > (state === 'refused' ? options.retainedRefused : KEPT_RELEASES_PER_APP)) continue;
    const own = await newFiles(options, retained, app, digest);
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    if (!held && size + bytes > share) continue;
    size += bytes;
    for (const { sha256 } of own) retained.blobs.add(sha256);
    retained.releases.add(digest);
  }
}

function admittedFirst(releases: ReleaseHead[]): ReleaseHead[] {
  return releases.toSorted((a, b) => Number(b.state === 'admitted') - Number(a.state === 'admitted'));
}

async function newFiles(
  { state }: GarbageOptions,
  { blobs }: Retained,
  app: string,
  digest: string,
): Promise<ReleaseFile[]> {
  const files = Object.values((await state.release(app, digest))?.release.files ?? {});
  return files.filter(({ sha256 }) => !blobs.has(sha256));
}

async function sweep(
  { blobs, now }: GarbageOptions,
  needed: Set<string>,
): Promise<{ blobs: number; bytes: number }> {
  const old: { sha256: string; bytes: number }[] = [];
  const before = now() - GRACE_MS;
  for await (const { sha256, bytes, storedAt } of blobs.list())
    if (!needed.has(sha256) && storedAt < before) old.push({ sha256, bytes });
  const removed = { blobs: 0, bytes: 0 };
  const remove = async ({ sha256, bytes }: (typeof old)[number]): Promise<void> => {
    await blobs.remove(sha256, before);
    removed.blobs++;
    removed.bytes += bytes;
  };
  await pMap(old, remove, { concurrency: REMOVED_AT_ONCE });
  return removed;
}
