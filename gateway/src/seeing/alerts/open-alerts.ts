import type { Kysely } from 'kysely';
import type { EnquirySettings } from '../../enquiries/settings.ts';
import { createOutboxStore } from '../../enquiries/delivery/outbox-store.ts';
import { createSender, type SenderLog } from '../../enquiries/delivery/sender.ts';
import { createMailTransport } from '../../enquiries/delivery/smtp.ts';
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

/** Brings the database up to date. Starts nothing. @returns the alerts, and what ends connections to the mail server. */
export async function openAlerts(options: OpenAlertsOptions): Promise<Alerts & { close(): void }> {
  const { db, settings, mail, now, log, random } = options;
  const store = await createAlertStore(db);
  const transport = mail && createMailTransport(mail.smtpUrl, mail.from);
  const sender = createSender({
    outbox: createOutboxStore(db),
    channels: ['alert-hook', 'alert-mail'],
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
  return { ...alerts, close: () => transport?.close() };
}
