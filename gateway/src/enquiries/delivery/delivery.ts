import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import type { OutboxRow } from '../../platform/database/tables.ts';
import type { Mail, MailSite } from '../../platform/outbox/mail.ts';
import { DeliveryError } from '../../platform/outbox/outbox-store.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import type { EnquiryStore } from '../enquiry-store.ts';
import { composeConfirmMail, composeEnquiryMail, composeWelcomeMail } from './mail.ts';
import type { SubscriptionLinks } from './subscription-links.ts';
import type { SubscriberStore } from '../subscriber-store.ts';
import type { EnquiryRow } from '../tables.ts';
import type { UploadStore } from '../intake/uploads.ts';
import type { WebhookTransport } from '../../platform/outbox/webhook.ts';

/** How long the link of a confirmation is good for (ms). */
export const CONFIRM_LINK_MS = 7 * 86_400_000;

export interface DeliveryDeps {
  entries: EnquiryStore;
  subscribers: SubscriberStore;
  uploads: UploadStore;
  outbox: Pick<Outbox, 'mail'>;
  /** Address of the owner; undefined: no mail. */
  to: string | undefined;
  webhook: WebhookTransport | undefined;
  site: MailSite;
  /** Forms of the site, for the words of mails. */
  forms: () => readonly FormContract[];
  links: SubscriptionLinks;
  /** ms since the epoch. */
  now: () => number;
}

/** @returns what a sender does with one row of the outbox. What was erased meanwhile counts as delivered. */
export function createDelivery(deps: DeliveryDeps): (row: OutboxRow) => Promise<void> {
  return (row) => (row.kind === 'enquiry' ? deliverEntry(deps, row) : deliverSubscription(deps, row));
}

async function deliverEntry(
  { entries, uploads, outbox, to, webhook, site, forms }: DeliveryDeps,
  row: OutboxRow,
): Promise<void> {
  const entry = await entries.get(row.subject_id);
  if (!entry) return;
  if (row.channel === 'webhook' && webhook) return webhook.post(row.id, webhookBody(row, entry));
  if (row.channel !== 'smtp' || !outbox.mail || to === undefined)
    throw new DeliveryError('NO_CHANNEL', 'unreachable');
  const file = entry.file_name === null ? undefined : await uploads.read(entry.file_name);
  const form = forms().find(({ name }) => name === entry.form);
  await outbox.mail.send(composeEnquiryMail(row, entry, form, site, to, file));
}

async function deliverSubscription(deps: DeliveryDeps, row: OutboxRow): Promise<void> {
  const subscriber = await deps.subscribers.get(row.subject_id);
  if (!subscriber || (row.kind === 'confirm' && subscriber.state === 'confirmed')) return;
  if (!deps.outbox.mail) throw new DeliveryError('NO_CHANNEL', 'unreachable');
  await deps.outbox.mail.send(subscriptionMail(deps, row, subscriber.email));
}

/** Links are made when the mail goes out: their time does not run while a mail server is down. */
function subscriptionMail({ links, site, now }: DeliveryDeps, row: OutboxRow, email: string): Mail {
  const endUrl = `${site.url}/subscribe/end?token=${links.end.sign(row.subject_id, 0)}`;
  if (row.kind === 'welcome') return composeWelcomeMail(row, email, site, endUrl);
  const token = links.confirm.sign(row.subject_id, now() + CONFIRM_LINK_MS);
  return composeConfirmMail(row, email, site, `${site.url}/subscribe/confirm?token=${token}`, endUrl);
}

function webhookBody(row: OutboxRow, entry: EnquiryRow): object {
  const file =
    entry.file_name === null
      ? undefined
      : { name: entry.file_name, bytes: entry.file_bytes, sha256: entry.file_sha256 };
  return {
    type: `${entry.form}.received`,
    id: row.id,
    entry: {
      id: entry.id,
      contract: `${entry.form}@${entry.version}`,
      receivedAt: new Date(entry.created_at).toISOString(),
      values: JSON.parse(entry.data) as unknown,
      ...(file ? { file } : {}),
    },
  };
}
