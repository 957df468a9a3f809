import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import {
  createHistoryStore,
  type HistoryLog,
  type HistoryStore,
  insertHistory,
  type NewEntry,
} from '../../observing/history/history-store.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { ACTIVATION_CHANNEL } from '../../platform/database/other-gateways.ts';
import { createSettingStore, type SettingStore } from '../../platform/database/setting-store.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { StoredComposition } from '../../serving/compositions/stored-site.ts';
import {
  createReleaseStore,
  endWaiting,
  HELD,
  type ReleaseKey,
  type ReleaseStore,
  updateRelease,
} from './release-store.ts';

type Pin = Selectable<Tables['pin']>;

/** State of the site besides its files. Every write is durable once its promise resolves. */
export interface StateStore extends ReleaseStore, CompositionStore, HistoryStore, SettingStore {
  /** The apps whose release was pinned. */
  pins(): Promise<Pin[]>;
  pin(pin: Pin): Promise<void>;
  unpin(app: string): Promise<void>;
  /** @returns the releases that a pin or the freeze holds, those of apps that are not live included. */
  held(): Promise<ReleaseKey[]>;
  /**
   * Makes several changes in one transaction.
   * @param work uses the store that it is given, and no other: SQLite runs nothing else meanwhile.
   */
  atomically<Result>(work: (tx: StateStore) => Promise<Result>): Promise<Result>;
}

/** The compositions, and which one is live. */
interface CompositionStore {
  /** @returns the id of the live composition. Cheap enough for a query every few seconds. */
  liveId(): Promise<string | undefined>;
  live(): Promise<StoredComposition | undefined>;
  /** @returns the live and leased compositions, newest first. */
  servable(now: number): Promise<StoredComposition[]>;
  /** @returns the ids of `servable`, in its order. */
  servableIds(now: number): Promise<string[]>;
  /** @returns the newest stored compositions, newest first. */
  compositions(limit: number): Promise<StoredComposition[]>;
  composition(id: string): Promise<StoredComposition | undefined>;
  /** Keeps a composition servable that may never have been live. A longer lease is not shortened. */
  keepPreview(composition: Composition, until: number): Promise<void>;
  /** Ends the lease of a composition that was never live, unless another preview is served as it. */
  endPreview(id: string, at: number): Promise<void>;
  removeComposition(id: string): Promise<void>;
  /**
   * One transaction: the new composition, the live pointer, the old one's lease, the releases' states, the history.
   * @returns false, with nothing changed, when another composition than `replaces` is live.
   */
  activate(activation: ActivationRecord): Promise<boolean>;
}

/**
 * @param db opened by `openDatabase`.
 * @param shared whether other gateways use the database (PostgreSQL): an activation is announced to them.
 * @param log notices each entry of the history, after its transaction.
 */
export function createStateStore(db: Kysely<Tables>, shared = false, log: HistoryLog = () => {}): StateStore {
  const compositions = createCompositionStore(db, shared);
  return {
    ...createReleaseStore(db),
    ...compositions,
    ...createHistoryStore(db, log),
    ...createSettingStore(db),
    async activate(activation) {
      const done = await compositions.activate(activation);
      if (done) activation.history.forEach((entry) => log(entry));
      return done;
    },
    pins: () => db.selectFrom('pin').selectAll().execute(),
    async pin(pin) {
      const { actor, at } = pin;
      await db
        .insertInto('pin')
        .values(pin)
        .onConflict((conflict) => conflict.column('app').doUpdateSet({ actor, at }))
        .execute();
    },
    async unpin(app) {
      await db.deleteFrom('pin').where('app', '=', app).execute();
    },
    async held() {
      const settings = db.selectFrom('setting').selectAll().where('name', 'like', `${HELD}%`);
      const rows = await settings.orderBy('name').execute();
      return rows.map(({ name, value }) => ({ app: name.slice(HELD.length), digest: value }));
    },
    async atomically(work) {
      const entries: NewEntry[] = [];
      const noted = (entry: NewEntry): void => void entries.push(entry);
      const result = await inTransaction(db, (tx) => work(createStateStore(tx, shared, noted)));
      entries.forEach((entry) => log(entry));
      return result;
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

/**
 * The compositions of a state store, and which one is live.
 * @param shared whether other gateways use the database (PostgreSQL): an activation is announced to them.
 */
function createCompositionStore(db: Kysely<Tables>, shared: boolean): CompositionStore {
  const servableAt = (now: number) =>
    db
      .selectFrom('composition')
      .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '>', now)]));
  return {
    async liveId() {
      const row = await db.selectFrom('live').select('composition').executeTakeFirst();
      return row?.composition;
    },
    async servableIds(now) {
      return (await servableAt(now).select('id').orderBy('activated_at', 'desc').execute()).map(
        ({ id }) => id,
      );
    },
    async live() {
      const row = await db
        .selectFrom('live')
        .innerJoin('composition', 'composition.id', 'live.composition')
        .selectAll('composition')
        .executeTakeFirst();
      return row && toStoredComposition(row);
    },
    async servable(now) {
      const rows = await servableAt(now).selectAll().orderBy('activated_at', 'desc').execute();
      return rows.map(toStoredComposition);
    },
    async compositions(limit) {
      const rows = await db
        .selectFrom('composition')
        .selectAll()
        .orderBy('activated_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toStoredComposition);
    },
    async composition(id) {
      const row = await db.selectFrom('composition').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toStoredComposition(row);
    },
    async keepPreview(composition, until) {
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
    async endPreview(id, at) {
      await db
        .updateTable('composition')
        .set({ leased_until: at })
        .where('id', '=', id)
        .where('activated_at', '=', 0)
        .where('leased_until', '>', at)
        .where('id', 'not in', db.selectFrom('preview').select('composition'))
        .execute();
    },
    async removeComposition(id) {
      await db.deleteFrom('composition').where('id', '=', id).execute();
    },
    activate: (activation) =>
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
