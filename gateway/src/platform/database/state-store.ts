import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { ACTIVATION_CHANNEL } from './other-gateways.ts';
import type { HistoryLog } from './history-log.ts';
import {
  endWaiting,
  HELD,
  inTransaction,
  insertHistory,
  type NewEntry,
  type ReleaseKey,
  releaseQueries,
  updateRelease,
} from './release-rows.ts';
import type { Tables } from './tables.ts';

type Pin = Selectable<Tables['pin']>;

/** The state of the gateway besides files. Every write is durable once its promise resolves. */
export interface StateStore extends ReturnType<typeof stateQueries> {
  /**
   * Makes several changes in one transaction.
   * @param work uses the store that it is given, and no other: SQLite runs nothing else meanwhile.
   */
  atomically<Result>(work: (tx: StateStore) => Promise<Result>): Promise<Result>;
}

/**
 * @param db opened by `openDatabase`.
 * @param shared whether other gateways use the database (PostgreSQL): an activation is announced to them.
 * @param log notices each entry of the history, after its transaction.
 */
export function createStateStore(db: Kysely<Tables>, shared = false, log: HistoryLog = () => {}): StateStore {
  return {
    ...stateQueries(db, shared, log),
    async atomically(work) {
      const entries: NewEntry[] = [];
      const noted = (entry: NewEntry): void => void entries.push(entry);
      const result = await inTransaction(db, (tx) => work(createStateStore(tx, shared, noted)));
      entries.forEach((entry) => log(entry));
      return result;
    },
  };
}

function stateQueries(db: Kysely<Tables>, shared: boolean, log: HistoryLog) {
  const compositions = compositionQueries(db, shared);
  return {
    ...releaseQueries(db),
    ...compositions,
    async addHistory(entry: NewEntry): Promise<void> {
      await insertHistory(db, entry);
      log(entry);
    },
    async activate(activation: ActivationRecord): Promise<boolean> {
      const done = await compositions.activate(activation);
      if (done) activation.history.forEach((entry) => log(entry));
      return done;
    },
    pins: (): Promise<Pin[]> => db.selectFrom('pin').selectAll().execute(),
    async pin(pin: Pin): Promise<void> {
      const { actor, at } = pin;
      await db
        .insertInto('pin')
        .values(pin)
        .onConflict((conflict) => conflict.column('app').doUpdateSet({ actor, at }))
        .execute();
    },
    async unpin(app: string): Promise<void> {
      await db.deleteFrom('pin').where('app', '=', app).execute();
    },
    /** The releases that a pin or the freeze holds, those of apps that are not live included. */
    async held(): Promise<ReleaseKey[]> {
      const settings = db.selectFrom('setting').selectAll().where('name', 'like', `${HELD}%`);
      const rows = await settings.orderBy('name').execute();
      return rows.map(({ name, value }) => ({ app: name.slice(HELD.length), digest: value }));
    },
    async setting(name: string): Promise<string | undefined> {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value;
    },
    /** @param value undefined removes the setting. */
    async setSetting(name: string, value: string | undefined): Promise<void> {
      if (value === undefined)
        return void (await db.deleteFrom('setting').where('name', '=', name).execute());
      await db
        .insertInto('setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}

const LIVE_SLOT = 1;

export interface ActivationRecord {
  composition: Composition;
  /**
   * Id of the live composition that the new one was formed from; null = none. The activation is refused when another
   * composition is live.
   */
  replaces: string | null;
  /** End of the lease of the replaced composition, ms since the epoch. */
  leaseUntil: number;
  /** Releases that become admitted with it. */
  admitted: ReleaseKey[];
  /** Releases that the activation rolls back to earlier ones. */
  left?: ReleaseKey[];
  /** Waiting releases that it replaces, and the apps whose held release it ends. */
  superseded?: { apps: string[]; releases: ReleaseKey[] };
  history: HistoryEntry[];
}

export interface StoredComposition {
  composition: Composition;
  /** ms since the epoch; 0 = kept for a preview, it was never live. */
  activatedAt: number;
  /** null = live. */
  leasedUntil: number | null;
}

/**
 * The compositions of a state store, and which one is live.
 * @param shared whether other gateways use the database (PostgreSQL): an activation is announced to them.
 */
function compositionQueries(db: Kysely<Tables>, shared: boolean) {
  const servableAt = (now: number) =>
    db
      .selectFrom('composition')
      .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '>', now)]));
  return {
    /** Id of the live composition. Cheap enough for a query every few seconds. */
    async liveId(): Promise<string | undefined> {
      const row = await db.selectFrom('live').select('composition').executeTakeFirst();
      return row?.composition;
    },
    /** Ids of `servable`, in its order. */
    async servableIds(now: number): Promise<string[]> {
      return (await servableAt(now).select('id').orderBy('activated_at', 'desc').execute()).map(
        ({ id }) => id,
      );
    },
    async live(): Promise<StoredComposition | undefined> {
      const row = await db
        .selectFrom('live')
        .innerJoin('composition', 'composition.id', 'live.composition')
        .selectAll('composition')
        .executeTakeFirst();
      return row && toStoredComposition(row);
    },
    /** Live and leased ones, newest first. */
    async servable(now: number): Promise<StoredComposition[]> {
      const rows = await servableAt(now).selectAll().orderBy('activated_at', 'desc').execute();
      return rows.map(toStoredComposition);
    },
    /** All stored compositions, newest first. */
    async compositions(limit: number): Promise<StoredComposition[]> {
      const rows = await db
        .selectFrom('composition')
        .selectAll()
        .orderBy('activated_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toStoredComposition);
    },
    async composition(id: string): Promise<StoredComposition | undefined> {
      const row = await db.selectFrom('composition').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toStoredComposition(row);
    },
    /** Keeps a composition servable that may never have been live. A longer lease is not shortened. */
    async keepPreview(composition: Composition, until: number): Promise<void> {
      const body = JSON.stringify(composition);
      await db
        .insertInto('composition')
        .values({ id: composition.id, body, activated_at: 0, leased_until: until })
        .onConflict((conflict) =>
          // `null < until` is not true in SQL, so the live composition is not changed.
          conflict
            .column('id')
            .doUpdateSet({ leased_until: until })
            .where('composition.leased_until', '<', until),
        )
        .execute();
    },
    /** Ends the lease of a composition that was never live, unless another preview is served as it. */
    async endPreview(id: string, at: number): Promise<void> {
      await db
        .updateTable('composition')
        .set({ leased_until: at })
        .where('id', '=', id)
        .where('activated_at', '=', 0)
        .where('leased_until', '>', at)
        .where('id', 'not in', db.selectFrom('preview').select('composition'))
        .execute();
    },
    async removeComposition(id: string): Promise<void> {
      await db.deleteFrom('composition').where('id', '=', id).execute();
    },
    /**
     * One transaction: the new composition, the live pointer, the old one's lease, the releases' states, the history.
     * @returns false, with nothing changed, when another composition than `replaces` is live.
     */
    activate: (activation: ActivationRecord): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        if (!(await movePointer(tx, activation.replaces, activation.composition.id))) return false;
        const { id, timestamp } = activation.composition;
        if (activation.replaces)
          await tx
            .updateTable('composition')
            .set({ leased_until: activation.leaseUntil })
            .where('id', '=', activation.replaces)
            .execute();
        const live = {
          body: JSON.stringify(activation.composition),
          activated_at: timestamp,
          leased_until: null,
        };
        await tx
          .insertInto('composition')
          .values({ id, ...live })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(live))
          .execute();
        const admitted = { state: 'admitted', findings: '[]', rolled_back_at: null };
        for (const release of activation.admitted) await updateRelease(tx, release, admitted).execute();
        for (const release of activation.left ?? [])
          await updateRelease(tx, release, { rolled_back_at: timestamp }).execute();
        if (activation.superseded) await endWaiting(tx, activation.superseded);
        for (const entry of activation.history) await insertHistory(tx, entry, id);
        // PostgreSQL delivers the notification with the commit only.
        if (shared) await sql`select pg_notify(${ACTIVATION_CHANNEL}, ${id})`.execute(tx);
        return true;
      }),
  };
}

/**
 * Compare and set in one statement: of two gateways that replace the same composition, the second waits for the first's
 * commit and then changes no row. @returns whether this gateway replaced it.
 */
async function movePointer(tx: Transaction<Tables>, from: string | null, to: string): Promise<boolean> {
  if (from !== null) {
    const result = await tx
      .updateTable('live')
      .set({ composition: to })
      .where('slot', '=', LIVE_SLOT)
      .where('composition', '=', from)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }
  const result = await tx
    .insertInto('live')
    .values({ slot: LIVE_SLOT, composition: to })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function toStoredComposition(row: Selectable<Tables['composition']>): StoredComposition {
  return {
    composition: JSON.parse(row.body) as Composition,
    activatedAt: row.activated_at,
    leasedUntil: row.leased_until,
  };
}
