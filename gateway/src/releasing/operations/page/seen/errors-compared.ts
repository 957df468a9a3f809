import type { AppSeen } from './seen.ts';

/** Errors of an app of late, beside those of as long a time before. */
export interface ErrorsCompared {
  /** In this hour and the one before it. */
  lastHour: number;
  /** Of the live release, in a day at most. */
  times: number;
  perHour: number;
  perHourBefore: number;
  /** Whether what is before is of the release before; else it is the day before. */
  beforeRelease: boolean;
  /** Clearly more than before. */
  worse: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Fewer are chance. */
const FEWEST = 5;
const MORE = 2;

/**
 * The live release's errors of its last day, and those of the day before: of the release before, when that was live then.
 * @param now ms since the epoch.
 */
export function compareErrors(
  { live, since, hours }: Pick<AppSeen, 'live' | 'since' | 'hours'>,
  now: number,
): ErrorsCompared {
  const dayAgo = now - DAY_HOURS * HOUR_MS;
  const beforeRelease = since > dayAgo;
  // Counted by the hour: the hour in which it went live is of both.
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
    lastHour: sum(({ hourMs }) => hourMs >= hourOf(now) - HOUR_MS),
    times,
    perHour,
    perHourBefore,
    beforeRelease,
    worse: times >= FEWEST && perHour >= MORE * perHourBefore,
  };
}

function hourOf(at: number): number {
  return at - (at % HOUR_MS);
}
