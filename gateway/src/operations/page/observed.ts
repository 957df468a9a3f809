import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { AppStatus } from '@voltframe/kit/contract/operations/site-status';
import type { AppVitals, VitalSummary, AnyVitalName } from '@voltframe/kit/contract/operations/vitals';
import type { HourRate } from '../../observing/errors/error-queries.ts';
import type { OpsDeps } from '../operations-deps.ts';

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
  figures: AppVitals | undefined;
}

export const SEEN_HOURS = 48;
const SEEN_DAYS = 7;
const MOST_GROUPS = 20;
const HOUR_MS = 3_600_000;

export async function readSeen(
  { errors, figures, now }: OpsDeps,
  { app, live, activatedAt: since }: AppStatus,
): Promise<AppSeen> {
  const [hours, { groups, more }, measured] = await Promise.all([
    errors.rates(app, now() - SEEN_HOURS * HOUR_MS, now() + HOUR_MS),
    errors.list({ app, sinceMs: now() - SEEN_DAYS * 24 * HOUR_MS, limit: MOST_GROUPS }),
    figures.of(app, live),
  ]);
  return { app, live, since, hours, groups, more, figures: measured };
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

interface Words {
  label: string;
  inWords(value: number): string;
  /** The smallest difference that counts as a change. */
  least: number;
}

const ms = (value: number): string =>
  value >= 1_000 ? `${(value / 1_000).toFixed(value >= 10_000 ? 0 : 1)} s` : `${Math.round(value)} ms`;

/** The label and the format of each measurement. */
export const VITAL_WORDS: Readonly<Record<AnyVitalName, Words>> = {
  lcp: { label: 'Largest paint', inWords: ms, least: 100 },
  cls: { label: 'Layout shift', inWords: (value) => value.toFixed(2), least: 0.02 },
  inp: { label: 'Answer to input', inWords: ms, least: 25 },
  ttfb: { label: 'First byte', inWords: ms, least: 50 },
  hydration: { label: 'Ready to use', inWords: ms, least: 100 },
  navigation: { label: 'Navigation', inWords: ms, least: 25 },
  render: { label: 'Rendering', inWords: ms, least: 5 },
  upstream: { label: 'Upstream', inWords: ms, least: 25 },
};

/** The smallest ratio that counts as a change. */
const RATIO = 1.1;

/**
 * @returns whether a measurement is clearly worse or better than that of the release before; undefined when it is
 * neither or unknown.
 */
export function changeOf({ name, p75, before }: VitalSummary): 'worse' | 'better' | undefined {
  if (!before || Math.abs(p75 - before.p75) < VITAL_WORDS[name].least) return undefined;
  if (p75 >= before.p75 * RATIO) return 'worse';
  return p75 * RATIO <= before.p75 ? 'better' : undefined;
}

/** @returns the change in percent: `+12 %`, `−3 %`, `±0 %`. */
export function percent(now: number, before: number): string {
  const change = before === 0 ? 0 : Math.round((now / before - 1) * 100);
  if (change === 0) return '±0 %';
  return `${change > 0 ? '+' : '−'}${Math.abs(change)} %`;
}

/** @returns the measurements over all pages and devices of a release. */
export function vitalsOfAll(figures: AppVitals | undefined): VitalSummary[] {
  const all = figures?.routes.find(({ route, device }) => route === undefined && device === undefined);
  return all?.figures ?? [];
}
