import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { OutboxRow } from '../../platform/database/tables.ts';
import type { Outbox } from '../../platform/outbox/outbox.ts';
import { type AlertSettings, type AlertTarget, targetOf } from '../../platform/settings/alert-settings.ts';
import { alertMail, alertMessage } from './alert-message.ts';
import type { AlertChannel } from './alert-store.ts';

export interface AlertDeliveryDeps {
  settings: AlertSettings;
  outbox: Pick<Outbox, 'mail' | 'webhook'>;
  /** @returns undefined for one that was forgotten. */
  alert(id: string): Promise<Alert | undefined>;
  /** `url` is without a slash at its end. */
  site: { name: string; url: string };
}

/** @returns the ways that an app's team is told. */
export function channelsOf({ webhook, mail }: AlertTarget): AlertChannel[] {
  return [...(webhook ? (['alert-hook'] as const) : []), ...(mail ? (['alert-mail'] as const) : [])];
}

/**
 * @returns the sender of one row of the outbox. A row without configuration or entry counts as delivered.
 * The function throws a DeliveryError.
 */
export function createAlertDelivery(deps: AlertDeliveryDeps): (row: OutboxRow) => Promise<void> {
  const { settings, outbox, site } = deps;
  return async (row) => {
    const alert = await deps.alert(row.subject_id);
    if (!alert) return;
    const { webhook, mail: to } = targetOf(settings, alert.app);
    if (row.channel === 'alert-hook' && webhook)
      await outbox.webhook(webhook).post(row.id, alertMessage(row.id, alert, site));
    if (row.channel === 'alert-mail' && to !== undefined)
      await outbox.mail?.send(row.id, alertMail(alert, site, to));
  };
}
