/**
 * The tables of the site's database, as migrations.ts creates them. Times are ms since the epoch. JSON is stored as text: both
 * databases then return the bytes that were stored.
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

  /** Secrets by name, of all gateways on one database. */
  site_secret: { name: string; value: string };

  /** Files of releases, for several gateways; PostgreSQL only. */
  site_blob: { sha256: string; bytes: number; stored_at: number };
  site_blob_part: { sha256: string; part: number; content: Buffer };

  /** Bytes of releases that an app sent, by hour. */
  site_intake: { app: string; hour: number; bytes: number };
  site_preview: { app: string; digest: string; bytes: number; ends_at: number };
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

  alert: {
    /** Of app, release, rule and subject: what is told once. */
    id: string;
    app: string;
    release: string;
    created_at: number;
    /** App, day and the alert's number on it: no two have the same, so that an app has no more than there are numbers. */
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
  /** A sender works on it until then; after that another may (the first was killed). */
  lease_until: number;
  /** A code (`ECONNREFUSED`, `550`), never a text that could hold an address. */
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
  /** Given up: only for mail to a visitor whose server refuses it for good. */
  failed_at: number | null;
}

export interface UpstreamAnswerRow {
  /** A digest of the key, which may be longer than an index takes. */
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
