import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Finding, ReleaseState } from '@voltframe/kit/contract/operations/verdict';
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { Tables } from './tables.ts';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { randomUUID } from 'node:crypto';

/** A release by its name. */
export interface ReleaseKey {
  app: string;
  digest: string;
}

/** The state of a release without its manifest, which may have megabytes. */
export interface ReleaseHead {
  app: string;
  digest: string;
  state: ReleaseState;
  findings: Finding[];
  source: string;
  receivedAt: number;
  identity?: ReleaseIdentity;
  /**
   * Time of its last rollback to an earlier release, ms since the epoch; null = never, or it was live again later.
   */
  rolledBackAt: number | null;
}

export interface StoredRelease extends ReleaseHead {
  release: Release;
}

/** Names of the settings that hold the digest of an app's admitted release that a pin or freeze holds begin with it. */
export const HELD = 'held:';

export function heldSetting(app: string): string {
  return `${HELD}${app}`;
}

/** Entries of an app's history, the newest, from which decisions may follow. */
export const DECIDING_ENTRIES = 1_000;

type Database = Kysely<Tables>;

/** The releases and the history of a state store. */
export function releaseQueries(db: Database) {
  return {
    async saveRelease(release: Release, source: string, at: number): Promise<void> {
      const { app, digest } = release;
      const row = {
        app,
        digest,
        body: JSON.stringify(release),
        state: 'received',
        findings: '[]',
        source,
        received_at: at,
        rolled_back_at: null,
        identity: null,
      };
      await db
        .insertInto('release')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['app', 'digest']).doUpdateSet({ source, received_at: at }),
        )
        .execute();
    },
    async release(app: string, digest: string): Promise<StoredRelease | undefined> {
      const row = await db
        .selectFrom('release')
        .selectAll()
        .where('app', '=', app)
        .where('digest', '=', digest)
        .executeTakeFirst();
      return row && { ...toHead(row), release: JSON.parse(row.body) as Release };
    },
    /** Newest first. */
    async releases(filter: { app?: string; state?: ReleaseState; limit: number }): Promise<ReleaseHead[]> {
      let query = db
        .selectFrom('release')
        .select(['app', 'digest', 'state', 'findings', 'source', 'received_at', 'rolled_back_at', 'identity'])
        .orderBy('received_at', 'desc')
        .limit(filter.limit);
      if (filter.app !== undefined) query = query.where('app', '=', filter.app);
      if (filter.state !== undefined) query = query.where('state', '=', filter.state);
      return (await query.execute()).map(toHead);
    },
    async setReleaseState(app: string, digest: string, state: ReleaseState, findings: Finding[]) {
      await updateRelease(db, { app, digest }, { state, findings: JSON.stringify(findings) }).execute();
    },
    async setIdentity(app: string, digest: string, identity: ReleaseIdentity): Promise<void> {
      await updateRelease(db, { app, digest }, { identity: JSON.stringify(identity) }).execute();
    },
    /** Ends the waiting of releases, and the holding of the held releases of these apps, in one transaction. */
    supersede: (releases: readonly ReleaseKey[], apps: readonly string[]): Promise<void> =>
      inTransaction(db, (tx) => endWaiting(tx, { releases, apps })),
    /** @param receivedAt of the release as it was read: a release that was received again later stays. */
    async removeRelease(app: string, digest: string, receivedAt: number): Promise<void> {
      await db
        .deleteFrom('release')
        .where('app', '=', app)
        .where('digest', '=', digest)
        .where('received_at', '=', receivedAt)
        .execute();
    },
    /**
     * Removes old entries. Entries that decisions read stay, for each app and for the whole site.
     * @param before ms since the epoch: newer entries stay.
     * @param kept number of newest entries of each app that are not removed.
     */
    async pruneHistory(before: number, kept: number = DECIDING_ENTRIES): Promise<void> {
      const ranked = db.selectFrom('history').select((row) => [
        'id',
        row.fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('app').orderBy('at', 'desc'))
          .as('place'),
      ]);
      await db
        .deleteFrom('history')
        .where('at', '<', before)
        .where('event_due', 'is', null)
        .where('id', 'in', db.selectFrom(ranked.as('ranked')).select('id').where('place', '>', kept))
        .execute();
    },
    async history(filter: { app?: string; limit: number }): Promise<HistoryEntry[]> {
      let query = historyOf(db).orderBy('history.at', 'desc').limit(filter.limit);
      if (filter.app !== undefined) query = query.where('history.app', '=', filter.app);
      return (await query.execute()).map(withIdentity);
    },
    /** @returns undefined for an entry that was removed. */
    async historyEntry(id: string): Promise<HistoryEntry | undefined> {
      const row = await historyOf(db).where('history.id', '=', id).executeTakeFirst();
      return row && withIdentity(row);
    },
  };
}

/** @returns the statement that changes columns of one release. */
export function updateRelease(
  db: Database | Transaction<Tables>,
  { app, digest }: ReleaseKey,
  columns: Updateable<Tables['release']>,
) {
  return db.updateTable('release').set(columns).where('app', '=', app).where('digest', '=', digest);
}

/** In a transaction. Held releases stay admitted, but no longer go live by themselves. */
export async function endWaiting(
  tx: Transaction<Tables>,
  { releases, apps }: { releases: readonly ReleaseKey[]; apps: readonly string[] },
): Promise<void> {
  for (const release of releases)
    await updateRelease(tx, release, { state: 'superseded' }).where('state', '=', 'waiting').execute();
  for (const app of apps) await tx.deleteFrom('setting').where('name', '=', heldSetting(app)).execute();
}

function toHead(row: Omit<Selectable<Tables['release']>, 'body'>): ReleaseHead {
  const { app, digest, source } = row;
  return {
    app,
    digest,
    state: row.state as ReleaseState,
    findings: JSON.parse(row.findings) as Finding[],
    source,
    receivedAt: row.received_at,
    rolledBackAt: row.rolled_back_at,
    ...(row.identity !== null && { identity: JSON.parse(row.identity) as ReleaseIdentity }),
  };
}

/** An entry of the history before it is stored. One without `from`, `to` and `note` is about no release. */
export type NewEntry = Pick<HistoryEntry, 'at' | 'actor' | 'action'> & Partial<HistoryEntry>;

export async function insertHistory(
  db: Database | Transaction<Tables>,
  entry: NewEntry,
  composition: string | null = null,
): Promise<void> {
  const { at, actor, action, app = null, from = null, to = null, waitsFor } = entry;
  const note = (entry.note ?? '').replaceAll('\0', ''); // errors of release code may contain it; PostgreSQL's text may not
  const waits_for = waitsFor ? JSON.stringify(waitsFor) : null;
  const ids = { id: randomUUID(), app, from_id: from, to_id: to, composition };
  await db
    .insertInto('history')
    .values({ ...ids, at, actor, action, note, waits_for, event_due: 1 })
    .execute();
}

/** The entries of the history, with the identity of the release of each. */
function historyOf(db: Database) {
  return db
    .selectFrom('history')
    .leftJoin('release', (join) =>
      join.onRef('release.app', '=', 'history.app').onRef('release.digest', '=', 'history.to_id'),
    )
    .selectAll('history')
    .select('release.identity');
}

function withIdentity({
  identity,
  ...row
}: Selectable<Tables['history']> & { identity: string | null }): HistoryEntry {
  return {
    ...toHistoryEntry(row),
    ...(identity !== null && { identity: JSON.parse(identity) as ReleaseIdentity }),
  };
}

function toHistoryEntry(row: Selectable<Tables['history']>): HistoryEntry {
  const { at, actor, action, app, from_id: from, to_id: to, note, composition, waits_for } = row;
  return {
    at,
    actor,
    action: action as HistoryAction,
    app,
    from,
    to,
    note,
    ...(waits_for !== null && { waitsFor: JSON.parse(waits_for) as string[] }),
    ...(composition !== null && { composition }),
  };
}

const MOST_TAKEN = 100;

/**
 * Takes the history entries without a derived event, in a transaction. Each entry is taken by one gateway.
 */
export async function takeHistory(tx: Transaction<Tables>): Promise<{ id: string; entry: HistoryEntry }[]> {
  const due = tx.selectFrom('history').select('id').where('event_due', 'is not', null);
  const rows = await tx
    .updateTable('history')
    .set({ event_due: null })
    .where('id', 'in', due.orderBy('at').limit(MOST_TAKEN))
    // Repeated for PostgreSQL: after a wait for another gateway's transaction it checks only this condition again.
    .where('event_due', 'is not', null)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.at - b.at).map((row) => ({ id: row.id, entry: toHistoryEntry(row) }));
}

/** @returns the result of `work`, which runs in the transaction that `db` is, or in one of its own. */
export function inTransaction<Result>(
  db: Database,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work);
}
