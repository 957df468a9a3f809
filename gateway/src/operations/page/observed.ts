import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { AppStatus } from '@voltframe/kit/contract/operations/site-status';
import type { ReleaseMeasurement } from '@voltframe/kit/contract/operations/measurements';
import type { HourRate } from '../../observing/errors/error-queries.ts';
import { liveBefore } from '../../observing/events/events.ts';
import type { OpsDeps } from '../operations-deps.ts';

/** The measurements of admission for a release and the one that it replaced; absent: not measured. */
export interface Measured {
  measured?: ReleaseMeasurement | undefined;
  measuredBefore?: ReleaseMeasurement | undefined;
}

/** The observations of an app's live release, beside those of the release before. */
export interface AppSeen {
  app: string;
  /** Digest of the live release. */
  live: string;
  /** When it went live, ms since the epoch. */
  since: number;
  /** The error counts of the last {@link SEEN_HOURS}. */
  hours: HourRate[];
  /** The error groups of the last {@link SEEN_DAYS}, the newest first. */
  groups: ErrorGroup[];
  /** Whether there are more groups. */
  more: boolean;
  measured: Measured;
}

export const SEEN_HOURS = 48;
const SEEN_DAYS = 7;
const MOST_GROUPS = 20;
const HOUR_MS = 3_600_000;

export async function readSeen(
  deps: Pick<OpsDeps, 'errors' | 'measurements' | 'state' | 'now'>,
  { app, live, activatedAt: since }: AppStatus,
): Promise<AppSeen> {
  const { errors, now } = deps;
  const [hours, { groups, more }, measured] = await Promise.all([
    errors.rates(app, now() - SEEN_HOURS * HOUR_MS, now() + HOUR_MS),
    errors.list({ app, sinceMs: now() - SEEN_DAYS * 24 * HOUR_MS, limit: MOST_GROUPS }),
    readMeasured(deps, app, live),
  ]);
  return { app, live, since, hours, groups, more, measured };
}

export async function readMeasured(
  { measurements, state }: Pick<OpsDeps, 'measurements' | 'state'>,
  app: string,
  release: string,
): Promise<Measured> {
  const before = await liveBefore(state, app, release);
  return {
    measured: await measurements.of(app, release),
    measuredBefore: before === undefined ? undefined : await measurements.of(app, before),
  };
}

const DAY_HOURS = 24;
/** The lowest number of errors that counts as a change. */
const FEWEST = 5;
const MORE = 2;

/**
 * Compares the live release's errors of the last day with those of the day before, or of the release before when it was
 * live then.
 * @param now ms since the epoch.
 */
export function compareErrors(
  { live, since, hours }: Pick<AppSeen, 'live' | 'since' | 'hours'>,
  now: number,
) {
  const dayAgo = now - DAY_HOURS * HOUR_MS;
  const beforeRelease = since > dayAgo;
  // Errors are counted by the hour: the hour of the activation belongs to both releases.
  const from = hourOf(beforeRelease ? since : dayAgo);
  const sum = (which: (hour: AppSeen['hours'][number]) => boolean): number =>
    hours.filter(which).reduce((total, { times }) => total + times, 0);
  const times = sum(({ release, hourMs }) => hourMs >= from && (release === live || !beforeRelease));
  const before = sum(
    ({ release, hourMs }) =>
      hourMs >= from - DAY_HOURS * HOUR_MS &&
      (hourMs < from || (beforeRelease && hourMs === from && release !== live)),
  );
  const perHour = times / Math.max(1, (now - from) / HOUR_MS);
  const perHourBefore = before / DAY_HOURS;
  return {
    /** The errors of the live release, within a day at most. */
    times,
    perHour,
    perHourBefore,
    /** Whether the comparison is with the release before; otherwise it is with the day before. */
    beforeRelease,
    /** Whether the rate has clearly risen. */
    worse: times >= FEWEST && perHour >= MORE * perHourBefore,
  };
}

function hourOf(at: number): number {
  return at - (at % HOUR_MS);
}

/** @returns the change in percent: `+12 %`, `−3 %`, `±0 %`. */
export function percent(now: number, before: number): string {
  const change = before === 0 ? 0 : Math.round((now / before - 1) * 100);
  if (change === 0) return '±0 %';
  return `${change > 0 ? '+' : '−'}${Math.abs(change)} %`;
}
