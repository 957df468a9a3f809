import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Finding, ReleaseState } from '@voltframe/kit/contract/operations/verdict';
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { inTransaction } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

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

/** The releases that this site received, with the state of each. */
export interface ReleaseStore {
  /**
   * Stores a release, or notes that a stored one was received again.
   * @param source the sender of the release. @param at ms since the epoch.
   */
  saveRelease(release: Release, source: string, at: number): Promise<void>;
  release(app: string, digest: string): Promise<StoredRelease | undefined>;
  /** @returns the newest releases, newest first. */
  releases(filter: { app?: string; state?: ReleaseState; limit: number }): Promise<ReleaseHead[]>;
  setReleaseState(app: string, digest: string, state: ReleaseState, findings: Finding[]): Promise<void>;
  setIdentity(app: string, digest: string, identity: ReleaseIdentity): Promise<void>;
  /** Ends the waiting of releases, and the holding of the held releases of these apps, in one transaction. */
  supersede(releases: readonly ReleaseKey[], apps: readonly string[]): Promise<void>;
  /** @param receivedAt of the release as it was read: a release that was received again later stays. */
  removeRelease(app: string, digest: string, receivedAt: number): Promise<void>;
}

/** @param db opened by `openDatabase`, or a transaction on it. */
export function createReleaseStore(db: Kysely<Tables>): ReleaseStore {
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
        .insertInto('release')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['app', 'digest']).doUpdateSet({ source, received_at: at }),
        )
        .execute();
    },
    async release(app, digest) {
      const row = await db
        .selectFrom('release')
        .selectAll()
        .where('app', '=', app)
        .where('digest', '=', digest)
        .executeTakeFirst();
      return row && { ...toHead(row), release: JSON.parse(row.body) as Release };
    },
    async releases(filter) {
      let query = db
        .selectFrom('release')
        .select(['app', 'digest', 'state', 'findings', 'source', 'received_at', 'rolled_back_at', 'identity'])
        .orderBy('received_at', 'desc')
        .limit(filter.limit);
      if (filter.app !== undefined) query = query.where('app', '=', filter.app);
      if (filter.state !== undefined) query = query.where('state', '=', filter.state);
      return (await query.execute()).map(toHead);
    },
    async setReleaseState(app, digest, state, findings) {
      await updateRelease(db, { app, digest }, { state, findings: JSON.stringify(findings) }).execute();
    },
    async setIdentity(app, digest, identity) {
      await updateRelease(db, { app, digest }, { identity: JSON.stringify(identity) }).execute();
    },
    supersede: (releases, apps) => inTransaction(db, (tx) => endWaiting(tx, { releases, apps })),
    async removeRelease(app, digest, receivedAt) {
      await db
        .deleteFrom('release')
        .where('app', '=', app)
        .where('digest', '=', digest)
        .where('received_at', '=', receivedAt)
        .execute();
    },
  };
}

/** @returns the statement that changes columns of one release. */
export function updateRelease(
  db: Kysely<Tables>,
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
