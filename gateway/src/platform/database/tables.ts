import { type Kysely, sql } from 'kysely';
import { gatewayErrors } from '../errors.ts';
import { GATEWAY_VERSION } from '../version.ts';

/**
 * The tables of the site's database, as STEPS creates them. To add or change a table, change its type here and add a
 * step at the end of STEPS. Times are ms since the epoch. JSON is stored as text: both databases return it as it was
 * stored.
 */
export interface Tables {
  release: {
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
  composition: { id: string; body: string; activated_at: number; leased_until: number | null };
  live: { slot: number; composition: string };
  history: {
    id: string;
    /** Grows with each entry. Clocks of gateways differ, so `at` is no order. */
    sequence: number;
    at: number;
    actor: string;
    action: string;
    app: string | null;
    from_id: string | null;
    to_id: string | null;
    note: string;
    composition: string | null;
    /** JSON: the apps that a refused release waits for; null: it waits for none. */
    waits_for: string | null;
    /** 1: no event has been derived from the entry yet; null: there is nothing to derive. */
    event_due: number | null;
  };
  pin: { app: string; actor: string; at: number };
  /** The gateways on the database. Only gateways write it. */
  gateway: {
    /** Of one process. */
    id: string;
    version: string;
    /** Versions of the contract that it serves. */
    oldest: number;
    newest: number;
    /** Id of the composition that it serves; null: none. */
    composition: string | null;
    seen_at: number;
  };
  setting: { name: string; value: string };
  token: TokenRow;
  signing_key: {
    app: string;
    id: string;
    public_key: string;
    name: string;
    created_at: number;
    ends_at: number | null;
    revoked_at: number | null;
  };

  /** Secrets by name, of all gateways on one database. */
  secret: { name: string; value: string };

  /** Files of releases, for several gateways; PostgreSQL only. */
  /** `object`: name of the object with its content in the object store; null: the content is in `blob_part`. */
  blob: { sha256: string; bytes: number; stored_at: number; object: string | null };
  blob_part: { sha256: string; part: number; content: Buffer };

  /** Bytes of releases that an app sent, by hour. */
  received_bytes: { app: string; hour: number; bytes: number };
  /** Previews that links open. */
  preview: {
    id: string;
    /** The previewed apps, sorted, by commas. */
    owner: string;
    /** Unique among the previews of an owner; null: none. */
    name: string | null;
    /** JSON: `ReleaseKey` of each. */
    releases: string;
    /** Bytes of their files that were not live when the preview was created. */
    bytes: number;
    actor: string;
    made_at: number;
    ends_at: number;
    /** Id of the composition that it is served as. */
    composition: string;
    /** The live releases at the time of its admission: its pages may embed or link to them. */
    inputs: string;
    /** JSON: the findings of that admission. */
    findings: string;
  };
  measurement: { app: string; digest: string; at: number; body: string };

  outbox: OutboxRow;

  upstream_response: UpstreamResponseRow;
  /** How often an app invalidated a tag: of each hash bucket of tags. */
  upstream_tag: { app: string; bucket: number; generation: number; changed_at: number };

  /** The errors of a release with the same message in the same file. From `kind` on, of the first of them. */
  error_group: {
    app: string;
    release: string;
    /** `listed`, `unlisted` or `browser`. */
    source: string;
    /** Of message and file, the same in every release. It begins with the id on the error screen. */
    fingerprint: string;
    first_seen: number;
    last_seen: number;
    times: number;
    kind: string;
    message: string;
    place: string | null;
    /** JSON. */
    frames: string;
    route: string | null;
    browser: string | null;
    composition: string;
  };
}

export interface TokenRow {
  id: string;
  name: string;
  role: string;
  app: string | null;
  hash: string;
  created_at: number;
  revoked_at: number | null;
  expires_at: number | null;
  last_used_at: number | null;
}

export interface OutboxRow {
  /** Stable over all attempts: the webhook's idempotency key and the mail's Message-ID. */
  id: string;
  kind: string;
  /** `none`: no channel was configured yet. */
  channel: string;
  /** Id of the record that is delivered; the key that is purged. */
  subject_id: string;
  attempts: number;
  next_at: number;
  /** End of the lease of a sender; later another sender takes the row, because the first was killed. */
  lease_until: number;
  /** A code (`ECONNREFUSED`, `550`), never a text that could contain an address. */
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
  /** Given up: mail to a visitor whose server refuses it permanently. */
  failed_at: number | null;
}

export interface UpstreamResponseRow {
  /** A digest of the key, because the key may be too long for an index. */
  id: string;
  app: string;
  key: string;
  request: string;
  /** 0: without its body. */
  status: number;
  headers: string;
  body: Uint8Array;
  digest: string;
  generation: number;
  fetched_at: number;
  version: number;
  changed_at: number;
}

/** One change of the database's tables. */
export interface Migration {
  /** SQL that SQLite and PostgreSQL both understand, executed in this order. */
  statements: string[];
  /** Executed after them on PostgreSQL only. */
  ofPostgres?: string[];
  /**
   * Gateways of earlier versions cannot use the database after this step, for example because it removes a column. They
   * refuse to start on it. Allowed for what the version before this one does not use any more (decision 28).
   */
  breaksEarlier?: true;
}

/**
 * The steps that create the tables, executed in the order of their names. A released step is never changed or removed.
 */
export const STEPS: Record<string, Migration> = {
  '001-site': {
    statements: [
      `create table release (
        app text not null,
        digest text not null,
        body text not null,
        state text not null,
        findings text not null,
        source text not null,
        received_at bigint not null,
        rolled_back_at bigint,
        identity text,
        constraint release_key primary key (app, digest)
      )`,
      'create index release_age on release (app, received_at)',
      `create table composition (
        id text primary key,
        body text not null,
        activated_at bigint not null,
        leased_until bigint
      )`,
      'create table live (slot integer primary key, composition text not null)',
      `create table history (
        id text primary key,
        sequence bigint not null,
        at bigint not null,
        actor text not null,
        action text not null,
        app text,
        from_id text,
        to_id text,
        note text not null,
        composition text,
        waits_for text,
        event_due integer
      )`,
      'create index history_at on history (at)',
      'create index history_sequence on history (sequence)',
      'create index history_due on history (event_due) where event_due is not null',
      'create table pin (app text primary key, actor text not null, at bigint not null)',
      `create table gateway (
        id varchar(80) primary key,
        version varchar(40) not null,
        oldest integer not null,
        newest integer not null,
        composition text,
        seen_at bigint not null
      )`,
      'create table setting (name text primary key, value text not null)',
      `create table token (
        id text primary key,
        name text not null,
        role text not null,
        app text,
        hash text not null unique,
        created_at bigint not null,
        revoked_at bigint,
        expires_at bigint,
        last_used_at bigint
      )`,
      `create table signing_key (
        app text not null,
        id text not null,
        public_key text not null,
        name text not null,
        created_at bigint not null,
        ends_at bigint,
        revoked_at bigint,
        constraint signing_key_key primary key (app, id)
      )`,
      'create table secret (name varchar(40) primary key, value varchar(200) not null)',
      `create table received_bytes (
        app text not null,
        hour bigint not null,
        bytes bigint not null,
        constraint received_bytes_key primary key (app, hour)
      )`,
      `create table preview (
        id text primary key,
        owner text not null,
        name text,
        releases text not null,
        bytes bigint not null,
        actor text not null,
        made_at bigint not null,
        ends_at bigint not null,
        composition text not null,
        inputs text not null,
        findings text not null
      )`,
      'create index preview_owner on preview (owner)',
      `create table measurement (
        app text not null,
        digest text not null,
        at bigint not null,
        body text not null,
        constraint measurement_key primary key (app, digest)
      )`,
      `create table outbox (
        id varchar(80) primary key,
        kind varchar(10) not null,
        channel varchar(40) not null,
        subject_id varchar(40) not null,
        attempts integer not null,
        next_at bigint not null,
        lease_until bigint not null,
        last_error varchar(80),
        created_at bigint not null,
        sent_at bigint,
        failed_at bigint
      )`,
      'create index outbox_due on outbox (sent_at, next_at)',
      'create index outbox_subject on outbox (subject_id)',
      `create table upstream_response (
        id text primary key,
        app text not null,
        key text not null,
        request text not null,
        status integer not null,
        headers text not null,
        body bytea not null,
        digest text not null,
        generation bigint not null,
        fetched_at bigint not null,
        version bigint not null,
        changed_at bigint not null
      )`,
      'create index upstream_response_app on upstream_response (app)',
      'create index upstream_response_change on upstream_response (changed_at)',
      `create table upstream_tag (
        app text not null,
        bucket integer not null,
        generation bigint not null,
        changed_at bigint not null,
        constraint upstream_tag_key primary key (app, bucket)
      )`,
      `create table error_group (
        app text not null,
        release text not null,
        source text not null,
        fingerprint text not null,
        first_seen bigint not null,
        last_seen bigint not null,
        times bigint not null,
        kind text not null,
        message text not null,
        place text,
        frames text not null,
        route text,
        browser text,
        composition text not null,
        constraint error_group_key primary key (app, release, source, fingerprint)
      )`,
    ],
    ofPostgres: [
      `create table blob (
        sha256 text primary key,
        bytes bigint not null,
        stored_at bigint not null,
        object text
      )`,
      `create table blob_part (
        sha256 text not null references blob (sha256) on delete cascade,
        part integer not null,
        content bytea not null,
        constraint blob_part_key primary key (sha256, part)
      )`,
      // Most content is already compressed, so a second compression would cost time and save nothing.
      'alter table blob_part alter column content set storage external',
    ],
  },
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration sees no table types: they change over time
type AnyDatabase = Kysely<any>;

/** Key of the lock with which a gateway changes the tables of a shared database. */
const LOCK = 3_853_314_791_062_309_107n;

/**
 * `breaks`: 1 where earlier versions cannot use the database after the step, which `version` of the gateway executed.
 */
const RECORDS = `create table if not exists schema_step (
  name varchar(255) not null primary key,
  executed_at varchar(255) not null,
  version varchar(40) not null,
  breaks integer not null
)`;

/**
 * Creates the tables of the site, or brings them up to date, in one transaction. Several gateways may do so at the same
 * time: one executes the steps, the others wait. Executed steps are recorded in the table `schema_step`. Steps that a
 * newer version executed are left as they are.
 * @param place of the database, for messages.
 * @param ofPackages steps of packages that the gateway runs with, by names that differ from its own.
 * @param own steps of the gateway itself.
 * @throws the error of the first step that fails, GW_DATABASE_NEWER where a newer version executed a step that breaks
 *   this one, or GW_DATABASE_UNRELEASED; no step has an effect then.
 */
export async function migrateDatabase(
  db: AnyDatabase,
  { kind, place }: { kind: 'sqlite' | 'postgres'; place: string },
  ofPackages: Record<string, Migration> = {},
  own: Record<string, Migration> = STEPS,
): Promise<void> {
  const steps = Object.entries({ ...own, ...ofPackages }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  await db.transaction().execute(async (tx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    if (await hasTable(tx, kind, TABLE_OF_BEFORE)) throw gatewayErrors.DATABASE_UNRELEASED({ place });
    await sql.raw(RECORDS).execute(tx);
    type Executed = { name: string; version: string; breaks: number };
    const { rows } = await sql<Executed>`select name, version, breaks from schema_step`.execute(tx);
    const breaking = rows.find(
      ({ name, breaks }) => breaks === 1 && !steps.some(([known]) => known === name),
    );
    if (breaking)
      throw gatewayErrors.DATABASE_NEWER({
        newer: breaking.version,
        step: breaking.name,
        own: GATEWAY_VERSION,
      });
    for (const [name, { statements, ofPostgres = [], breaksEarlier = false }] of steps) {
      if (rows.some((executed) => executed.name === name)) continue;
      for (const statement of [...statements, ...(kind === 'postgres' ? ofPostgres : [])])
        await sql.raw(statement).execute(tx);
      await sql`insert into schema_step (name, executed_at, version, breaks)
        values (${name}, ${new Date().toISOString()}, ${GATEWAY_VERSION}, ${Number(breaksEarlier)})`.execute(
        tx,
      );
    }
  });
}

/** Every version before 1.0.0 had this table, and no later one has it. */
const TABLE_OF_BEFORE = 'site_live';

/** @returns whether the database has one of these tables of a site: of this version, or of one before 1.0.0. */
export async function hasSite(db: AnyDatabase, kind: 'sqlite' | 'postgres'): Promise<boolean> {
  return (await hasTable(db, kind, 'live')) || hasTable(db, kind, TABLE_OF_BEFORE);
}

async function hasTable(db: AnyDatabase, kind: 'sqlite' | 'postgres', name: string): Promise<boolean> {
  const { rows } =
    kind === 'postgres'
      ? await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
      : await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}
