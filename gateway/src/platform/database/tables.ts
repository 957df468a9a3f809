import { type Kysely, sql } from 'kysely';
import { gatewayErrors } from '../errors.ts';
import { GATEWAY_VERSION } from '../version.ts';

/**
 * The tables of the site's database, as STEPS creates them. To add or change a table, change its type here and add a
 * step at the end of STEPS. Times are ms since the epoch. JSON is stored as text: both databases return it as it was
 * stored.
 */
export interface Tables {
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
    /** JSON: the apps that a refused release waits for; null: it waits for none. */
    waits_for: string | null;
    /** 1: no event has been derived from the entry yet. Entries of earlier versions have null. */
    event_due: number | null;
  };
  site_pin: { app: string; actor: string; at: number };
  /** The gateways on the database. Only gateways write it. */
  site_gateway: {
    /** Of one process. */
    id: string;
    version: string;
    /** Versions of the contract that it serves. */
    oldest: string;
    newest: string;
    /** Id of the composition that it serves; null: none. */
    composition: string | null;
    seen_at: number;
  };
  site_setting: { name: string; value: string };
  site_token: TokenRow;
  /** Tokens of roles that a gateway of an earlier version would treat as a team's token. */
  site_role_token: TokenRow;
  site_key: {
    app: string;
    id: string;
    public_key: string;
    name: string;
    created_at: number;
    ends_at: number | null;
    revoked_at: number | null;
  };

  /** Secrets by name, of all gateways on one database. */
  site_secret: { name: string; value: string };

  /** Files of releases, for several gateways; PostgreSQL only. */
  site_blob: { sha256: string; bytes: number; stored_at: number };
  site_blob_part: { sha256: string; part: number; content: Buffer };

  /** Bytes of releases that an app sent, by hour. */
  site_intake: { app: string; hour: number; bytes: number };
  /** Previews that links open. */
  site_preview_link: {
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
  /** Receivers of an app's events, which its team chose. */
  site_subscription: {
    id: string;
    app: string;
    kind: string;
    address: string;
    /** Of a webhook. */
    secret: string | null;
    /** JSON: types. */
    events: string;
    actor: string;
    created_at: number;
  };
  release_measured: { app: string; digest: string; at: number; body: string };

  enquiry_outbox: OutboxRow;

  site_upstream_answer: UpstreamAnswerRow;
  /** How often an app invalidated a tag: of each hash bucket of tags. */
  site_upstream_tag: { app: string; bucket: number; generation: number; changed_at: number };

  /** `key`: of app, release, message and place. `alike`: of message and file, the same in every release. */
  seeing_error: {
    key: string;
    app: string;
    release: string;
    alike: string;
    id: string;
    kind: string;
    of_server: number;
    /** 1: only unlisted addresses produced it. */
    unlisted: number;
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
  /** The ids of a group on error screens: each browser writes stacks in its own format. */
  seeing_error_id: { id: string; key: string; seen_at: number };
  seeing_error_count: { key: string; what: 'route' | 'browser'; name: string; times: number };
  seeing_error_visitor: { key: string; day: number; visitor: string };
  seeing_error_hour: { app: string; release: string; hour: number; times: number };
  seeing_salt: { day: number; salt: string };

  alert: {
    /** The key of an alert, which is sent once: app, release, rule and subject. */
    id: string;
    app: string;
    release: string;
    created_at: number;
    /**
     * App, day and number of the alert on that day: unique, so the numbers limit the alerts of an app.
     */
    place: string;
    /** JSON: `Alert` of the kit's contract. */
    body: string;
  };

  figure_day: {
    app: string;
    release: string;
    route: string;
    device: string;
    day: number;
    answers: number;
    hits: number;
    /** JSON: name of a figure → its histogram as text. */
    figures: string;
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

export interface UpstreamAnswerRow {
  /** A digest of the key, because the key may be too long for an index. */
  id: string;
  app: string;
  key: string;
  request: string;
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
  /** Where versions with a table of migrations per area recorded the same step. */
  earlier?: { area: string; name: string };
  postgresOnly?: true;
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
  '001-releases': {
    earlier: { area: 'site', name: '001-create' },
    statements: [
      `create table site_release (
        app text not null,
        digest text not null,
        body text not null,
        state text not null,
        findings text not null,
        source text not null,
        received_at bigint not null,
        constraint site_release_key primary key (app, digest)
      )`,
      'create index site_release_age on site_release (app, received_at)',
      `create table site_composition (
        id text primary key,
        body text not null,
        activated_at bigint not null,
        leased_until bigint
      )`,
      'create table site_live (slot integer primary key, composition text not null)',
      `create table site_history (
        id text primary key,
        at bigint not null,
        actor text not null,
        action text not null,
        app text,
        from_id text,
        to_id text,
        note text not null
      )`,
      'create index site_history_at on site_history (at)',
      'create table site_pin (app text primary key, actor text not null, at bigint not null)',
      'create table site_setting (name text primary key, value text not null)',
      `create table site_token (
        id text primary key,
        name text not null,
        role text not null,
        app text,
        hash text not null unique,
        created_at bigint not null,
        revoked_at bigint
      )`,
    ],
  },
  '002-token-times': {
    earlier: { area: 'site', name: '002-token-times' },
    statements: [
      'alter table site_token add column expires_at bigint',
      'alter table site_token add column last_used_at bigint',
    ],
  },
  '003-keys': {
    earlier: { area: 'site', name: '003-keys' },
    statements: [
      `create table site_key (
        app text not null,
        id text not null,
        public_key text not null,
        name text not null,
        created_at bigint not null,
        ends_at bigint,
        revoked_at bigint,
        constraint site_key_key primary key (app, id)
      )`,
    ],
  },
  '004-rollbacks': {
    earlier: { area: 'site', name: '004-steps' },
    statements: [
      'alter table site_history add column composition text',
      'alter table site_release add column rolled_back_at bigint',
    ],
  },
  '005-identities': {
    earlier: { area: 'site', name: '005-identities' },
    statements: ['alter table site_release add column identity text'],
  },
  '006-blobs': {
    earlier: { area: 'blob', name: '001-create' },
    postgresOnly: true,
    statements: [
      `create table site_blob (
        sha256 text primary key,
        bytes bigint not null,
        stored_at bigint not null
      )`,
      `create table site_blob_part (
        sha256 text not null references site_blob (sha256) on delete cascade,
        part integer not null,
        content bytea not null,
        constraint site_blob_part_key primary key (sha256, part)
      )`,
      // Most content is already compressed, so a second compression would cost time and save nothing.
      'alter table site_blob_part alter column content set storage external',
    ],
  },
  '008-secrets': {
    earlier: { area: 'secret', name: '001-gather' },
    statements: [
      'create table site_secret (name varchar(40) primary key, value varchar(200) not null)',
      // Earlier versions stored secrets in two other tables.
      `create table if not exists enquiry_secret (
        name varchar(40) primary key,
        value varchar(200) not null
      )`,
      'insert into site_secret select name, value from enquiry_secret',
      "insert into site_secret select substr(name, 8), value from site_setting where name like 'secret:%'",
      "delete from site_setting where name like 'secret:%'",
      'drop table enquiry_secret',
    ],
  },
  '009-earlier-secrets': {
    earlier: { area: 'enquiry', name: '002-secrets-elsewhere' },
    statements: ['drop table if exists enquiry_secret'],
  },
  '010-errors': {
    earlier: { area: 'seeing', name: '001-create' },
    statements: [
      `create table seeing_error (
        key text primary key,
        app text not null,
        release text not null,
        alike text not null,
        id text not null,
        kind text not null,
        of_server integer not null,
        message text not null,
        place text,
        frames text not null,
        composition text not null,
        first_seen bigint not null,
        last_seen bigint not null,
        times bigint not null,
        visitors bigint not null
      )`,
      'create index seeing_error_app on seeing_error (app, last_seen)',
      'create index seeing_error_alike on seeing_error (app, alike)',
      `create table seeing_error_id (
        id text not null,
        key text not null references seeing_error (key) on delete cascade,
        seen_at bigint not null,
        constraint seeing_error_id_key primary key (id, key)
      )`,
      'create index seeing_error_id_of on seeing_error_id (key)',
      `create table seeing_error_count (
        key text not null references seeing_error (key) on delete cascade,
        what text not null,
        name text not null,
        times bigint not null,
        constraint seeing_error_count_key primary key (key, what, name)
      )`,
      `create table seeing_error_visitor (
        key text not null references seeing_error (key) on delete cascade,
        day bigint not null,
        visitor text not null,
        constraint seeing_error_visitor_key primary key (key, day, visitor)
      )`,
      `create table seeing_error_hour (
        app text not null,
        release text not null,
        hour bigint not null,
        times bigint not null,
        constraint seeing_error_hour_key primary key (app, release, hour)
      )`,
      'create table seeing_salt (day bigint primary key, salt text not null)',
    ],
  },
  '011-alerts': {
    earlier: { area: 'alerts', name: '001-create' },
    statements: [
      `create table alert (
        id varchar(40) primary key,
        app text not null,
        release text not null,
        created_at bigint not null,
        place text not null unique,
        body text not null
      )`,
      'create index alert_created on alert (created_at)',
    ],
  },
  '012-vitals': {
    earlier: { area: 'figures', name: '001-create' },
    statements: [
      `create table figure_day (
        app text not null,
        release text not null,
        route text not null,
        device text not null,
        day bigint not null,
        answers bigint not null,
        hits bigint not null,
        figures text not null,
        constraint figure_day_key primary key (app, day, release, route, device)
      )`,
      'create index figure_day_age on figure_day (day)',
    ],
  },
  '013-upstream-responses': {
    earlier: { area: 'upstream', name: '001-create' },
    statements: [
      `create table site_upstream_answer (
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
      'create index site_upstream_answer_app on site_upstream_answer (app)',
      'create index site_upstream_answer_change on site_upstream_answer (changed_at)',
      `create table site_upstream_tag (
        app text not null,
        bucket integer not null,
        generation bigint not null,
        changed_at bigint not null,
        constraint site_upstream_tag_key primary key (app, bucket)
      )`,
    ],
  },
  '014-quotas': {
    earlier: { area: 'quota', name: '001-create' },
    statements: [
      `create table site_intake (
        app text not null,
        hour bigint not null,
        bytes bigint not null,
        constraint site_intake_key primary key (app, hour)
      )`,
      `create table site_preview (
        app text not null,
        digest text not null,
        bytes bigint not null,
        ends_at bigint not null,
        constraint site_preview_key primary key (app, digest)
      )`,
    ],
  },
  '015-measurements': {
    earlier: { area: 'measured', name: '001-create' },
    statements: [
      `create table release_measured (
        app text not null,
        digest text not null,
        at bigint not null,
        body text not null,
        constraint release_measured_key primary key (app, digest)
      )`,
    ],
  },
  '016-outbox': {
    statements: [
      // Earlier versions created it with the tables of enquiries.
      `create table if not exists enquiry_outbox (
        id varchar(80) primary key,
        kind varchar(10) not null,
        channel varchar(10) not null,
        subject_id varchar(40) not null,
        attempts integer not null,
        next_at bigint not null,
        lease_until bigint not null,
        last_error varchar(80),
        created_at bigint not null,
        sent_at bigint,
        failed_at bigint
      )`,
      'create index if not exists enquiry_outbox_due on enquiry_outbox (sent_at, next_at)',
      'create index if not exists enquiry_outbox_subject on enquiry_outbox (subject_id)',
    ],
  },
  '017-events': {
    statements: [
      'alter table site_history add column waits_for text',
      'alter table site_history add column event_due integer',
      'create index site_history_due on site_history (event_due) where event_due is not null',
    ],
  },
  '018-unlisted-errors': {
    statements: ['alter table seeing_error add column unlisted integer not null default 0'],
  },
  '019-gateways': {
    statements: [
      `create table site_gateway (
        id varchar(80) primary key,
        version varchar(40) not null,
        oldest varchar(20) not null,
        newest varchar(20) not null,
        composition text,
        seen_at bigint not null
      )`,
    ],
  },
  '020-role-tokens': {
    statements: [
      `create table site_role_token (
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
    ],
  },
  '021-preview-links': {
    statements: [
      `create table site_preview_link (
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
      'create index site_preview_link_owner on site_preview_link (owner)',
    ],
  },
  '022-subscriptions': {
    statements: [
      `create table site_subscription (
        id varchar(7) primary key,
        app text not null,
        kind text not null,
        address text not null,
        secret text,
        events text not null,
        actor text not null,
        created_at bigint not null
      )`,
      'create index site_subscription_app on site_subscription (app)',
    ],
  },
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a migration sees no table types: they change over time
type AnyDatabase = Kysely<any>;

/** The last step that version 1.3.0 knows. That version refuses a database whose `schema_migration` has later ones. */
export const LAST_OF_1_3 = '016-outbox';

/** The lock of Kysely's Migrator, with which version 1.3.0 changes the tables. */
const LOCK = 3_853_314_791_062_309_107n;

/** `breaks`: 1 where earlier versions cannot use the database after the step, which `version` of the gateway executed. */
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
 * @param kind of the database: some tables exist in PostgreSQL only.
 * @param ofPackages steps of packages that the gateway runs with, by names that sort into the list.
 * @param steps of the gateway itself.
 * @throws the error of the first step that fails, or GW_DATABASE_NEWER where a newer version executed a step that breaks
 *   this one; no step has an effect then.
 */
export async function migrateDatabase(
  db: AnyDatabase,
  kind: 'sqlite' | 'postgres',
  ofPackages: Record<string, Migration> = {},
  steps: Record<string, Migration> = STEPS,
): Promise<void> {
  const known = new Map(Object.entries({ ...steps, ...ofPackages }));
  await db.transaction().execute(async (tx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    await sql.raw(RECORDS).execute(tx);
    const { rows } = await sql<{
      name: string;
      version: string;
      breaks: number;
    }>`select * from schema_step`.execute(tx);
    const breaking = rows.find(({ name, breaks }) => breaks === 1 && !known.has(name));
    if (breaking)
      throw gatewayErrors.DATABASE_NEWER({
        newer: breaking.version,
        step: breaking.name,
        own: GATEWAY_VERSION,
      });
    const executed = new Set(rows.map(({ name }) => name));
    for (const [name, step] of [...known].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      if (!executed.has(name) && (kind === 'postgres' || !step.postgresOnly)) await execute(tx, name, step);
  });
}

/**
 * A step that an earlier version recorded in a table of its own is not executed again. A step that an earlier version
 * knows is recorded there too, so that this version still starts on the database.
 */
async function execute(tx: AnyDatabase, name: string, step: Migration): Promise<void> {
  const { statements, earlier, breaksEarlier = false } = step;
  const records = [
    ...(earlier ? [{ table: `${earlier.area}_migration`, recorded: earlier.name }] : []),
    ...(name <= LAST_OF_1_3 ? [{ table: 'schema_migration', recorded: name }] : []),
  ];
  const now = new Date().toISOString();
  const missing = [];
  for (const { table, recorded } of records) {
    const into = sql.table(table);
    await sql`create table if not exists ${into} (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
      tx,
    );
    const { rows } = await sql`select name from ${into} where name = ${recorded}`.execute(tx);
    if (rows.length === 0)
      missing.push(sql`insert into ${into} (name, timestamp) values (${recorded}, ${now})`);
  }
  if (missing.length === records.length)
    for (const statement of statements) await sql.raw(statement).execute(tx);
  for (const record of missing) await record.execute(tx);
  await sql`insert into schema_step (name, executed_at, version, breaks) values (${name}, ${now}, ${GATEWAY_VERSION}, ${Number(breaksEarlier)})`.execute(
    tx,
  );
}
