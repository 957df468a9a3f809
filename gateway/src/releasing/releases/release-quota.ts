import type { Release, ReleaseFile } from '@voltframe/kit/contract/release/release';
import { DAY_MS, HOUR_MS } from '@voltframe/kit/contract/units';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { verifySize } from '@voltframe/kit/packaging/verify-release';
import pMap from 'p-map';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { StateStore } from '../state/state-store.ts';
import type { DiskReserve } from '../../platform/runtime/disk-reserve.ts';
import { megabytes, waitingTime } from '../../platform/runtime/in-words.ts';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

export interface ReleaseQuotaOptions {
  db: Kysely<Tables>;
  state: Pick<StateStore, 'release' | 'releases' | 'removeRelease'>;
  blobs: Pick<BlobStore, 'has' | 'sizeOf'>;
  assertRoom: DiskReserve['assertRoom'];
  limits: { dayBytes: number; refused: number };
  now: () => number;
}

const MANY = 5_000;
const CONCURRENCY = 8;

export interface ReleaseQuota {
  /**
   * Counts the files of a release that the site does not have.
   * @param manifestBytes length of its `release.json`.
   * @returns a function to call when the release is not stored: missing files then count with their received bytes
   * only (by sha-256).
   * @throws QUOTA_DAY, QUOTA_RELEASE, QUOTA_DISK; PACK_FILE_WRONG when a stored file has another size than the
   * manifest declares.
   */
  take(
    release: Release,
    manifestBytes: number,
  ): Promise<(came?: ReadonlyMap<string, number>) => Promise<void>>;
}

/** The quota of an app, counted before any file of a release is read. */
export function createReleaseQuota(options: ReleaseQuotaOptions): ReleaseQuota {
  const { db, state, blobs, assertRoom, limits, now } = options;
  const quotas = createQuotaStore(db, now);
  return {
    async take(release: Release, manifestBytes: number) {
      const { app, digest } = release;
      await assertSizes(blobs, release);
      const files = await missingFiles(blobs, release);
      const isKnown = (await state.release(app, digest)) !== undefined;
      const bytes = sum(files.values()) + (isKnown ? 0 : manifestBytes);
      await assertRoom(bytes);
      await dropOldestRefused(options, app);
      const at = now();
      const facts = { app, bytes: megabytes(bytes), limit: megabytes(limits.dayBytes) };
      if (bytes > limits.dayBytes) throw quotaErrors.RELEASE(facts);
      const full = bytes > 0 ? await quotas.take(app, bytes, limits.dayBytes) : undefined;
      if (full) {
        const wait = full.freeAt - at;
        const used = megabytes(full.used);
        throw withRetryAfter(quotaErrors.DAY({ ...facts, used, wait: waitingTime(wait) }), wait);
      }
      return async (came: ReadonlyMap<string, number> = new Map()): Promise<void> => {
        const absent = await missingFiles(blobs, release);
        const unused = [...files].filter(([name]) => absent.has(name));
        const back = sum(unused.map(([name, size]) => Math.max(0, size - (came.get(name) ?? 0))));
        if (back > 0) await quotas.giveBack(app, back, at);
      };
    },
  };
}

/** Refused releases use the table and the disk, so new ones remove the oldest. */
async function dropOldestRefused({ state, limits }: ReleaseQuotaOptions, app: string): Promise<void> {
  // Waiting releases are never removed.
  const most = { refused: limits.refused, waiting: Math.max(1, limits.refused) };
  for (const which of ['refused', 'waiting'] as const) {
    const old = (await state.releases({ app, state: which, limit: MANY })).slice(most[which]);
    for (const { digest, receivedAt } of old) await state.removeRelease(app, digest, receivedAt);
  }
}

async function assertSizes(blobs: Pick<BlobStore, 'sizeOf'>, { app, files }: Release): Promise<void> {
  const look = async ([file, declared]: [string, ReleaseFile]): Promise<void> => {
    const stored = await blobs.sizeOf(declared.sha256);
    if (stored !== undefined) verifySize(app, file, declared, stored);
  };
  await pMap(Object.entries(files), look, { concurrency: CONCURRENCY });
}

/** @returns sha-256 → bytes of the files that the site does not have. */
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

/**
 * The used quotas of apps, for all gateways of a site and across restarts.
 * @param db opened by `openDatabase`. @param now ms since the epoch.
 */
export function createQuotaStore(db: Kysely<Tables>, now: () => number) {
  return {
    /**
     * Counts the bytes of an incoming release, unless the app would exceed `most` bytes within a day.
     * @returns the used quota and the time of new room (ms since the epoch); undefined when the bytes were counted.
     */
    take: (app: string, bytes: number, most: number) =>
      db.transaction().execute(async (tx) => {
        const hour = hourOf(now());
        // Also for zero bytes: the second of two gateways waits here for the first one's commit, and then reads its
        // count.
        const add = (added: number) =>
          tx
            .insertInto('received_bytes')
            .values({ app, hour, bytes: added })
            .onConflict((conflict) =>
              conflict
                .columns(['app', 'hour'])
                .doUpdateSet((row) => ({ bytes: row('received_bytes.bytes', '+', added) })),
            )
            .execute();
        await add(0);
        await tx
          .deleteFrom('received_bytes')
          .where('app', '=', app)
          .where('hour', '<=', hour - DAY_MS)
          .execute();
        const hours = await tx
          .selectFrom('received_bytes')
          .select(['hour', 'bytes'])
          .where('app', '=', app)
          .orderBy('hour')
          .execute();
        const used = sum(hours.map((row) => row.bytes));
        if (used + bytes > most) return { used, freeAt: freeAt(hours, used + bytes - most) };
        await add(bytes);
        return undefined;
      }),
    /** Subtracts counted bytes that were not stored. @param at time when they were counted. */
    async giveBack(app: string, bytes: number, at: number): Promise<void> {
      await db
        .updateTable('received_bytes')
        .set((row) => ({ bytes: row('bytes', '-', bytes) }))
        .where('app', '=', app)
        .where('hour', '=', hourOf(at))
        .execute();
    },
  };
}

/** @param hours the oldest first. @returns the time when this number of bytes is a day old. */
function freeAt(hours: { hour: number; bytes: number }[], bytes: number): number {
  let left = bytes;
  const last = hours.find((row) => (left -= row.bytes) <= 0) ?? hours.at(-1)!;
  return last.hour + DAY_MS;
}

function hourOf(at: number): number {
  return at - (at % HOUR_MS);
}
