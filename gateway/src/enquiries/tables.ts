import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables of enquiries and subscriptions. Times are ms since the epoch. The same in SQLite and PostgreSQL. */
export interface EnquiryTables {
  enquiry: EnquiryRow;
  enquiry_claim: { claim: string; enquiry_id: string; created_at: number };
  enquiry_outbox: OutboxRow;
  enquiry_upload: { name: string; content: Uint8Array; created_at: number };
  subscriber: SubscriberRow;
}

export interface EnquiryRow {
  id: string;
  form: string;
  version: number;
  /** Normalised; the key of erasure. */
  email: string;
  /** JSON of the normalised values. */
  data: string;
  /** `held`: the honeypot was filled in. Kept, but not delivered until the owner releases it. */
  state: 'kept' | 'held';
  created_at: number;
  file_name: string | null;
  file_bytes: number | null;
  file_sha256: string | null;
}

export interface OutboxRow {
  /** Stable over all attempts: the webhook's idempotency key and the mail's Message-ID. */
  id: string;
  kind: OutboxKind;
  /** `none`: no channel was configured yet. */
  channel: OutboxChannel | 'none';
  /** Id of the enquiry, the subscriber or the alert; the key that is purged. */
  subject_id: string;
  attempts: number;
  next_at: number;
  /** A sender works on it until then; after that another may (the first was killed). */
  lease_until: number;
  /** A code (`ECONNREFUSED`, `550`), never a text that could hold an address. */
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
  /** Given up: only for mail to a visitor whose server refuses it for good. */
  failed_at: number | null;
}

/** Of what visitors send. */
export type Channel = 'smtp' | 'webhook';
/** Of what teams are told (seeing/alerts/). Others than visitors' entries have, so that neither waits for the other's receiver. */
export type AlertChannel = 'alert-mail' | 'alert-hook';
/** `cdn-purge`: what shared caches are to forget (purging/). */
export type OutboxChannel = Channel | AlertChannel | 'cdn-purge';
export type OutboxKind = 'enquiry' | 'confirm' | 'welcome' | 'alert' | 'purge';

export interface SubscriberRow {
  /** Random; what links carry instead of the address. */
  id: string;
  email: string;
  state: 'pending' | 'confirmed';
  /** When somebody last asked. */
  asked_at: number;
  /** When a confirmation was last put into the outbox. */
  mailed_at: number;
  created_at: number;
  confirmed_at: number | null;
}

/** Run by `migrateDatabase(db, 'enquiry', …)`. */
export const enquiryMigrations: Record<string, Migration> = {
  '001-create': { up: create },
  // They are in `site_secret` (secrets/secret-table.ts).
  '002-secrets-elsewhere': { up: (db) => db.schema.dropTable('enquiry_secret').ifExists().execute() },
};

async function create(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('enquiry')
    .addColumn('id', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('form', 'varchar(40)', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('email', 'varchar(254)', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('state', 'varchar(10)', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('file_name', 'varchar(60)')
    .addColumn('file_bytes', 'integer')
    .addColumn('file_sha256', 'varchar(64)')
    .execute();
  await db.schema.createIndex('enquiry_email').on('enquiry').column('email').execute();
  await db.schema.createIndex('enquiry_created').on('enquiry').column('created_at').execute();
  await createDelivery(db);
  await createSubscriptions(db);
}

async function createDelivery(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('enquiry_claim')
    .addColumn('claim', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('enquiry_id', 'varchar(40)', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('enquiry_claim_entry').on('enquiry_claim').column('enquiry_id').execute();
  await db.schema
    .createTable('enquiry_outbox')
    .addColumn('id', 'varchar(80)', (column) => column.primaryKey())
    .addColumn('kind', 'varchar(10)', (column) => column.notNull())
    .addColumn('channel', 'varchar(10)', (column) => column.notNull())
    .addColumn('subject_id', 'varchar(40)', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('last_error', 'varchar(80)')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('enquiry_outbox_due')
    .on('enquiry_outbox')
    .columns(['sent_at', 'next_at'])
    .execute();
  await db.schema.createIndex('enquiry_outbox_subject').on('enquiry_outbox').column('subject_id').execute();
}

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('subscriber')
    .addColumn('id', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('email', 'varchar(254)', (column) => column.notNull().unique())
    .addColumn('state', 'varchar(10)', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('mailed_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute();
  await db.schema
    .createTable('enquiry_secret')
    .addColumn('name', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('value', 'varchar(200)', (column) => column.notNull())
    .execute();
  // `bytea` is PostgreSQL's; SQLite takes any type name and gives BLOBs back as they came.
  await db.schema
    .createTable('enquiry_upload')
    .addColumn('name', 'varchar(60)', (column) => column.primaryKey())
    .addColumn('content', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}
