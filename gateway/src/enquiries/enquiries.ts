import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { migrateDatabase, type DatabaseConfig } from '../stores/database/database.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createEnquiryStore, type Erased, type EnquiryStore } from './enquiry-store.ts';
import { createOutboxStore, type OutboxStore } from './delivery/outbox-store.ts';
import { keepSecret } from '../secrets/keep-secret.ts';
import { migrateSecrets } from '../secrets/secret-table.ts';
import { createSubscriptionLinks, type SubscriptionLinks } from './delivery/subscription-links.ts';
import { createSender, type SenderLog } from './delivery/sender.ts';
import type { EnquirySettings } from './settings.ts';
import { createMailTransport } from './delivery/smtp.ts';
import { createSubscriberStore, type SubscriberStore } from './subscriber-store.ts';
import { enquiryMigrations, type Channel, type EnquiryTables } from './tables.ts';
import { createDatabaseUploads, createFileUploads, type UploadStore } from './intake/uploads.ts';
import { createWebhookTransport } from './delivery/webhook.ts';

export interface EnquiriesConfig extends DatabaseConfig {
  settings: EnquirySettings;
  site: { name: string; url: string; separator: string };
}

export interface EnquiriesDeps {
  /**
   * The process's one connection to its database; stays open. Two connections of one process to one SQLite file would wait
   * for each other for ever: one inside a transaction, the other blocking the thread that could end it.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- other stores' tables are in it too
  db: Kysely<any>;
  /** ms since the epoch. */
  now: () => number;
  log: SenderLog;
  fetch?: typeof fetch;
  random?: () => number;
  randomId?: () => string;
}

/** Everything behind the forms: the stores, and the sender that empties the outbox. */
export interface Enquiries {
  config: EnquiriesConfig;
  db: Kysely<EnquiryTables>;
  entries: EnquiryStore;
  outbox: OutboxStore;
  subscribers: SubscriberStore;
  uploads: UploadStore;
  channels: readonly Channel[];
  /** Hashes contents. */
  secret: string;
  links: SubscriptionLinks;
  now: () => number;
  randomId: () => string;
  /** Delivers what is due now; used by tests and the inbox. @returns how many rows were tried. */
  deliverDue(): Promise<number>;
  /** Erases an address everywhere. */
  erase(email: string): Promise<Erased>;
  /** Applies the retention, and removes files that belong to no entry. */
  tidy(): Promise<Erased>;
  /** Begins no further delivery. */
  stopDelivery(): void;
  /** Ends connections to the mail server; the database is its opener's. */
  close(): void;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Brings the database up to date and reads (or makes) the secrets. Starts nothing. */
export async function openEnquiries(config: EnquiriesConfig, deps: EnquiriesDeps): Promise<Enquiries> {
  const db: Kysely<EnquiryTables> = deps.db;
  await migrateSecrets(db);
  await migrateDatabase(db, 'enquiry', enquiryMigrations);
  const { mail, webhook } = config.settings;
  const secret = config.settings.secret ?? (await keepSecret('links', db, config));
  const links = createSubscriptionLinks(secret, deps.now);
  const webhookSecret = webhook ? (webhook.secret ?? (await keepSecret('webhook', db, config))) : '';

  const entries = createEnquiryStore(db);
  const outbox = createOutboxStore(db);
  const subscribers = createSubscriberStore(db);
  const uploads = config.databaseUrl
    ? createDatabaseUploads(db, config.dataDir, deps.now)
    : createFileUploads(config.dataDir);
  const channels: Channel[] = [
    ...(mail ? (['smtp'] as const) : []),
    ...(webhook ? (['webhook'] as const) : []),
  ];
  const transport = mail ? createMailTransport(mail.smtpUrl, mail.from) : undefined;
  const deliver = createDelivery({
    entries,
    subscribers,
    uploads,
    smtp: mail && transport ? { transport, to: mail.to } : undefined,
    webhook: webhook
      ? createWebhookTransport({
          url: webhook.url,
          secret: webhookSecret,
          fetch: deps.fetch ?? fetch,
          now: deps.now,
        })
      : undefined,
    site: { name: config.site.name, url: config.site.url.replace(/\/+$/, '') },
    links,
    now: deps.now,
  });
  const sender = createSender({
    outbox,
    channels,
    deliver,
    now: deps.now,
    random: deps.random ?? Math.random,
    log: deps.log,
  });

  return {
    config,
    db,
    entries,
    outbox,
    subscribers,
    uploads,
    channels,
    secret,
    links,
    now: deps.now,
    randomId: deps.randomId ?? randomUUID,
    deliverDue: sender.drain,
    stopDelivery: sender.stop,
    erase: (email) => eraseAddress(entries, uploads, email),
    tidy: () => tidy(entries, uploads, config.settings.retentionDays, deps.now()),
    close: () => transport?.close(),
  };
}

async function eraseAddress(entries: EnquiryStore, uploads: UploadStore, email: string): Promise<Erased> {
  const erased = await entries.erase(email.trim().normalize('NFC').toLowerCase());
  await uploads.remove(erased.files);
  return erased;
}

async function tidy(
  entries: EnquiryStore,
  uploads: UploadStore,
  retentionDays: number,
  now: number,
): Promise<Erased> {
  const erased = await entries.expire({
    entry: retentionDays === 0 ? 0 : now - retentionDays * DAY_MS,
    held: now - 30 * DAY_MS,
    claim: now - DAY_MS,
    pending: now - 14 * DAY_MS,
    sent: now - 30 * DAY_MS,
  });
  // Files of posts that broke off before their commit: an hour is longer than any post takes.
  const stale = await uploads.stale(now - HOUR_MS);
  const used = await entries.filesInUse(stale);
  await uploads.remove([...erased.files, ...stale.filter((name) => !used.has(name))]);
  return erased;
}
