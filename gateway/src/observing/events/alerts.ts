import type { Alert } from '@voltframe/kit/contract/operations/alert';
import type { UndeliveredAlerts } from '@voltframe/kit/contract/operations/site-status';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { Sender } from '../../platform/outbox/sender.ts';
import { channelsOf } from './delivery/deliver-alert.ts';
import { type AppSeen, DAY_MS, type Finding } from './rules/app-seen.ts';
import { errorRise } from './rules/error-rise.ts';
import { newErrors } from './rules/new-errors.ts';
import { slowVitals } from './rules/slow-vitals.ts';
import { type AlertSettings, targetOf } from '../../platform/settings/alerts/alert-settings.ts';
import { alertId, type AlertStore } from './told/alert-store.ts';

export interface AlertsDeps {
  store: AlertStore;
  settings: AlertSettings;
  /** What there is to judge of each live app. */
  see(): AsyncIterable<AppSeen>;
  identityOf(app: string, release: string): Promise<ReleaseIdentity | undefined>;
  sender: Sender;
  /** ms since the epoch. */
  now: () => number;
}

/** Tells teams what their live releases do to visitors. */
export interface Alerts {
  /** Judges every live app, and notes what was not told before, to be delivered. @returns how much that was. */
  look(): Promise<number>;
  /** @param live digest by app. @returns by app what was told of its live release within a week, newest first. */
  open(live: Readonly<Record<string, string>>): Promise<Map<string, Alert[]>>;
  /** @returns by app what its receiver has not taken for an hour or more. */
  undelivered(): Promise<Map<string, UndeliveredAlerts[]>>;
  /** Delivers what is due. @returns how many rows were tried. */
  deliverDue(): Promise<number>;
  /** Forgets what is long past. */
  tidy(): Promise<void>;
  /** Begins no further delivery. */
  stopDelivery(): void;
}

const OPEN_MS = 7 * DAY_MS;
/** Until then a receiver may have been started anew. */
const UNDELIVERED_MS = 3_600_000;
/** A team is not told of what was so last week. */
const DELIVERED_MS = 3 * DAY_MS;
/** What was told is known for longer than errors and figures are kept. */
const KNOWN_MS = 120 * DAY_MS;
const RULES = [newErrors, errorRise, slowVitals];

export function createAlerts(deps: AlertsDeps): Alerts {
  const { store, sender, now } = deps;
  return {
    async look() {
      let told = 0;
      for await (const seen of deps.see()) told += await judge(deps, seen);
      return told;
    },
    async open(live) {
      const alerts = await store.of(Object.values(live), now() - OPEN_MS);
      return Map.groupBy(
        alerts.filter(({ app, release }) => Object.hasOwn(live, app) && live[app] === release),
        ({ app }) => app,
      );
    },
    undelivered: () => store.undelivered(now() - UNDELIVERED_MS),
    deliverDue: sender.drain,
    tidy: () => store.tidy({ told: now() - KNOWN_MS, delivered: now() - DELIVERED_MS }),
    stopDelivery: sender.stop,
  };
}

async function judge(deps: AlertsDeps, seen: AppSeen): Promise<number> {
  const { store, settings } = deps;
  let told = 0;
  const found = RULES.flatMap((rule) => rule(seen)).map((finding) => ({
    ...finding,
    id: idOf(seen, finding),
  }));
  const known = await store.known(found.map(({ id }) => id));
  const channels = channelsOf(targetOf(settings, seen.app));
  for (const finding of found) {
    if (known.has(finding.id)) continue;
    if (await store.tell(await alertOf(deps, seen, finding), channels)) told += 1;
  }
  return told;
}

function idOf({ app, live }: AppSeen, { rule, subject }: Finding): string {
  return alertId(app, live.release, rule, subject);
}

async function alertOf(
  { identityOf }: AlertsDeps,
  { app, live, before, now }: AppSeen,
  { subject: _, ...finding }: Finding & { id: string },
): Promise<Alert> {
  const identity = await identityOf(app, live.release);
  return {
    ...finding,
    app,
    at: now,
    release: live.release,
    ...(identity && { identity }),
    ...(before && { before: before.release }),
  };
}
