import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { AppFigures, Figure, FigureName } from '@voltframe/kit/contract/operations/figures';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { HourRate } from '../../../observing/errors/error-queries.ts';
import type { OpsDeps } from '../operations-deps.ts';

/** What the page reads of what visitors saw. */
export type SeenSources = Pick<OpsDeps, 'errors' | 'figures'>;

/** What visitors saw of an app's live release, beside the one before. */
export interface AppSeen {
  app: string;
  /** Digest of the live release. */
  live: string;
  /** When it went live, ms since the epoch. */
  since: number;
  /** Of the last {@link SEEN_HOURS}. */
  hours: HourRate[];
  /** Of the last {@link SEEN_DAYS}, the newest first. */
  groups: ErrorGroup[];
  /** Whether there are more of them. */
  more: boolean;
  figures: AppFigures | undefined;
}

export const SEEN_HOURS = 48;
const SEEN_DAYS = 7;
const MOST_GROUPS = 20;
const HOUR_MS = 3_600_000;

/** Errors and figures of an app are for its team, and for operators. */
export function maySee(you: Token, app: string): boolean {
  return you.role === 'operator' || you.app === app;
}

/** @param now ms since the epoch. */
export async function readSeen(
  { errors, figures }: SeenSources,
  { app, live, since }: Pick<AppSeen, 'app' | 'live' | 'since'>,
  now: number,
): Promise<AppSeen> {
  const [hours, { groups, more }, measured] = await Promise.all([
    errors.rates(app, now - SEEN_HOURS * HOUR_MS, now + HOUR_MS),
    errors.list({ app, sinceMs: now - SEEN_DAYS * 24 * HOUR_MS, limit: MOST_GROUPS }),
    figures.of(app, live),
  ]);
  return { app, live, since, hours, groups, more, figures: measured };
}

/** Errors of an app of late, beside those of as long a time before. */
interface ErrorsCompared {
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

interface Words {
  label: string;
  inWords(value: number): string;
  /** A difference below it says nothing. */
  least: number;
}

const ms = (value: number): string =>
  value >= 1_000 ? `${(value / 1_000).toFixed(value >= 10_000 ? 0 : 1)} s` : `${Math.round(value)} ms`;

/** What each figure is called for people, and how it is written. */
export const FIGURE_WORDS: Readonly<Record<FigureName, Words>> = {
  lcp: { label: 'Largest paint', inWords: ms, least: 100 },
  cls: { label: 'Layout shift', inWords: (value) => value.toFixed(2), least: 0.02 },
  inp: { label: 'Answer to input', inWords: ms, least: 25 },
  ttfb: { label: 'First byte', inWords: ms, least: 50 },
  hydration: { label: 'Ready to use', inWords: ms, least: 100 },
  navigation: { label: 'Navigation', inWords: ms, least: 25 },
  render: { label: 'Rendering', inWords: ms, least: 5 },
  upstream: { label: 'Upstream', inWords: ms, least: 25 },
};

/** As much is no chance. */
const RATIO = 1.1;

/** @returns `worse` or `better` than the release before, by so much that it says something; undefined: alike, or not known. */
export function changeOf({ name, p75, before }: Figure): 'worse' | 'better' | undefined {
  if (!before || Math.abs(p75 - before.p75) < FIGURE_WORDS[name].least) return undefined;
  if (p75 >= before.p75 * RATIO) return 'worse';
  return p75 * RATIO <= before.p75 ? 'better' : undefined;
}

/** @returns `+12 %`, `−3 %`; `±0 %` for what is alike. */
export function percent(now: number, before: number): string {
  const change = before === 0 ? 0 : Math.round((now / before - 1) * 100);
  if (change === 0) return '±0 %';
  return `${change > 0 ? '+' : '−'}${Math.abs(change)} %`;
}

/** @returns the figures of all pages of a release together. */
export function figuresOfAll(figures: AppFigures | undefined): Figure[] {
  const all = figures?.routes.find(({ route, device }) => route === undefined && device === undefined);
  return all?.figures ?? [];
}
