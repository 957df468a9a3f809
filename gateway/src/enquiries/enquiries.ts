import { randomUUID } from 'node:crypto';
import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import type { Kysely } from 'kysely';
import type { Channel } from '../platform/database/tables.ts';
import { type DatabaseConfig } from '../platform/database/database.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createEnquiryStore, type Erased, type EnquiryStore } from './enquiry-store.ts';
import { createOutboxStore, type OutboxStore } from '../platform/outbox/outbox-store.ts';
import { keepSecret } from '../platform/secrets/keep-secret.ts';
import { createSubscriptionLinks, type SubscriptionLinks } from './delivery/subscription-links.ts';
import { createSender, type Sender, type SenderLog } from '../platform/outbox/sender.ts';
import type { EnquirySettings } from './settings.ts';
import { createMailTransport } from '../platform/outbox/smtp.ts';
import { createSubscriberStore, type SubscriberStore } from './subscriber-store.ts';
import { type EnquiryTables } from './tables.ts';
import { createDatabaseUploads, createFileUploads, type UploadStore } from './intake/uploads.ts';
import { createWebhookTransport } from '../platform/outbox/webhook.ts';

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
  /** Forms of the site, for the words of mails; without them values go out as they are kept. */
  forms?: () => readonly FormContract[];
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
  const secret = config.settings.secret ?? (await keepSecret('links', db, config));
  const links = createSubscriptionLinks(secret, deps.now);
  const stores = openStores(config, db, deps.now);
  const { channels, sender, close } = await openSender(config, deps, stores, links);
  const { entries, uploads } = stores;
  return {
    config,
    db,
    ...stores,
    channels,
    secret,
    links,
    now: deps.now,
    randomId: deps.randomId ?? randomUUID,
    async deliverDue() {
      await stores.outbox.route(channels, deps.now());
      return sender.drain();
    },
    stopDelivery: sender.stop,
    erase: (email) => eraseAddress(entries, uploads, email),
    tidy: () => tidy(entries, uploads, config.settings.retentionDays, deps.now()),
    close,
  };
}

type Stores = Pick<Enquiries, 'entries' | 'outbox' | 'subscribers' | 'uploads'>;

function openStores(
  { databaseUrl, dataDir, settings }: EnquiriesConfig,
  db: Kysely<EnquiryTables>,
  now: () => number,
): Stores {
  return {
    entries: createEnquiryStore(db, settings.filesBytes),
    outbox: createOutboxStore(db),
    subscribers: createSubscriberStore(db),
    uploads: databaseUrl ? createDatabaseUploads(db, dataDir, now) : createFileUploads(dataDir),
  };
}

/** What empties the outbox, over the channels that are configured. */
async function openSender(
  config: EnquiriesConfig,
  { db, now, log, fetch: fetcher = fetch, random = Math.random, forms = () => [] }: EnquiriesDeps,
  stores: Stores,
  links: SubscriptionLinks,
): Promise<{ channels: Channel[]; sender: Sender; close: () => void }> {
  const { mail, webhook } = config.settings;
  const transport = mail && createMailTransport(mail.smtpUrl, mail.from);
  const channels: Channel[] = [
    ...(mail ? (['smtp'] as const) : []),
    ...(webhook ? (['webhook'] as const) : []),
  ];
  const deliver = createDelivery({
    ...stores,
    smtp: mail && transport && { transport, to: mail.to },
    webhook:
      webhook &&
      createWebhookTransport({
        url: webhook.url,
        secret: webhook.secret ?? (await keepSecret('webhook', db, config)),
        fetch: fetcher,
        now,
      }),
    site: { name: config.site.name, url: config.site.url.replace(/\/+$/, '') },
    forms,
    links,
    now,
  });
  const sender = createSender({ outbox: stores.outbox, channels, deliver, now, random, log });
  return { channels, sender, close: () => transport?.close() };
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
