import { randomUUID } from 'node:crypto';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** An entry of the history before it is stored. One without `from`, `to` and `note` is about no release. */
export type NewEntry = Pick<HistoryEntry, 'at' | 'actor' | 'action'> & Partial<HistoryEntry>;

/** Notices an entry of the history after it is stored. */
export type HistoryLog = (entry: NewEntry) => void;

/** The changes that people and the gateway made, in their order. */
export interface HistoryStore {
  addHistory(entry: NewEntry): Promise<void>;
  /**
   * Removes old entries. Entries that decisions read stay, for each app and for the whole site.
   * @param before ms since the epoch: newer entries stay.
   * @param kept number of newest entries of each app that are not removed.
   */
  pruneHistory(before: number, kept?: number): Promise<void>;
  /** @returns the newest entries of an app, or of the whole site. */
  history(filter: { app?: string; limit: number }): Promise<HistoryEntry[]>;
  /** @returns undefined for an entry that was removed. */
  historyEntry(id: string): Promise<HistoryEntry | undefined>;
}

/** Entries of an app's history, the newest, from which decisions may follow. */
export const DECIDING_ENTRIES = 1_000;

/**
 * @param db opened by `openDatabase`, or a transaction on it.
 * @param log notices each entry after it is stored.
 */
export function createHistoryStore(db: Kysely<Tables>, log: HistoryLog = () => {}): HistoryStore {
  return {
    async addHistory(entry) {
      await insertHistory(db, entry);
      log(entry);
    },
    async pruneHistory(before, kept = DECIDING_ENTRIES) {
      const ranked = db.selectFrom('history').select((row) => [
        'id',
        row.fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('app').orderBy('sequence', 'desc'))
          .as('place'),
      ]);
      await db
        .deleteFrom('history')
        .where('at', '<', before)
        .where('event_due', 'is', null)
        .where('id', 'in', db.selectFrom(ranked.as('ranked')).select('id').where('place', '>', kept))
        .execute();
    },
    async history(filter) {
      let query = historyOf(db).orderBy('history.sequence', 'desc').limit(filter.limit);
      if (filter.app !== undefined) query = query.where('history.app', '=', filter.app);
      return (await query.execute()).map(withIdentity);
    },
    async historyEntry(id) {
      const row = await historyOf(db).where('history.id', '=', id).executeTakeFirst();
      return row && withIdentity(row);
    },
  };
}

/**
 * Stores an entry, also in the transaction of the change that it is about.
 * @param db opened by `openDatabase`, or a transaction on it.
 * @param composition id of the composition that went live with it.
 */
export async function insertHistory(
  db: Kysely<Tables>,
  entry: NewEntry,
  composition: string | null = null,
): Promise<void> {
  const { at, actor, action, app = null, from = null, to = null, waitsFor } = entry;
  const note = (entry.note ?? '').replaceAll('\0', ''); // errors of release code may contain it; PostgreSQL's text may not
  const waits_for = waitsFor ? JSON.stringify(waitsFor) : null;
  const ids = { id: randomUUID(), app, from_id: from, to_id: to, composition };
  await db
    .insertInto('history')
    .values(({ selectFrom, fn, lit }) => ({
      ...ids,
      sequence: sql<number>`${fn.coalesce(
        selectFrom('history').select((row) => row.fn.max('sequence').as('last')),
        lit(0),
      )} + 1`,
      at,
      actor,
      action,
      note,
      waits_for,
      event_due: 1,
    }))
    .execute();
}

/** The entries of the history, with the identity of the release of each. */
function historyOf(db: Kysely<Tables>) {
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
    .where('id', 'in', due.orderBy('sequence').limit(MOST_TAKEN))
    // Repeated for PostgreSQL: after a wait for another gateway's transaction it checks only this condition again.
    .where('event_due', 'is not', null)
    .returningAll()
    .execute();
  const inOrder = rows.toSorted((a, b) => a.sequence - b.sequence);
  return inOrder.map((row) => ({ id: row.id, entry: toHistoryEntry(row) }));
}
