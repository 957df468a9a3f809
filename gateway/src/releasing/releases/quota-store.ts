import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** What apps have taken up, for all gateways of a site and over restarts. */
export interface QuotaStore {
  /**
   * Counts bytes that an app is about to bring, unless it would have brought more than `most` within a day.
   * @returns what it has brought, and from when on there is room (ms since the epoch); undefined when they were counted.
   */
  take(app: string, bytes: number, most: number): Promise<{ used: number; freeAt: number } | undefined>;
  /** What did not come in after all. @param at when it was counted. */
  giveBack(app: string, bytes: number, at: number): Promise<void>;
  /** The candidates of an app that can still be looked at; the one that ends first is first. */
  previews(app: string): Promise<KeptPreview[]>;
  /** One that is kept already is kept longer. */
  keepPreview(app: string, preview: KeptPreview): Promise<void>;
}

export interface KeptPreview {
  /** Of the app's release. */
  digest: string;
  bytes: number;
  /** ms since the epoch. */
  until: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** @param db opened by `openDatabase`. @param now ms since the epoch. */
export function createQuotaStore(db: Kysely<Tables>, now: () => number): QuotaStore {
  return { ...intakeQueries(db, now), ...previewQueries(db, now) };
}

function intakeQueries(db: Kysely<Tables>, now: () => number): Pick<QuotaStore, 'take' | 'giveBack'> {
  return {
    take: (app, bytes, most) =>
      db.transaction().execute(async (tx) => {
        const hour = hourOf(now());
        // Even by nothing: of two gateways the second waits here for the first's commit, and then sees what it counted.
        const add = (added: number) =>
          tx
            .insertInto('site_intake')
            .values({ app, hour, bytes: added })
            .onConflict((conflict) =>
              conflict
                .columns(['app', 'hour'])
                .doUpdateSet((row) => ({ bytes: row('site_intake.bytes', '+', added) })),
            )
            .execute();
        await add(0);
        await tx
          .deleteFrom('site_intake')
          .where('app', '=', app)
          .where('hour', '<=', hour - DAY_MS)
          .execute();
        const hours = await tx
          .selectFrom('site_intake')
          .select(['hour', 'bytes'])
          .where('app', '=', app)
          .orderBy('hour')
          .execute();
        const used = hours.reduce((sum, row) => sum + row.bytes, 0);
        if (used + bytes > most) return { used, freeAt: freeAt(hours, used + bytes - most) };
        await add(bytes);
        return undefined;
      }),
    async giveBack(app, bytes, at) {
      await db
        .updateTable('site_intake')
        .set((row) => ({ bytes: row('bytes', '-', bytes) }))
        .where('app', '=', app)
        .where('hour', '=', hourOf(at))
        .execute();
    },
  };
}

/** @param hours the oldest first. @returns when so many bytes are a day old. */
function freeAt(hours: { hour: number; bytes: number }[], bytes: number): number {
  let left = bytes;
  const last = hours.find((row) => (left -= row.bytes) <= 0) ?? hours.at(-1)!;
  return last.hour + DAY_MS;
}

function hourOf(at: number): number {
  return at - (at % HOUR_MS);
}

function previewQueries(db: Kysely<Tables>, now: () => number): Pick<QuotaStore, 'previews' | 'keepPreview'> {
  return {
    async previews(app) {
      const rows = await db
        .selectFrom('site_preview')
        .selectAll()
        .where('app', '=', app)
        .where('ends_at', '>', now())
        .orderBy('ends_at')
        .execute();
      return rows.map(({ digest, bytes, ends_at: until }) => ({ digest, bytes, until }));
    },
    async keepPreview(app, { digest, bytes, until: ends_at }) {
      await db.deleteFrom('site_preview').where('ends_at', '<=', now()).execute();
      await db
        .insertInto('site_preview')
        .values({ app, digest, bytes, ends_at })
        .onConflict((conflict) => conflict.columns(['app', 'digest']).doUpdateSet({ bytes, ends_at }))
        .execute();
    },
  };
}
