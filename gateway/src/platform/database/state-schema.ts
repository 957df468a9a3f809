import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rows as they are in the database. JSON is kept as text: both databases then give back what was put in. */
export interface StateTables {
  site_release: {
    app: string;
    digest: string;
    body: string;
    state: string;
    findings: string;
    source: string;
    received_at: number;
    rolled_back_at: number | null;
    identity: string | null;
  };
  site_composition: { id: string; body: string; activated_at: number; leased_until: number | null };
  site_live: { slot: number; composition: string };
  site_history: {
    id: string;
    at: number;
    actor: string;
    action: string;
    app: string | null;
    from_id: string | null;
    to_id: string | null;
    note: string;
    composition: string | null;
  };
  site_pin: { app: string; actor: string; at: number };
  site_setting: { name: string; value: string };
  site_token: {
    id: string;
    name: string;
    role: string;
    app: string | null;
    hash: string;
    created_at: number;
    revoked_at: number | null;
    expires_at: number | null;
    last_used_at: number | null;
  };
  site_key: {
    app: string;
    id: string;
    public_key: string;
    name: string;
    created_at: number;
    ends_at: number | null;
    revoked_at: number | null;
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration sees no table types: they change over time
type AnyDatabase = Kysely<any>;

async function createReleases(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('site_release')
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('findings', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('site_release_key', ['app', 'digest'])
    .execute();
  await db.schema
    .createIndex('site_release_age')
    .on('site_release')
    .columns(['app', 'received_at'])
    .execute();
}

async function createCompositions(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('site_composition')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('activated_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_until', 'bigint')
    .execute();
  await db.schema
    .createTable('site_live')
    .addColumn('slot', 'integer', (column) => column.primaryKey())
    .addColumn('composition', 'text', (column) => column.notNull())
    .execute();
}

async function createHistory(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('site_history')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('app', 'text')
    .addColumn('from_id', 'text')
    .addColumn('to_id', 'text')
    .addColumn('note', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('site_history_at').on('site_history').columns(['at']).execute();
}

async function createControls(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('site_pin')
    .addColumn('app', 'text', (column) => column.primaryKey())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('site_setting')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('site_token')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('app', 'text')
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
}

async function addTokenTimes(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('site_token').addColumn('expires_at', 'bigint').execute();
  await db.schema.alterTable('site_token').addColumn('last_used_at', 'bigint').execute();
}

/** Which entries of the history are one step, and which releases were left for being bad. */
async function addSteps(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('site_history').addColumn('composition', 'text').execute();
  await db.schema.alterTable('site_release').addColumn('rolled_back_at', 'bigint').execute();
}

/** Where a release came from: JSON. */
async function addIdentities(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('site_release').addColumn('identity', 'text').execute();
}

async function createKeys(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('site_key')
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addPrimaryKeyConstraint('site_key_key', ['app', 'id'])
    .execute();
}

/** Migrations of the area `site`. A released one is never changed; a change is a new one. */
export const stateMigrations: Record<string, Migration> = {
  '001-create': {
    async up(db) {
      await createReleases(db);
      await createCompositions(db);
      await createHistory(db);
      await createControls(db);
    },
  },
  '002-token-times': { up: addTokenTimes },
  '003-keys': { up: createKeys },
  '004-steps': { up: addSteps },
  '005-identities': { up: addIdentities },
};
