import type { Kysely } from 'kysely';
import type { AlertChannel } from '../../platform/database/tables.ts';
import type { EnquirySettings } from '../../enquiries/settings.ts';
import { createOutboxStore, type OutboxDepth } from '../../platform/outbox/outbox-store.ts';
import { createSender, type SenderLog } from '../../platform/outbox/sender.ts';
import { createMailTransport } from '../../platform/outbox/smtp.ts';
import { type Alerts, type AlertsDeps, createAlerts } from './alerts.ts';
import { createAlertDelivery } from './delivery/deliver-alert.ts';
import { createAlertStore } from './told/alert-store.ts';

export interface OpenAlertsOptions extends Pick<AlertsDeps, 'settings' | 'see' | 'identityOf' | 'now'> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- other stores' tables are in it too
  db: Kysely<any>;
  /** Undefined: no mail can be sent. */
  mail: EnquirySettings['mail'];
  site: { name: string; url: string };
  log: SenderLog;
  fetch: typeof fetch;
  /** 0 ≤ n < 1. */
  random: () => number;
}

export interface OpenedAlerts extends Alerts {
  /** What waits to be delivered, by channel. */
  outbox(): Promise<OutboxDepth[]>;
  /** Ends connections to the mail server. */
  close(): void;
}

const CHANNELS: readonly AlertChannel[] = ['alert-hook', 'alert-mail'];

/** Brings the database up to date. Starts nothing. */
export async function openAlerts(options: OpenAlertsOptions): Promise<OpenedAlerts> {
  const { db, settings, mail, now, log, random } = options;
  const store = createAlertStore(db);
  const transport = mail && createMailTransport(mail.smtpUrl, mail.from);
  const outbox = createOutboxStore(db);
  const sender = createSender({
    outbox,
    channels: CHANNELS,
    deliver: createAlertDelivery({
      settings,
      mail: transport,
      alert: store.get,
      site: { name: options.site.name, url: options.site.url.replace(/\/+$/, '') },
      fetch: options.fetch,
      now,
    }),
    now,
    random,
    log,
  });
  const alerts = createAlerts({
    store,
    settings,
    see: options.see,
    identityOf: options.identityOf,
    sender,
    now,
  });
  return { ...alerts, outbox: () => outbox.depth(CHANNELS), close: () => transport?.close() };
}
