import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { UndeliveredAlerts } from '@voltframe/kit/contract/operations/site-status';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import { type AlertSettings, targetOf } from '../../platform/settings/alert-settings.ts';
import { alertId, type AlertStore, DAY_MS } from './alert-store.ts';
import { channelsOf } from './deliver-alert.ts';
import { livePast, newErrors } from './events.ts';

export interface AlertsOptions {
  store: AlertStore;
  settings: AlertSettings;
  /** @returns digests of the live releases by app. */
  live(): Readonly<Record<string, string>>;
  /** @returns the history of an app, newest first. */
  history(app: string): Promise<HistoryEntry[]>;
  errors: {
    list(query: { app: string; release: string; sinceMs: number; limit: number }): Promise<ErrorGroupList>;
  };
  identityOf(app: string, release: string): Promise<ReleaseIdentity | undefined>;
  /** ms since the epoch. */
  now: () => number;
}

/** Tells teams of new errors in their live releases. */
export interface Alerts {
  /** Looks at every live app and stores new alerts, to be delivered. @returns the number of new alerts. */
  look(): Promise<number>;
  /** @param live digest by app. @returns by app the alerts about its live release within a week, newest first. */
  open(live: Readonly<Record<string, string>>): Promise<Map<string, Alert[]>>;
  /** @returns by app the alerts that its receiver has not taken for an hour or more. */
  undelivered(): Promise<Map<string, UndeliveredAlerts[]>>;
  /** Removes old alerts. */
  tidy(): Promise<void>;
}

const OPEN_MS = 7 * DAY_MS;
/** A receiver that is started anew takes less time than this. */
const UNDELIVERED_MS = 3_600_000;
/** Longer than errors are stored, so no error is told twice. */
const KNOWN_MS = 120 * DAY_MS;
const ERRORS_MS = 7 * DAY_MS;
const MOST_GROUPS = 200;

export function createAlerts(options: AlertsOptions): Alerts {
  const { store, now } = options;
  return {
    async look() {
      let added = 0;
      for (const [app, release] of Object.entries(options.live()))
        added += await lookAt(options, app, release);
      return added;
    },
    async open(live) {
      const alerts = await store.of(Object.values(live), now() - OPEN_MS);
      return Map.groupBy(
        alerts.filter(({ app, release }) => Object.hasOwn(live, app) && live[app] === release),
        ({ app }) => app,
      );
    },
    undelivered: () => store.undelivered(now() - UNDELIVERED_MS),
    tidy: () => store.tidy(now() - KNOWN_MS),
  };
}

/** @returns the number of new alerts about the live release of an app. */
async function lookAt(options: AlertsOptions, app: string, release: string): Promise<number> {
  const { store, settings, errors, identityOf, now } = options;
  const at = now();
  const { groups } = await errors.list({ app, release, sinceMs: at - ERRORS_MS, limit: MOST_GROUPS });
  if (groups.length === 0) return 0;
  const past = livePast(await options.history(app), release);
  const found = newErrors(app, past, groups, at).map((one) => ({
    ...one,
    id: alertId(app, release, 'new-error', one.error.id),
  }));
  const known = await store.known(found.map(({ id }) => id));
  const channels = channelsOf(targetOf(settings, app));
  let added = 0;
  for (const one of found) {
    if (known.has(one.id)) continue;
    const identity = await identityOf(app, release);
    const alert: Alert = {
      ...one,
      rule: 'new-error',
      app,
      at,
      release,
      ...(identity && { identity }),
      ...(past.before !== undefined && { before: past.before }),
    };
    if (await store.tell(alert, channels)) added += 1;
  }
  return added;
}
