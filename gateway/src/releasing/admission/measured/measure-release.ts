import type { ReleaseMeasurement, RouteMeasurement } from '@voltframe/kit/contract/operations/figures';
import type { Finding } from '@voltframe/kit/contract/operations/finding';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import type { ReleaseRoute } from '@voltframe/kit/contract/release/release';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import type { TransferSizes } from '../measure-transfer.ts';
import { createAsLive } from './as-live.ts';
import { largestPage, measurePage, type TriedPage } from './measure-page.ts';
import type { MeasurementStore } from './measurement-store.ts';
import { overBudget } from './over-budget.ts';
import { type RenderTimes, timeRenders } from './render-times.ts';

/** What is measured of the new releases of a candidate that passed its checks. */
export interface Measured {
  /** What is over the budgets of their teams. */
  findings: Finding[];
  /** By app. */
  measured: Record<string, ReleaseMeasurement>;
}

/** @param changed the apps whose release is new. @param live what visitors are answered from, if anything is. */
export type ReleaseMeter = (
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
  transfer: TransferSizes,
  signal: AbortSignal,
  live?: ServedComposition,
) => Promise<Measured>;

export interface ReleaseMeterOptions {
  pagesPerRoute: number;
  /** Milliseconds with fractions, of a clock that only goes forward. */
  clock: () => number;
  /** What was measured of releases. */
  kept: Pick<MeasurementStore, 'of'>;
}

/**
 * Of one admission, in milliseconds: what is not measured by then is left out. A release with a budget may be refused for
 * what is measured; else it is told its team, and nobody waits long for that.
 */
const MOST_MS = 4_000;
const MOST_MS_TOLD = 1_000;
const ROUNDS = 3;
/** For a page that was too slow: it may have been the machine. */
const ROUNDS_AGAIN = 7;

export function createReleaseMeter({ pagesPerRoute, clock, kept }: ReleaseMeterOptions): ReleaseMeter {
  return async (candidate, changed, transfer, signal, live) => {
    const before = await measurementsOf(kept, live, changed);
    const isAsLive = createAsLive(candidate, live);
    const began = clock();
    const all: Measured = { findings: [], measured: {} };
    for (const route of routesOf(candidate, changed)) {
      const decides = hasBudget(declaredOf(candidate, route));
      const most = decides ? MOST_MS : MOST_MS_TOLD;
      if (signal.aborted || clock() - began > most) break;
      // What cannot be measured has rendered before: nobody is refused for it.
      const tried = await largestPage(candidate, route, pagesPerRoute).catch(() => undefined);
      if (!tried) continue;
      const known = decides ? undefined : before[route.app]?.routes[route.id];
      try {
        // A figure that decides nothing is as good as it was: to measure a hundred of them again holds up a deploy by a second.
        if (known && (await isAsLive(tried))) measuredOf(all, route.app)[route.id] = known;
        else await measureRoute(candidate, tried, transfer, all);
      } catch {
        continue;
      }
    }
    return all;
  };

  async function measureRoute(
    candidate: ServedComposition,
    tried: TriedPage,
    transfer: TransferSizes,
    all: Measured,
  ): Promise<void> {
    const { app, id } = tried.page.route;
    const { budget } = declaredOf(candidate, tried.page.route);
    const sizes = await measurePage(candidate, tried, transfer);
    const { ms, ratio } = await timed(candidate, tried, budget.render);
    const measurement = { ...sizes, renderMs: ms, renderRatio: ratio };
    measuredOf(all, app)[id] = measurement;
    all.findings.push(...overBudget(app, { route: id, path: tried.page.path, budget, measurement }));
  }

  /** @param limit of the ratio: what is over it is looked at again, for longer; the better one counts. */
  async function timed(
    { renderer }: ServedComposition,
    { page: { route, params, path, search } }: TriedPage,
    limit = Infinity,
  ): Promise<RenderTimes> {
    const render = {
      page: () => renderer.again(route, { params, path, search }),
      frame: () => renderer.frameAgain(),
    };
    const first = await timeRenders(render, ROUNDS, clock);
    if (first.ratio <= limit) return first;
    const second = await timeRenders(render, ROUNDS_AGAIN, clock);
    return second.ratio < first.ratio ? second : first;
  }
}

async function measurementsOf(
  kept: ReleaseMeterOptions['kept'],
  live: ServedComposition | undefined,
  apps: ReadonlySet<string>,
): Promise<Record<string, ReleaseMeasurement>> {
  const found: Record<string, ReleaseMeasurement> = {};
  for (const app of apps) {
    const release = live?.releases[app];
    const measurement = release && (await kept.of(app, release.digest));
    if (measurement) found[app] = measurement;
  }
  return found;
}

function measuredOf({ measured }: Measured, app: string): Record<string, RouteMeasurement> {
  return (measured[app] ??= { routes: {} }).routes;
}

/** Those first whose team has set a budget that only this can look at. */
function routesOf(candidate: ServedComposition, changed: ReadonlySet<string>): CompositionRoute[] {
  const routes = candidate.composition.routes.filter(({ app }) => changed.has(app));
  const [first, others] = [true, false].map((wanted) =>
    routes.filter((route) => hasBudget(declaredOf(candidate, route)) === wanted),
  );
  return [...first!, ...others!];
}

function hasBudget({ budget: { html, images, render } }: ReleaseRoute): boolean {
  return (html ?? images ?? render) !== undefined;
}

function declaredOf({ releases }: ServedComposition, { app, id }: CompositionRoute): ReleaseRoute {
  return releases[app]!.routes.find((route) => route.id === id)!;
}
