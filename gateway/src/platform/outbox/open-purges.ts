import type { Kysely } from 'kysely';
import { createOutboxStore, type OutboxDepth, outboxRow } from './outbox-store.ts';
import type { ScheduledWork } from './schedule.ts';
import { createSender, type SenderLog } from './sender.ts';
import { createWebhookTransport } from './webhook.ts';
import { type EnquiryTables } from '../../enquiries/tables.ts';
import type { PurgeSettings } from '../settings/purge-settings.ts';

export interface PurgesOptions {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- other stores' tables are in it too
  db: Kysely<any>;
  settings: PurgeSettings;
  fetch: typeof fetch;
  /** ms since the epoch. */
  now: () => number;
  /** 0 ≤ n < 1. */
  random: () => number;
  randomId: () => string;
  log: SenderLog;
}

/** Tells a shared cache what to forget: by the outbox, so at least once, also over a restart. */
export interface Purges extends ScheduledWork {
  /**
   * Notes keys that are to be purged. What waits of the same keys, because the cache does not answer, is told with it.
   * @returns rejects when they cannot be noted now: each delivery tries that again, and a gateway that ends before purges all at its start
   */
  note(keys: readonly string[]): Promise<void>;
  /** What waits to be told. */
  outbox(): Promise<OutboxDepth[]>;
}

const CHANNELS = ['cdn-purge'] as const;
/** What was told is of no use; what could not be told for so long, no cache has any more. */
const KEPT_MS = 86_400_000;

/** Brings the database up to date. Starts nothing. */
export async function openPurges(options: PurgesOptions): Promise<Purges> {
  const { settings, now, random, log, fetch } = options;
  const db: Kysely<EnquiryTables> = options.db;
  const outbox = createOutboxStore(db);
  const webhook = createWebhookTransport({ ...settings, fetch, now });
  const sender = createSender({
    outbox,
    channels: CHANNELS,
    // As Cloudflare's API takes it, and as Fastly's does.
    deliver: ({ id, subject_id: key }) => webhook.post(id, { tags: [key] }, { 'surrogate-key': key }),
    now,
    random,
    log,
  });
  let unnoted = new Set<string>();
  const noteAll = async (): Promise<void> => {
    if (unnoted.size === 0) return;
    const keys = unnoted;
    // What comes from here on is of a later deploy.
    unnoted = new Set();
    try {
      await note(options, [...keys]);
    } catch (error) {
      unnoted = keys.union(unnoted);
      throw error;
    }
  };
  return {
    note(keys) {
      unnoted = unnoted.union(new Set(keys));
      return noteAll();
    },
    outbox: () => outbox.depth(CHANNELS),
    async deliverDue() {
      await noteAll();
      return sender.drain();
    },
    stopDelivery: sender.stop,
    tidy: async () => {
      const purges = db.deleteFrom('enquiry_outbox').where('kind', '=', 'purge');
      await purges.where('created_at', '<', now() - KEPT_MS).execute();
    },
  };
}

async function note({ db, now, randomId }: PurgesOptions, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key) => outboxRow(key, 'purge', 'cdn-purge', now(), randomId()));
  await db.transaction().execute(async (tx) => {
    // Of one that a sender has in its hands nobody knows whether the cache has heard it.
    await tx
      .deleteFrom('enquiry_outbox')
      .where('kind', '=', 'purge')
      .where('subject_id', 'in', [...keys])
      .where('sent_at', 'is', null)
      .where('lease_until', '<=', now())
      .execute();
    await tx.insertInto('enquiry_outbox').values(rows).execute();
  });
}
