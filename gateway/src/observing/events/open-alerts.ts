import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { EnquirySettings } from '../../enquiries/settings.ts';
import type { AlertChannel } from '../../platform/database/tables.ts';
import type { Storage } from '../../platform/open-platform.ts';
import { createOutboxStore, type OutboxDepth } from '../../platform/outbox/outbox-store.ts';
import { startSchedule } from '../../platform/outbox/schedule.ts';
import { createSender, type SenderLog } from '../../platform/outbox/sender.ts';
import { createMailTransport } from '../../platform/outbox/smtp.ts';
import { every } from '../../platform/processes/timers.ts';
import type { AlertSettings } from '../../platform/settings/alerts/alert-settings.ts';
import { type Alerts, type AlertsOptions, createAlerts } from './alerts.ts';
import { createAlertStore } from './alert-store.ts';
import { createAlertDelivery } from './deliver-alert.ts';

export interface OpenAlertsOptions extends Omit<AlertsOptions, 'store' | 'sender'> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the outbox is typed by the tables of enquiries
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
  /** @returns the rows that wait to be delivered, by channel. */
  outbox(): Promise<OutboxDepth[]>;
  /** Ends connections to the mail server. */
  close(): void;
}

const CHANNELS: readonly AlertChannel[] = ['alert-hook', 'alert-mail'];

/** Starts nothing. */
export function openAlerts(options: OpenAlertsOptions): OpenedAlerts {
  const { db, settings, mail, site, fetch, log, now, random } = options;
  const store = createAlertStore(db);
  const transport = mail && createMailTransport(mail.smtpUrl, mail.from);
  const outbox = createOutboxStore(db);
  const deliver = createAlertDelivery({
    settings,
    mail: transport,
    alert: store.get,
    site: { name: site.name, url: site.url.replace(/\/+$/, '') },
    fetch,
    now,
  });
  const sender = createSender({ outbox, channels: CHANNELS, deliver, now, random, log });
  const alerts = createAlerts({ ...options, store, sender });
  return { ...alerts, outbox: () => outbox.depth(CHANNELS), close: () => transport?.close() };
}

export interface RunningAlertsOptions extends Pick<AlertsOptions, 'live' | 'errors' | 'now'> {
  storage: Pick<Storage, 'db' | 'state'>;
  siteConfig: SiteConfig;
  /** The mail server of enquiries sends the alerts, too. */
  enquirySettings?: EnquirySettings | undefined;
  alertSettings?: AlertSettings | undefined;
  logger: FastifyBaseLogger;
}

/** Alerts that are looked for and delivered in the background. */
export interface RunningAlerts extends Pick<OpenedAlerts, 'open' | 'undelivered' | 'outbox'> {
  /** @returns resolves when a look that is under way is over: what it reads is closed next. */
  close(): Promise<void>;
}

const LOOK_MS = 60_000;
const MOST_HISTORY = 200;

export function startAlerts({ storage, ...options }: RunningAlertsOptions): RunningAlerts {
  const { siteConfig, logger } = options;
  const { db, state } = storage;
  const alerts = openAlerts({
    ...options,
    db,
    settings: options.alertSettings ?? {},
    mail: options.enquirySettings?.mail,
    site: siteConfig,
    history: (app) => state.history({ app, limit: MOST_HISTORY }),
    identityOf: async (app, release) => (await state.release(app, release))?.identity,
    log: logger,
    fetch,
    random: Math.random,
  });
  const schedule = startSchedule(alerts, logger, 'alerts');
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      if ((await alerts.look()) > 0) schedule.wake();
    } catch (error) {
      logger.warn({ err: error }, 'alerts cannot be looked for');
    } finally {
      looking = undefined;
    }
  };
  const stop = every(LOOK_MS, () => void (looking ??= look()));
  return {
    open: alerts.open,
    undelivered: alerts.undelivered,
    outbox: alerts.outbox,
    async close() {
      stop();
      await looking;
      await schedule.stop();
      alerts.close();
    },
  };
}
