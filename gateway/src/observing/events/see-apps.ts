import type { VitalBudget } from '@voltframe/kit/contract/figures/budget';
import type { ErrorGroupList } from '@voltframe/kit/contract/operations/error-groups';
import type { AppFigures } from '@voltframe/kit/contract/operations/figures';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { wentLive } from '../../releasing/activation/live-releases.ts';
import { type AppSeen, BEFORE_MS, DAY_MS, dayOf } from './rules/app-seen.ts';

/** Where the rules' facts come from. */
export interface SeenSources {
  /** Digests by app. */
  live(): Readonly<Record<string, string>>;
  /** Of an app, newest first. */
  history(app: string): Promise<HistoryEntry[]>;
  errors: {
    list(query: { app: string; release: string; sinceMs: number; limit: number }): Promise<ErrorGroupList>;
    rates(app: string, fromMs: number, toMs: number): Promise<AppSeen['errors'][number][]>;
  };
  figures: {
    of(app: string): Promise<AppFigures | undefined>;
    /** Of the figure that each page view has. */
    series(app: string, name: 'ttfb', days: number): Promise<AppSeen['views'][number][]>;
  };
  /** What the live release of an app allows itself, by the ids of its routes. */
  budgetsOf(app: string): Readonly<Record<string, VitalBudget>>;
  /** ms since the epoch. */
  now: () => number;
}

const MOST_GROUPS = 200;

/** Reads little of an app that had no errors and has no budget. */
export async function* seeApps(sources: SeenSources): AsyncGenerator<AppSeen> {
  for (const [app, release] of Object.entries(sources.live())) yield await seeApp(sources, app, release);
}

async function seeApp(sources: SeenSources, app: string, release: string): Promise<AppSeen> {
  const now = sources.now();
  const errors = await sources.errors.rates(app, dayOf(now - 2 * BEFORE_MS), now);
  const seen = { app, now, live: { release, since: undefined }, before: undefined, groups: [], views: [] };
  const vitals = await vitalsOf(sources, app);
  if (!errors.some((hour) => hour.release === release)) return { ...seen, errors, vitals };
  const sinceMs = now - BEFORE_MS;
  const { groups } = await sources.errors.list({ app, release, sinceMs, limit: MOST_GROUPS });
  const views = await sources.figures.series(app, 'ttfb', (2 * BEFORE_MS) / DAY_MS);
  return { ...seen, ...livePast(await sources.history(app), release), errors, groups, views, vitals };
}

async function vitalsOf({ budgetsOf, figures }: SeenSources, app: string): Promise<AppSeen['vitals']> {
  const budgets = Object.entries(budgetsOf(app));
  const measured = budgets.length > 0 ? await figures.of(app) : undefined;
  return budgets.map(([route, budget]) => {
    const own = measured?.routes.find((entry) => entry.route === route && entry.device === undefined);
    return { route, budget, figures: own?.figures ?? [] };
  });
}

/** @param history of the app, newest first. */
function livePast(history: readonly HistoryEntry[], release: string): Pick<AppSeen, 'live' | 'before'> {
  const changes = history.filter((entry) => wentLive(entry) && entry.from !== entry.to);
  const own = changes.findIndex(({ to }) => to === release);
  const before = changes[own]?.from ?? undefined;
  const past = changes.slice(own + 1).find(({ to }) => to === before);
  return {
    live: { release, since: changes[own]?.at },
    before: before === undefined ? undefined : { release: before, since: past?.at },
  };
}
