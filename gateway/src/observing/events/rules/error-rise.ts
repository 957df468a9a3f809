import { type AppSeen, BEFORE_MS, dayOf, type Finding, HOUR_MS } from './app-seen.ts';
import { timesOnServer } from './new-errors.ts';

/** The live release is looked at over whole days, for views are counted by day: these hours at least, and a day more at most. */
const RECENT_MS = 6 * HOUR_MS;
const FEWEST_ERRORS = 20;
const FEWEST_VISITORS = 3;
/** As many times what the release before would have had. */
const RATIO = 3;
const FEWEST_VIEWS = 100;
/** A release that was live for less says nothing. */
const SHORTEST_BEFORE_MS = HOUR_MS;

/** More errors than the release before had: by page view where both had enough, else by hour. */
export function errorRise(seen: AppSeen): Finding[] {
  const { app, live, before } = seen;
  if (!before || live.since === undefined) return [];
  const rate = compared(seen, before, live.since);
  if (!rate || rate.errors < FEWEST_ERRORS || !isBelievable(seen)) return [];
  if (rate.errors <= RATIO * (rate.errorsBefore / rate.ofBefore) * rate.of) return [];
  const of = (count: number) => `${count} ${rate.per}${count === 1 ? '' : 's'}`;
  const was = `${rate.errorsBefore} in ${of(rate.ofBefore)}`;
  return [
    {
      rule: 'error-rate',
      subject: '',
      summary: `${app} has more errors than before: ${rate.errors} in ${of(rate.of)}; the release before had ${was}`,
      rate,
    },
  ];
}

interface Span {
  release: string;
  from: number;
  to: number;
}

/** @returns undefined when the release before says nothing. */
function compared(
  seen: AppSeen,
  before: NonNullable<AppSeen['before']>,
  since: number,
): NonNullable<Finding['rate']> | undefined {
  const { live, now } = seen;
  const own: Span = { release: live.release, from: Math.max(since, dayOf(now - RECENT_MS)), to: now };
  const earliest = dayOf(since - BEFORE_MS);
  const past: Span = { release: before.release, from: Math.max(before.since ?? 0, earliest), to: since };
  const errors = errorsIn(seen, own);
  const errorsBefore = errorsIn(seen, past);
  const [views, viewsBefore] = [viewsIn(seen, own), viewsIn(seen, past)];
  if (views >= FEWEST_VIEWS && viewsBefore >= FEWEST_VIEWS)
    return { per: 'view', errors, of: views, errorsBefore, ofBefore: viewsBefore };
  if (past.to - past.from < SHORTEST_BEFORE_MS) return undefined;
  return { per: 'hour', errors, of: hoursOf(own), errorsBefore, ofBefore: hoursOf(past) };
}

/** By the hour that it began in: what is counted by hour has no finer times. */
function errorsIn({ errors }: AppSeen, { release, from, to }: Span): number {
  return sum(
    errors.filter((hour) => hour.release === release && hour.hourMs > from - HOUR_MS && hour.hourMs < to),
    ({ times }) => times,
  );
}

function viewsIn({ views }: AppSeen, { release, from, to }: Span): number {
  return sum(
    views.filter((day) => day.release === release && day.dayMs >= dayOf(from) && day.dayMs < to),
    ({ count }) => count,
  );
}

function hoursOf({ from, to }: Span): number {
  return Math.max(1, Math.round((to - from) / HOUR_MS));
}

/** One visitor may send what he likes. */
function isBelievable({ groups }: AppSeen): boolean {
  const visitors = sum(groups, (group) => group.visitors);
  return visitors >= FEWEST_VISITORS || sum(groups, timesOnServer) >= FEWEST_ERRORS;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
