import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { AlertChannel, OutboxRow } from '../../platform/database/tables.ts';
import type { MailSite } from '../../enquiries/delivery/mail.ts';
import type { MailTransport } from '../../platform/outbox/smtp.ts';
import { createWebhookTransport } from '../../platform/outbox/webhook.ts';
import {
  type AlertSettings,
  type AlertTarget,
  targetOf,
} from '../../platform/settings/alerts/alert-settings.ts';
import { alertMail, alertMessage } from './alert-message.ts';

export interface AlertDeliveryDeps {
  settings: AlertSettings;
  /** Undefined: no mail can be sent. */
  mail: Pick<MailTransport, 'send'> | undefined;
  /** @returns undefined for one that was forgotten. */
  alert(id: string): Promise<Alert | undefined>;
  site: MailSite;
  fetch: typeof fetch;
  /** ms since the epoch. */
  now: () => number;
}

/** @returns the ways that an app's team is told. */
export function channelsOf({ webhook, mail }: AlertTarget): AlertChannel[] {
  return [...(webhook ? (['alert-hook'] as const) : []), ...(mail ? (['alert-mail'] as const) : [])];
}

/**
 * @returns what a sender does with one row of the outbox. What is configured no more, or forgotten, counts as delivered.
 * The function throws a DeliveryError.
 */
export function createAlertDelivery(deps: AlertDeliveryDeps): (row: OutboxRow) => Promise<void> {
  const { settings, mail, site, fetch, now } = deps;
  return async (row) => {
    const alert = await deps.alert(row.subject_id);
    if (!alert) return;
    const { webhook, mail: to } = targetOf(settings, alert.app);
    if (row.channel === 'alert-hook' && webhook)
      await createWebhookTransport({ ...webhook, fetch, now }).post(row.id, alertMessage(row, alert, site));
    if (row.channel === 'alert-mail' && to !== undefined && mail)
      await mail.send(alertMail(row, alert, site, to));
  };
}
