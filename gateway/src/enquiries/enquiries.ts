import { randomUUID } from 'node:crypto';
import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import type { Kysely } from 'kysely';
import { type DatabaseConfig } from '../platform/database/database.ts';
import { createDelivery } from './delivery/delivery.ts';
import { type Channel, createEnquiryStore, type Erased, type EnquiryStore } from './enquiry-store.ts';
import type { Deliveries, Outbox } from '../platform/outbox/outbox.ts';
import { keepSecret } from '../platform/secrets/keep-secret.ts';
import { createSubscriptionLinks, type SubscriptionLinks } from './delivery/subscription-links.ts';
import type { EnquirySettings } from './settings.ts';
import { createSubscriberStore, type SubscriberStore } from './subscriber-store.ts';
import { type EnquiryTables } from './tables.ts';
import { createDatabaseUploads, createFileUploads, type UploadStore } from './intake/uploads.ts';

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
  outbox: Outbox;
  /** Forms of the site, for the words of mails; without them values go out as they are kept. */
  forms?: () => readonly FormContract[];
  randomId?: () => string;
}

/** Everything behind the forms: the stores, and the deliveries of what is in them. */
export interface Enquiries extends Deliveries {
  config: EnquiriesConfig;
  db: Kysely<EnquiryTables>;
  entries: EnquiryStore;
  outbox: Pick<Outbox, 'of' | 'depth'>;
  subscribers: SubscriberStore;
  uploads: UploadStore;
  channels: readonly Channel[];
  /** Hashes contents. */
  secret: string;
  links: SubscriptionLinks;
  now: () => number;
  randomId: () => string;
  /** Erases an address everywhere. */
  erase(email: string): Promise<Erased>;
  /** Applies the retention, and removes files that belong to no entry. */
  tidy(): Promise<Erased>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Brings the database up to date and reads (or makes) the secrets. Starts nothing. */
export async function openEnquiries(config: EnquiriesConfig, deps: EnquiriesDeps): Promise<Enquiries> {
  const db: Kysely<EnquiryTables> = deps.db;
  const secret = config.settings.secret ?? (await keepSecret('links', db, config));
  const links = createSubscriptionLinks(secret, deps.now);
  const { outbox, now } = deps;
  const { databaseUrl, dataDir, settings } = config;
  const channels: Channel[] = [
    ...(settings.mail ? (['smtp'] as const) : []),
    ...(settings.webhook ? (['webhook'] as const) : []),
  ];
  const entries = createEnquiryStore(db, outbox, settings.filesBytes);
  const subscribers = createSubscriberStore(db, outbox);
  const uploads = databaseUrl ? createDatabaseUploads(db, dataDir, now) : createFileUploads(dataDir);
  const tidyAll = () => tidy(entries, uploads, settings.retentionDays, now());
  const { webhook } = settings;
  const deliver = createDelivery({
    entries,
    subscribers,
    uploads,
    outbox,
    to: settings.mail?.to,
    webhook:
      webhook &&
      outbox.webhook({
        url: webhook.url,
        secret: webhook.secret ?? (await keepSecret('webhook', db, config)),
      }),
    site: { name: config.site.name, url: config.site.url.replace(/\/+$/, '') },
    forms: deps.forms ?? (() => []),
    links,
    now,
  });
  const deliveries = outbox.serve({
    channels,
    deliver,
    // The address of a visitor may be mistyped; the owner's own may be repaired.
    givesUp: ['confirm', 'welcome'],
    waitingKind: 'enquiry',
    tidy: tidyAll,
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
    now,
    randomId: deps.randomId ?? randomUUID,
    ...deliveries,
    erase: (email) => eraseAddress(entries, uploads, email),
    tidy: tidyAll,
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
  });
  // Files of posts that broke off before their commit: an hour is longer than any post takes.
  const stale = await uploads.stale(now - HOUR_MS);
  const used = await entries.filesInUse(stale);
  await uploads.remove([...erased.files, ...stale.filter((name) => !used.has(name))]);
  return erased;
}
