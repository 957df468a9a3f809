import { randomUUID } from 'node:crypto';
import type { Composition } from '@voltframe/kit/contract/composition';
import type { Release } from '@voltframe/kit/contract/release';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Finding } from '../core/admission-finding.ts';
import { migrateDatabase } from './database.ts';
import { stateMigrations, type StateTables } from './state-schema.ts';
import type {
  HistoryAction,
  HistoryEntry,
  ReleaseState,
  StateStore,
  StoredComposition,
  StoredRelease,
} from './state-store.ts';

type Database = Kysely<StateTables>;
const LIVE_SLOT = 1;

/** @param db an open database; its tables are created or brought up to date. */
export async function createStateStore(db: Database): Promise<StateStore> {
  await migrateDatabase(db, 'site', stateMigrations);
  return { ...releaseQueries(db), ...compositionQueries(db), ...historyQueries(db), ...controlQueries(db) };
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
    async removeRelease(app: string, digest: string) {
      await db.deleteFrom('site_release').where('app', '=', app).where('digest', '=', digest).execute();
    },
  };
}

function compositionQueries(
  db: Database,
): Pick<
  StateStore,
  'live' | 'servable' | 'compositions' | 'composition' | 'activate' | 'keepPreview' | 'removeComposition'
> {
  return {
    async live() {
      const row = await db
        .selectFrom('site_live')
        .innerJoin('site_composition', 'site_composition.id', 'site_live.composition')
        .selectAll('site_composition')
        .executeTakeFirst();
      return row && toStoredComposition(row);
    },
    async servable(now) {
      const rows = await db
        .selectFrom('site_composition')
        .selectAll()
        .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '>', now)]))
        .orderBy('activated_at', 'desc')
        .execute();
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
        const live = await tx.selectFrom('site_live').select('composition').executeTakeFirst();
        if ((live?.composition ?? null) !== activation.replaces) return false;
        if (activation.replaces) await endLive(tx, activation.replaces, activation.leaseUntil);
        await putLive(tx, activation.composition);
        for (const { app, digest } of activation.admitted)
          await updateReleaseState(tx, app, digest, 'admitted', []);
        for (const entry of activation.history) await insertHistory(tx, entry);
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
      await db.deleteFrom('site_setting').where('name', '=', name).execute();
      if (value !== undefined) await db.insertInto('site_setting').values({ name, value }).execute();
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

async function endLive(tx: Transaction<StateTables>, id: string, leasedUntil: number): Promise<void> {
  await tx.updateTable('site_composition').set({ leased_until: leasedUntil }).where('id', '=', id).execute();
}

async function putLive(tx: Transaction<StateTables>, composition: Composition): Promise<void> {
  const { id, timestamp } = composition;
  const body = JSON.stringify(composition);
  await tx
    .insertInto('site_composition')
    .values({ id, body, activated_at: timestamp, leased_until: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ body, activated_at: timestamp, leased_until: null }),
    )
    .execute();
  await tx
    .insertInto('site_live')
    .values({ slot: LIVE_SLOT, composition: id })
    .onConflict((conflict) => conflict.column('slot').doUpdateSet({ composition: id }))
    .execute();
}

async function insertHistory(db: Database | Transaction<StateTables>, entry: HistoryEntry): Promise<void> {
  const { at, actor, action, app, from, to, note } = entry;
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
