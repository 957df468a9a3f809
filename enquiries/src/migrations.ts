/** Tables of enquiries and subscriptions. Times are ms since the epoch. The same in SQLite and PostgreSQL. */
export interface EnquiryTables {
  enquiry: EnquiryRow;
  enquiry_claim: { claim: string; enquiry_id: string; created_at: number };
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
  /** `held`: the honeypot was filled in. Stored, but not delivered until the owner releases it. */
  state: 'kept' | 'held';
  created_at: number;
  file_name: string | null;
  file_bytes: number | null;
  file_sha256: string | null;
  /** The app whose live release declared the form; null: none, or one of two. */
  app: string | null;
}

export interface SubscriberRow {
  /** Random; links carry it instead of the address. */
  id: string;
  email: string;
  state: 'pending' | 'confirmed';
  /** When the subscription was last requested. */
  asked_at: number;
  /** When a confirmation was last put into the outbox. */
  mailed_at: number;
  created_at: number;
  confirmed_at: number | null;
}

/**
 * Steps that create these tables, for the site's list of migrations (`gateway/src/platform/database/tables.ts`): a
 * released step is never changed or removed.
 */
export const enquiryMigrations = {
  '001-enquiries': {
    statements: [
      `create table enquiry (
        id varchar(40) primary key,
        form varchar(40) not null,
        version integer not null,
        email varchar(254) not null,
        data text not null,
        state varchar(10) not null,
        created_at bigint not null,
        file_name varchar(60),
        file_bytes integer,
        file_sha256 varchar(64),
        app text
      )`,
      'create index enquiry_email on enquiry (email)',
      'create index enquiry_created on enquiry (created_at)',
      'create index enquiry_app on enquiry (app, created_at)',
      `create table enquiry_claim (
        claim varchar(64) primary key,
        enquiry_id varchar(40) not null,
        created_at bigint not null
      )`,
      'create index enquiry_claim_entry on enquiry_claim (enquiry_id)',
      `create table enquiry_upload (
        name varchar(60) primary key,
        content bytea not null,
        created_at bigint not null
      )`,
      `create table subscriber (
        id varchar(40) primary key,
        email varchar(254) not null unique,
        state varchar(10) not null,
        asked_at bigint not null,
        mailed_at bigint not null,
        created_at bigint not null,
        confirmed_at bigint
      )`,
    ],
  },
};
