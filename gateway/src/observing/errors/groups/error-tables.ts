import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rows as they are in the database; times are ms since the epoch. */
export interface ErrorTables {
  /** `key`: of app, release, message and place. `alike`: of message and file, the same in every release. */
  seeing_error: {
    key: string;
    app: string;
    release: string;
    alike: string;
    id: string;
    kind: string;
    of_server: number;
    message: string;
    place: string | null;
    /** JSON. */
    frames: string;
    composition: string;
    first_seen: number;
    last_seen: number;
    times: number;
    visitors: number;
  };
  /** What error screens showed of a group: each browser writes its stack in its own way. */
  seeing_error_id: { id: string; key: string; seen_at: number };
  seeing_error_count: { key: string; what: 'route' | 'browser'; name: string; times: number };
  seeing_error_visitor: { key: string; day: number; visitor: string };
  seeing_error_hour: { app: string; release: string; hour: number; times: number };
  seeing_salt: { day: number; salt: string };
}

/** Migrations of the area `seeing`. A released one is never changed; a change is a new one. */
export const errorMigrations: Record<string, Migration> = {
  '001-create': {
    async up(db) {
      await createGroups(db);
      await createParts(db);
      await createCounts(db);
    },
  },
};

async function createGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('seeing_error')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('alike', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('of_server', 'integer', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('place', 'text')
    .addColumn('frames', 'text', (column) => column.notNull())
    .addColumn('composition', 'text', (column) => column.notNull())
    .addColumn('first_seen', 'bigint', (column) => column.notNull())
    .addColumn('last_seen', 'bigint', (column) => column.notNull())
    .addColumn('times', 'bigint', (column) => column.notNull())
    .addColumn('visitors', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('seeing_error_app').on('seeing_error').columns(['app', 'last_seen']).execute();
  await db.schema.createIndex('seeing_error_alike').on('seeing_error').columns(['app', 'alike']).execute();
}

/** They go with their group. */
async function createParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('seeing_error_id')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull().references('seeing_error.key').onDelete('cascade'))
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('seeing_error_id_key', ['id', 'key'])
    .execute();
  await db.schema.createIndex('seeing_error_id_of').on('seeing_error_id').columns(['key']).execute();
  await db.schema
    .createTable('seeing_error_count')
    .addColumn('key', 'text', (column) => column.notNull().references('seeing_error.key').onDelete('cascade'))
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('times', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('seeing_error_count_key', ['key', 'what', 'name'])
    .execute();
  await db.schema
    .createTable('seeing_error_visitor')
    .addColumn('key', 'text', (column) => column.notNull().references('seeing_error.key').onDelete('cascade'))
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('visitor', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('seeing_error_visitor_key', ['key', 'day', 'visitor'])
    .execute();
}

async function createCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('seeing_error_hour')
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('times', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('seeing_error_hour_key', ['app', 'release', 'hour'])
    .execute();
  await db.schema
    .createTable('seeing_salt')
    .addColumn('day', 'bigint', (column) => column.primaryKey())
    .addColumn('salt', 'text', (column) => column.notNull())
    .execute();
}
