import type { VitalBudget } from '@voltframe/kit/contract/figures/budget';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { FastifyBaseLogger } from 'fastify';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { startSchedule } from '../../platform/outbox/schedule.ts';
import type { EnquirySettings } from '../../enquiries/settings.ts';
import { startLookout } from './lookout.ts';
import { openAlerts, type OpenedAlerts } from './open-alerts.ts';
import { seeApps, type SeenSources } from './see-apps.ts';
import type { AlertSettings } from '../../platform/settings/alerts/alert-settings.ts';
import type { Storage } from '../../platform/open-platform.ts';
import { every } from '../../platform/processes/timers.ts';

export interface AlertsPartOptions extends Pick<SeenSources, 'errors' | 'figures'> {
  storage: Pick<Storage, 'db' | 'state'>;
  live(): ServedComposition | undefined;
  siteConfig: SiteConfig;
  /** Whose mail server sends the alerts, too. */
  enquirySettings?: EnquirySettings | undefined;
  alertSettings?: AlertSettings | undefined;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** What teams are told of their live releases, and the delivery of that. */
export interface AlertsPart extends Pick<OpenedAlerts, 'open' | 'undelivered' | 'outbox'> {
  close(): Promise<void>;
}

const LOOK_MS = 60_000;
const MOST_HISTORY = 200;

export async function openAlertsPart(options: AlertsPartOptions): Promise<AlertsPart> {
  const { storage, live, errors, figures, siteConfig, logger, now } = options;
  const { db, state } = storage;
  const alerts = await openAlerts({
    db,
    settings: options.alertSettings ?? {},
    mail: options.enquirySettings?.mail,
    site: siteConfig,
    see: () =>
      seeApps({
        live: () => live()?.composition.apps ?? {},
        history: (app) => state.history({ app, limit: MOST_HISTORY }),
        errors,
        figures,
        budgetsOf: (app) => vitalBudgets(live(), app),
        now,
      }),
    identityOf: async (app, release) => (await state.release(app, release))?.identity,
    now,
    log: logger,
    fetch,
    random: Math.random,
  });
  const schedule = startSchedule(alerts, logger, 'alerts');
  const stop = startLookout({
    look: alerts.look,
    every: (callback) => every(LOOK_MS, callback),
    found: schedule.wake,
    failed: (error) => logger.warn({ err: error }, 'alerts cannot be looked for'),
  });
  return {
    open: alerts.open,
    undelivered: alerts.undelivered,
    outbox: alerts.outbox,
    async close() {
      await stop();
      await schedule.stop();
      alerts.close();
    },
  };
}

/** By the ids of routes that have one. */
function vitalBudgets(live: ServedComposition | undefined, app: string): Record<string, VitalBudget> {
  const routes = live?.releases[app]?.routes ?? [];
  return Object.fromEntries(routes.flatMap(({ id, budget }) => (budget.vitals ? [[id, budget.vitals]] : [])));
}
