import { DAY_MS, HOUR_MS } from '@voltframe/kit/contract/units';
import { createEnquiryStore, type Erased, type EnquiryStore } from './enquiry-store.ts';
import { composeConfirmMail, composeWelcomeMail, mailOfEntry } from './mail.ts';
import type { Channel, Delivery, StoragePorts } from './ports.ts';
import type { EnquirySettings } from './settings.ts';
import { createSubscriberStore } from './subscriber-store.ts';
import { createTeamEntries } from './team-entries.ts';
import { createDatabaseUploads, createFileUploads, type UploadStore } from './uploads.ts';

/** The stores behind the forms, and the deliveries of their entries. */
export type Enquiries = Awaited<ReturnType<typeof openEnquiries>>;

/** How long the link of a confirmation is valid (ms). */
const CONFIRM_LINK_MS = 7 * DAY_MS;

/** Opens the stores on a migrated database, and registers their deliveries with the outbox. Starts nothing. */
export async function openEnquiries(settings: EnquirySettings, ports: StoragePorts) {
  const { db, outbox, site, now } = ports;
  const secret = await ports.secret('links');
  const links = { confirm: ports.signed(secret, 'confirm'), end: ports.signed(secret, 'end') };
  const entries = createEnquiryStore(db, outbox, ports.receiversOf, settings.filesBytes);
  const subscribers = createSubscriberStore(db, outbox);
  const uploads = ports.shared
    ? createDatabaseUploads(db, ports.folder, now)
    : createFileUploads(ports.folder);
  const { mail } = settings;
  const channels: Channel[] = mail && outbox.mail ? ['smtp'] : [];
  const sources = { uploads, ports };
  /** Makes one delivery of an entry. Resolves also for an erased one. @throws when the delivery failed. */
  const deliverEntry = async ({ id, subject_id }: Delivery): Promise<void> => {
    const entry = await entries.get(subject_id);
    if (entry) await outbox.mail?.send(id, await mailOfEntry(sources, entry, mail?.to ?? ''));
  };
  /** Links are signed when the mail goes out: their time does not pass while a mail server is down. */
  const mailSubscriber = async ({ id, kind, subject_id }: Delivery): Promise<void> => {
    const subscriber = await subscribers.get(subject_id);
    if (!subscriber || (kind === 'confirm' && subscriber.state === 'confirmed')) return;
    const { email } = subscriber;
    const linkTo = (purpose: 'confirm' | 'end', until: number) =>
      `${site.url}/subscribe/${purpose}?token=${links[purpose].sign(subject_id, until)}`;
    const mailed =
      kind === 'welcome'
        ? composeWelcomeMail(email, site.name, linkTo('end', 0))
        : composeConfirmMail(email, site.name, linkTo('confirm', now() + CONFIRM_LINK_MS), linkTo('end', 0));
    await outbox.mail?.send(id, mailed);
  };
  const tidy = () => tidyStores(entries, uploads, settings.retentionDays, now());
  const deliveries = outbox.serve({
    channels,
    deliver: (delivery) => (delivery.kind === 'enquiry' ? deliverEntry(delivery) : mailSubscriber(delivery)),
    // Mail to a visitor may fail for good, because of a mistyped address; mail to the owner is retried.
    givesUp: ['confirm', 'welcome'],
    waitingKind: 'enquiry',
    tidy,
  });
  return {
    settings,
    ports,
    entries,
    subscribers,
    uploads,
    ofTeams: createTeamEntries(entries),
    channels,
    /** Hashes contents. */
    secret,
    /** Signs the ids of subscribers for the links in their mails; a link holds no address. */
    links,
    ...deliveries,
    /**
     * Erases everything that belongs to an address, or one entry, and records the numbers in the history.
     * @param whose an address is not empty: entries of forms without one have the address ''.
     */
    async erase(whose: { email: string } | { id: string }): Promise<Erased> {
      const erased = await entries.erase('email' in whose ? { email: addressOf(whose.email) } : whose);
      await uploads.remove(erased.files);
      const { enquiries: count, files, subscriptions } = erased;
      await ports.record(
        'enquiries-erase',
        `${'email' in whose ? 'of an address' : 'of one entry'}: entries ${count}, files ${files.length}, subscriptions ${subscriptions}`,
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
