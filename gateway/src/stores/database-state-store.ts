import { randomUUID } from 'node:crypto';
import type { Composition } from '@voltframe/kit/contract/composition';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/history';
import type { Release } from '@voltframe/kit/contract/release';
import type { ReleaseState } from '@voltframe/kit/contract/verdict';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Finding } from '../core/admission-finding.ts';
import { ACTIVATION_CHANNEL } from './activation-feed.ts';
import { migrateDatabase } from './database.ts';
import { stateMigrations, type StateTables } from './state-schema.ts';
import type { StateStore, StoredComposition, StoredRelease } from './state-store.ts';

type Database = Kysely<StateTables>;
const LIVE_SLOT = 1;

export interface StateStoreOptions {
  /** Whether other gateways use the database (PostgreSQL): an activation is announced to them. */
  shared?: boolean;
}

/** @param db an open database; its tables are created or brought up to date. */
export async function createStateStore(
  db: Database,
  { shared = false }: StateStoreOptions = {},
): Promise<StateStore> {
  await migrateDatabase(db, 'site', stateMigrations);
  return {
    ...releaseQueries(db),
    ...compositionQueries(db, shared),
    ...historyQueries(db),
    ...controlQueries(db),
  };
}

function releaseQueries(db: Database) {
  return {
    async saveRelease(release: Release, source: string, at: number) {
      const { app, digest } = release;
      const row = {
        app,
        digest,
        body: JSON.stringify(release),
        state: 'received',
        findings: '[]',
        source,
        received_at: at,
      };
      await db
        .insertInto('site_release')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['app', 'digest']).doUpdateSet({ source, received_at: at }),
        )
        .execute();
    },
    async release(app: string, digest: string) {
      const row = await selectRelease(db, app, digest);
      return row && toStoredRelease(row);
    },
    async releases(filter: { app?: string; state?: ReleaseState; limit: number }) {
      let query = db
        .selectFrom('site_release')
        .selectAll()
        .orderBy('received_at', 'desc')
        .limit(filter.limit);
      if (filter.app !== undefined) query = query.where('app', '=', filter.app);
      if (filter.state !== undefined) query = query.where('state', '=', filter.state);
      return (await query.execute()).map(toStoredRelease);
    },
    async setReleaseState(app: string, digest: string, state: ReleaseState, findings: Finding[]) {
      await updateReleaseState(db, app, digest, state, findings);
    },
    async removeRelease(app: string, digest: string, receivedAt: number) {
      await db
        .deleteFrom('site_release')
        .where('app', '=', app)
        .where('digest', '=', digest)
        .where('received_at', '=', receivedAt)
        .execute();
    },
  };
}

function compositionQueries(
  db: Database,
  shared: boolean,
): Pick<
  StateStore,
  | 'live'
  | 'liveId'
  | 'servable'
  | 'servableIds'
  | 'compositions'
  | 'composition'
  | 'activate'
  | 'keepPreview'
  | 'removeComposition'
> {
  const servable = (now: number) =>
    db
      .selectFrom('site_composition')
      .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '>', now)]));
  return {
    async liveId() {
      const row = await db.selectFrom('site_live').select('composition').executeTakeFirst();
      return row?.composition;
    },
    async servableIds(now) {
      return (await servable(now).select('id').execute()).map(({ id }) => id);
    },
    async live() {
      const row = await db
        .selectFrom('site_live')
        .innerJoin('site_composition', 'site_composition.id', 'site_live.composition')
        .selectAll('site_composition')
        .executeTakeFirst();
      return row && toStoredComposition(row);
    },
    async servable(now) {
      const rows = await servable(now).selectAll().orderBy('activated_at', 'desc').execute();
      return rows.map(toStoredComposition);
    },
    async compositions(limit) {
      const rows = await db
        .selectFrom('site_composition')
        .selectAll()
        .orderBy('activated_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toStoredComposition);
    },
    async composition(id) {
      const row = await db.selectFrom('site_composition').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toStoredComposition(row);
    },
    async keepPreview(composition, until) {
      const body = JSON.stringify(composition);
      await db
        .insertInto('site_composition')
        .values({ id: composition.id, body, activated_at: 0, leased_until: until })
        .onConflict((conflict) =>
          // Nothing is less than null: the live composition stays so.
          conflict
            .column('id')
            .doUpdateSet({ leased_until: until })
            .where('site_composition.leased_until', '<', until),
        )
        .execute();
    },
    async removeComposition(id) {
      await db.deleteFrom('site_composition').where('id', '=', id).execute();
    },
    activate: (activation) =>
      db.transaction().execute(async (tx) => {
        if (!(await movePointer(tx, activation.replaces, activation.composition.id))) return false;
        if (activation.replaces) await endLive(tx, activation.replaces, activation.leaseUntil);
        await putComposition(tx, activation.composition);
        for (const { app, digest } of activation.admitted)
          await updateReleaseState(tx, app, digest, 'admitted', []);
        for (const entry of activation.history) await insertHistory(tx, entry);
        // Delivered with the commit, or not at all.
        if (shared)
          await sql`select pg_notify(${ACTIVATION_CHANNEL}, ${activation.composition.id})`.execute(tx);
        return true;
      }),
  };
}

function historyQueries(db: Database) {
  return {
    addHistory: (entry: HistoryEntry) => insertHistory(db, entry),
    async history(filter: { app?: string; limit: number }): Promise<HistoryEntry[]> {
      let query = db.selectFrom('site_history').selectAll().orderBy('at', 'desc').limit(filter.limit);
      if (filter.app !== undefined) query = query.where('app', '=', filter.app);
      const rows = await query.execute();
      return rows.map(({ at, actor, action, app, from_id, to_id, note }) => ({
        at,
        actor,
        action: action as HistoryAction,
        app,
        from: from_id,
        to: to_id,
        note,
      }));
    },
  };
}

function controlQueries(db: Database): Pick<StateStore, 'pins' | 'pin' | 'unpin' | 'setting' | 'setSetting'> {
  return {
    pins: () => db.selectFrom('site_pin').selectAll().execute(),
    async pin(pin) {
      const { actor, at } = pin;
      await db
        .insertInto('site_pin')
        .values(pin)
        .onConflict((conflict) => conflict.column('app').doUpdateSet({ actor, at }))
        .execute();
    },
    async unpin(app) {
      await db.deleteFrom('site_pin').where('app', '=', app).execute();
    },
    async setting(name) {
      const row = await db
        .selectFrom('site_setting')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst();
      return row?.value;
    },
    async setSetting(name, value) {
      if (value === undefined)
        return void (await db.deleteFrom('site_setting').where('name', '=', name).execute());
      await db
        .insertInto('site_setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}

function selectRelease(db: Database, app: string, digest: string) {
  return db
    .selectFrom('site_release')
    .selectAll()
    .where('app', '=', app)
    .where('digest', '=', digest)
    .executeTakeFirst();
}

async function updateReleaseState(
  db: Database | Transaction<StateTables>,
  app: string,
  digest: string,
  state: ReleaseState,
  findings: Finding[],
): Promise<void> {
  await db
    .updateTable('site_release')
    .set({ state, findings: JSON.stringify(findings) })
    .where('app', '=', app)
    .where('digest', '=', digest)
    .execute();
}

/**
 * Compare and set in one statement: of two gateways that replace the same composition, the second waits for the first's
 * commit and then changes no row. @returns whether it was this one's turn.
 */
async function movePointer(tx: Transaction<StateTables>, from: string | null, to: string): Promise<boolean> {
  if (from !== null) {
    const result = await tx
      .updateTable('site_live')
      .set({ composition: to })
      .where('slot', '=', LIVE_SLOT)
      .where('composition', '=', from)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }
  const result = await tx
    .insertInto('site_live')
    .values({ slot: LIVE_SLOT, composition: to })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function endLive(tx: Transaction<StateTables>, id: string, leasedUntil: number): Promise<void> {
  await tx.updateTable('site_composition').set({ leased_until: leasedUntil }).where('id', '=', id).execute();
}

async function putComposition(tx: Transaction<StateTables>, composition: Composition): Promise<void> {
  const { id, timestamp } = composition;
  const body = JSON.stringify(composition);
  await tx
    .insertInto('site_composition')
    .values({ id, body, activated_at: timestamp, leased_until: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ body, activated_at: timestamp, leased_until: null }),
    )
    .execute();
}

async function insertHistory(db: Database | Transaction<StateTables>, entry: HistoryEntry): Promise<void> {
  const { at, actor, action, app, from, to } = entry;
  const note = entry.note.replaceAll('\0', ''); // what release code throws may hold one; PostgreSQL's text may not
  const row = { id: randomUUID(), at, actor, action, app, from_id: from, to_id: to, note };
  await db.insertInto('site_history').values(row).execute();
}

function toStoredRelease(row: Selectable<StateTables['site_release']>): StoredRelease {
  return {
    release: JSON.parse(row.body) as Release,
    state: row.state as ReleaseState,
    findings: JSON.parse(row.findings) as Finding[],
    source: row.source,
    receivedAt: row.received_at,
  };
}

function toStoredComposition(row: Selectable<StateTables['site_composition']>): StoredComposition {
  return {
    composition: JSON.parse(row.body) as Composition,
    activatedAt: row.activated_at,
    leasedUntil: row.leased_until,
  };
}
