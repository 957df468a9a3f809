import type { EnquiryRow } from './migrations.ts';
import { composeConfirmMail, composeWelcomeMail, mailOfEntry, type MailSources } from './mail.ts';
import type { EnquiryStore } from './enquiry-store.ts';
import type { Delivery, Outbox, SignedValues, StoragePorts } from './ports.ts';
import type { SubscriberStore } from './subscriber-store.ts';
import { formEntry } from './team-entries.ts';

/** How long the link of a confirmation is valid (ms). */
export const CONFIRM_LINK_MS = 7 * 86_400_000;

export interface DeliveryDeps extends MailSources {
  entries: Pick<EnquiryStore, 'get'>;
  subscribers: Pick<SubscriberStore, 'get'>;
  links: Record<'confirm' | 'end', SignedValues>;
  ports: Pick<StoragePorts, 'outbox' | 'site' | 'forms' | 'now'>;
  /** The mail address of the owner for entries. */
  owner: string | undefined;
  webhook: ReturnType<Outbox['webhook']> | undefined;
}

/**
 * @returns a function that makes one delivery of an entry or to a subscriber. It resolves also for an erased one, and
 * rejects when the delivery failed.
 */
export function createDelivery(deps: DeliveryDeps): (delivery: Delivery) => Promise<void> {
  return (delivery) =>
    delivery.kind === 'enquiry' ? deliverEntry(deps, delivery) : mailSubscriber(deps, delivery);
}

async function deliverEntry(deps: DeliveryDeps, { id, channel, subject_id }: Delivery): Promise<void> {
  const { entries, ports, owner = '', webhook } = deps;
  const entry = await entries.get(subject_id);
  if (!entry) return;
  if (channel === 'webhook') return webhook?.post(id, webhookBody(id, entry));
  await ports.outbox.mail?.send(id, await mailOfEntry(deps, entry, owner));
}

/** Links are signed when the mail goes out: their time does not pass while a mail server is down. */
async function mailSubscriber(deps: DeliveryDeps, { id, kind, subject_id }: Delivery): Promise<void> {
  const { subscribers, links, ports } = deps;
  const { site, outbox, now } = ports;
  const subscriber = await subscribers.get(subject_id);
  if (!subscriber || (kind === 'confirm' && subscriber.state === 'confirmed')) return;
  const endUrl = `${site.url}/subscribe/end?token=${links.end.sign(subject_id, 0)}`;
  const token = links.confirm.sign(subject_id, now() + CONFIRM_LINK_MS);
  const confirmUrl = `${site.url}/subscribe/confirm?token=${token}`;
  const mail =
    kind === 'welcome'
      ? composeWelcomeMail(subscriber.email, site.name, endUrl)
      : composeConfirmMail(subscriber.email, site.name, confirmUrl, endUrl);
  await outbox.mail?.send(id, mail);
}

function webhookBody(id: string, entry: EnquiryRow): object {
  return { type: `${entry.form}.received`, id, entry: formEntry(entry) };
}
