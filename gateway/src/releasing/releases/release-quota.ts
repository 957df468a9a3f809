import type { Release } from '@voltframe/kit/contract/release/release';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import pMap from 'p-map';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { QuotaStore } from './quota-store.ts';
import type { StateStore } from '../../platform/database/state-store.ts';
import type { DiskReserve } from '../../platform/limits/disk-reserve.ts';
import { megabytes, waitingTime } from '../../platform/limits/in-words.ts';
import { withRetryAfter } from '../../platform/limits/retry-after.ts';

/** What an app may bring: counted before any file of a release is read. */
export interface ReleaseQuota {
  /**
   * Counts what the site does not have of a release yet.
   * @param manifestBytes length of its `release.json`.
   * @returns what to do when it is not taken in after all: what did not come does not count.
   * @throws QUOTA_DAY, QUOTA_RELEASE, QUOTA_DISK
   */
  take(release: Release, manifestBytes: number): Promise<{ giveBack(): Promise<void> }>;
}

export interface ReleaseQuotaOptions {
  quotas: QuotaStore;
  state: Pick<StateStore, 'release' | 'releases' | 'removeRelease'>;
  blobs: Pick<BlobStore, 'has'>;
  assertRoom: DiskReserve['assertRoom'];
  limits: { dayBytes: number; refused: number };
  now: () => number;
}

const MANY = 5_000;
const CONCURRENCY = 8;

export function createReleaseQuota(options: ReleaseQuotaOptions): ReleaseQuota {
  const { quotas, state, blobs, assertRoom, now } = options;
  return {
    async take(release, manifestBytes) {
      const { app, digest } = release;
      const files = await missingFiles(blobs, release);
      const isKnown = (await state.release(app, digest)) !== undefined;
      const bytes = sum(files.values()) + (isKnown ? 0 : manifestBytes);
      await assertRoom(bytes);
      await dropOldestRefused(options, app);
      const at = now();
      if (bytes > 0) await count(options, app, bytes, at);
      return {
        async giveBack() {
          const absent = await missingFiles(blobs, release);
          const back = sum([...files].filter(([name]) => absent.has(name)).map(([, size]) => size));
          if (back > 0) await quotas.giveBack(app, back, at);
        },
      };
    },
  };
}

async function count(
  { quotas, limits: { dayBytes } }: ReleaseQuotaOptions,
  app: string,
  bytes: number,
  at: number,
): Promise<void> {
  const told = { app, bytes: megabytes(bytes), limit: megabytes(dayBytes) };
  if (bytes > dayBytes) throw quotaErrors.RELEASE(told);
  const full = await quotas.take(app, bytes, dayBytes);
  if (!full) return;
  const wait = full.freeAt - at;
  throw withRetryAfter(
    quotaErrors.DAY({ ...told, used: megabytes(full.used), wait: waitingTime(wait) }),
    wait,
  );
}

/** Whoever has releases refused in a row fills the table, not only the disk: the oldest go as new ones come. */
async function dropOldestRefused({ state, limits }: ReleaseQuotaOptions, app: string): Promise<void> {
  // What waits is not lost, however few of the others are kept.
  const kept = { refused: limits.refused, waiting: Math.max(1, limits.refused) };
  for (const which of ['refused', 'waiting'] as const) {
    const old = (await state.releases({ app, state: which, limit: MANY })).slice(kept[which]);
    for (const { digest, receivedAt } of old) await state.removeRelease(app, digest, receivedAt);
  }
}

/** @returns sha-256 → bytes of what the site does not have. */
async function missingFiles(blobs: Pick<BlobStore, 'has'>, { files }: Release): Promise<Map<string, number>> {
  const missing = new Map(Object.values(files).map(({ sha256, bytes }) => [sha256, bytes]));
  const look = async (name: string): Promise<void> => {
    if (await blobs.has(name)) missing.delete(name);
  };
  await pMap([...missing.keys()], look, { concurrency: CONCURRENCY });
  return missing;
}

function sum(sizes: Iterable<number>): number {
  let total = 0;
  for (const size of sizes) total += size;
  return total;
}
