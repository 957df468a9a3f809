import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import type { Storage } from '../../platform/open-platform.ts';
import type { Deliveries, Outbox } from '../../platform/outbox/outbox.ts';
import { every } from '../../platform/runtime/timers.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type Alerts, type AlertsOptions, createAlerts } from './alerts.ts';
import { createAlertStore } from './alert-store.ts';
import { createAlertDelivery } from './deliver-alert.ts';

export interface OpenAlertsOptions extends Omit<AlertsOptions, 'store'> {
  db: Kysely<Tables>;
  site: { name: string; url: string };
  outbox: Outbox;
}

/** Older alerts are not delivered any more. */
const DELIVERED_MS = 3 * 86_400_000;

/** Starts nothing. */
export function openAlerts(options: OpenAlertsOptions): Alerts & Deliveries {
  const { db, settings, site, outbox } = options;
  const store = createAlertStore(db, outbox);
  const alerts = createAlerts({ ...options, store });
  const deliveries = outbox.serve({
    channels: ['alert-hook', 'alert-mail'],
    deliver: createAlertDelivery({
      settings,
      outbox,
      alert: store.get,
      site: { name: site.name, url: site.url.replace(/\/+$/, '') },
    }),
    keepMs: DELIVERED_MS,
    tidy: alerts.tidy,
  });
  return { ...alerts, ...deliveries };
}

export interface RunningAlertsOptions extends Pick<AlertsOptions, 'live' | 'errors' | 'now'> {
  storage: Pick<Storage, 'db' | 'state'>;
  config: Pick<Config, 'alerts' | 'site'>;
  outbox: Outbox;
  logger: FastifyBaseLogger;
}

/** Alerts that are looked for and delivered in the background. */
export interface RunningAlerts extends Pick<Alerts, 'open' | 'undelivered'> {
  /** @returns resolves when the current lookup has ended, before its stores are closed. */
  close(): Promise<void>;
}

const LOOK_MS = 60_000;
const MOST_HISTORY = 200;

export function startAlerts({ storage, ...options }: RunningAlertsOptions): RunningAlerts {
  const { config, logger } = options;
  const { db, state } = storage;
  const alerts = openAlerts({
    ...options,
    db,
    settings: config.alerts.targets ?? {},
    site: config.site,
    history: (app) => state.history({ app, limit: MOST_HISTORY }),
    identityOf: async (app, release) => (await state.release(app, release))?.identity,
  });
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      if ((await alerts.look()) > 0) alerts.wake();
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
    async close() {
      stop();
      await looking;
    },
  };
}
