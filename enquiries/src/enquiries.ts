import { createDelivery } from './delivery.ts';
import { createEnquiryStore, type Erased, type EnquiryStore } from './enquiry-store.ts';
import type { Channel, StoragePorts } from './ports.ts';
import type { EnquirySettings } from './settings.ts';
import { createSubscriberStore } from './subscriber-store.ts';
import { createTeamEntries } from './team-entries.ts';
import { createDatabaseUploads, createFileUploads, type UploadStore } from './uploads.ts';

/** The stores behind the forms, and the deliveries of their entries. */
export type Enquiries = Awaited<ReturnType<typeof openEnquiries>>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Opens the stores on a migrated database, and registers their deliveries with the outbox. Starts nothing. */
export async function openEnquiries(settings: EnquirySettings, ports: StoragePorts) {
  const { db, outbox, now } = ports;
  const secret = settings.secret ?? (await ports.secret('links'));
  const links = { confirm: ports.signed(secret, 'confirm'), end: ports.signed(secret, 'end') };
  const entries = createEnquiryStore(db, outbox, ports.teamChannels, settings.filesBytes);
  const subscribers = createSubscriberStore(db, outbox);
  const uploads = ports.shared
    ? createDatabaseUploads(db, ports.folder, now)
    : createFileUploads(ports.folder);
  const { mail, webhook } = settings;
  const channels: Channel[] = [
    ...(mail && outbox.mail ? (['smtp'] as const) : []),
    ...(webhook ? (['webhook'] as const) : []),
  ];
  const stores = { entries, subscribers, uploads };
  const post =
    webhook &&
    outbox.webhook({ url: webhook.url, secret: webhook.secret ?? (await ports.secret('webhook')) });
  const tidy = () => tidyStores(entries, uploads, settings.retentionDays, now());
  const deliveries = outbox.serve({
    channels,
    deliver: createDelivery({ ...stores, ports, links, owner: mail?.to, webhook: post }),
    // Mail to a visitor may fail for good, because of a mistyped address; mail to the owner is retried.
    givesUp: ['confirm', 'welcome'],
    waitingKind: 'enquiry',
    tidy,
  });
  return {
    settings,
    ports,
    ...stores,
    ofTeams: createTeamEntries(entries, { uploads, ports }),
    channels,
    /** Hashes contents. */
    secret,
    /** Signs the ids of subscribers for the links in their mails; a link holds no address. */
    links,
    ...deliveries,
    /** Erases everything that belongs to an address, and records the numbers in the history. */
    async erase(email: string): Promise<Erased> {
      const erased = await entries.erase(addressOf(email));
      await uploads.remove(erased.files);
      const { enquiries: count, files, subscriptions } = erased;
      await ports.record(
        'enquiries-erase',
        `of an address: entries ${count}, files ${files.length}, subscriptions ${subscriptions}`,
      );
      return erased;
    },
    /** Applies the retention, and removes files that belong to no entry. */
    tidy,
  };
}

/** @returns a mail address in its stored form. */
export function addressOf(typed: string): string {
  return typed.trim().normalize('NFC').toLowerCase();
}

async function tidyStores(
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
  // Age of files of posts that were aborted before their commit: an hour is longer than any post.
  const stale = await uploads.stale(now - HOUR_MS);
  const used = await entries.filesInUse(stale);
  await uploads.remove([...erased.files, ...stale.filter((name) => !used.has(name))]);
  return erased;
}
