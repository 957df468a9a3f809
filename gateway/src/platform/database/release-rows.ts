import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Finding, ReleaseState } from '@voltframe/kit/contract/operations/verdict';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.ts';
import { heldSetting, type ReleaseHead, type ReleaseKey, type StateStore } from './state-store.ts';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { randomUUID } from 'node:crypto';

type Database = Kysely<Tables>;

/** The releases and the history of a state store. */
export function releaseQueries(
  db: Database,
): Pick<
  StateStore,
  | 'saveRelease'
  | 'release'
  | 'releases'
  | 'setReleaseState'
  | 'setIdentity'
  | 'supersede'
  | 'removeRelease'
  | 'addHistory'
  | 'history'
> {
  return {
    async saveRelease(release, source, at) {
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
        .insertInto('site_release')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['app', 'digest']).doUpdateSet({ source, received_at: at }),
        )
        .execute();
    },
    async release(app, digest) {
      const row = await selectRelease(db, app, digest);
      return row && { ...toHead(row), release: JSON.parse(row.body) as Release };
    },
    async releases(filter) {
      let query = db
        .selectFrom('site_release')
        .select(['app', 'digest', 'state', 'findings', 'source', 'received_at', 'rolled_back_at', 'identity'])
        .orderBy('received_at', 'desc')
        .limit(filter.limit);
      if (filter.app !== undefined) query = query.where('app', '=', filter.app);
      if (filter.state !== undefined) query = query.where('state', '=', filter.state);
      return (await query.execute()).map(toHead);
    },
    async setReleaseState(app, digest, state, findings) {
      await updateReleaseState(db, app, digest, state, findings);
    },
    async setIdentity(app, digest, identity) {
      await db
        .updateTable('site_release')
        .set({ identity: JSON.stringify(identity) })
        .where('app', '=', app)
        .where('digest', '=', digest)
        .execute();
    },
    supersede: (releases, apps) => db.transaction().execute((tx) => endWaiting(tx, { releases, apps })),
    async removeRelease(app, digest, receivedAt) {
      await db
        .deleteFrom('site_release')
        .where('app', '=', app)
        .where('digest', '=', digest)
        .where('received_at', '=', receivedAt)
        .execute();
    },
    addHistory: (entry) => insertHistory(db, entry),
    async history(filter) {
      let query = db
        .selectFrom('site_history')
        .leftJoin('site_release', (join) =>
          join
            .onRef('site_release.app', '=', 'site_history.app')
            .onRef('site_release.digest', '=', 'site_history.to_id'),
        )
        .selectAll('site_history')
        .select('site_release.identity')
        .orderBy('site_history.at', 'desc')
        .limit(filter.limit);
      if (filter.app !== undefined) query = query.where('site_history.app', '=', filter.app);
      const rows = await query.execute();
      return rows.map(({ at, actor, action, app, from_id, to_id, note, composition, identity }) => ({
        at,
        actor,
        action: action as HistoryAction,
        app,
        from: from_id,
        to: to_id,
        note,
        ...(composition !== null && { composition }),
        ...(identity !== null && { identity: JSON.parse(identity) as ReleaseIdentity }),
      }));
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

export async function updateReleaseState(
  db: Database | Transaction<Tables>,
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

/** In a transaction. @param at when it was left, ms since the epoch; null = it is live again. */
export async function markLeft(
  tx: Transaction<Tables>,
  { app, digest }: ReleaseKey,
  at: number | null,
): Promise<void> {
  await tx
    .updateTable('site_release')
    .set({ rolled_back_at: at })
    .where('app', '=', app)
    .where('digest', '=', digest)
    .execute();
}

/** In a transaction. Held releases stay admitted, but no longer go live by themselves. */
export async function endWaiting(
  tx: Transaction<Tables>,
  { releases, apps }: { releases: readonly ReleaseKey[]; apps: readonly string[] },
): Promise<void> {
  for (const { app, digest } of releases)
    await tx
      .updateTable('site_release')
      .set({ state: 'superseded' })
      .where('app', '=', app)
      .where('digest', '=', digest)
      .where('state', '=', 'waiting')
      .execute();
  for (const app of apps) await tx.deleteFrom('site_setting').where('name', '=', heldSetting(app)).execute();
}

function toHead(row: Omit<Selectable<Tables['site_release']>, 'body'>): ReleaseHead {
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

export async function insertHistory(
  db: Database | Transaction<Tables>,
  entry: HistoryEntry,
  composition: string | null = null,
): Promise<void> {
  const { at, actor, action, app, from, to } = entry;
  const note = entry.note.replaceAll('\0', ''); // errors of release code may contain it; PostgreSQL's text may not
  const row = { id: randomUUID(), at, actor, action, app, from_id: from, to_id: to, note, composition };
  await db.insertInto('site_history').values(row).execute();
}
