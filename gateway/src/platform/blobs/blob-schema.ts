import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Files in the database, for several gateways; PostgreSQL only. */
export interface BlobTables {
  site_blob: { sha256: string; bytes: number; stored_at: number };
  site_blob_part: { sha256: string; part: number; content: Buffer };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration sees no table types: they change over time
async function createBlobs(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('site_blob')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('stored_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('site_blob_part')
    .addColumn('sha256', 'text', (column) =>
      column.notNull().references('site_blob.sha256').onDelete('cascade'),
    )
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('content', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('site_blob_part_key', ['sha256', 'part'])
    .execute();
  // Most of it is compressed already: trying again costs time and gains nothing.
  await sql`alter table site_blob_part alter column content set storage external`.execute(db);
}

/** Migrations of the area `blob`. A released one is never changed; a change is a new one. */
export const blobMigrations: Record<string, Migration> = { '001-create': { up: createBlobs } };
