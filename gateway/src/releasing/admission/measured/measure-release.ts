import type {
  MeasuredRelease,
  ReleaseMeasurement,
  RouteMeasurement,
} from '@voltframe/kit/contract/operations/figures';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import type { Release, ReleaseRoute } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import type { TransferSizes } from '../measure-transfer.ts';
import { largestPage, measurePage } from './measure-page.ts';
import type { MeasurementStore } from './measurement-store.ts';

/** Measurements of the new releases of a candidate that passed its checks. */
export interface Measured {
  /** Pages that are larger than the budgets of their teams allow. */
  findings: Finding[];
  /** By app. */
  measured: Record<string, ReleaseMeasurement>;
}

/** @param changed the apps whose release is new. */
export type ReleaseMeter = (
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
  transfer: TransferSizes,
  signal: AbortSignal,
) => Promise<Measured>;

export interface ReleaseMeterOptions {
  pagesPerRoute: number;
  /** Milliseconds with fractions, of a clock that only goes forward. */
  clock: () => number;
}

/**
 * Time for all routes of one admission, in milliseconds. Routes with a budget come first, because a release may be refused
 * for their size. Other routes are measured for information only, and no deploy waits long for that.
 */
const MOST_MS = 4_000;
const MOST_MS_FOR_INFORMATION = 1_000;

/** @returns measures the largest page of each route of the new releases. */
export function createReleaseMeter({ pagesPerRoute, clock }: ReleaseMeterOptions): ReleaseMeter {
  return async (candidate, changed, transfer, signal) => {
    const began = clock();
    const all: Measured = { findings: [], measured: {} };
    for (const route of routesOf(candidate, changed)) {
      const { budget } = declaredOf(candidate, route);
      const most = hasBudget(budget) ? MOST_MS : MOST_MS_FOR_INFORMATION;
      if (signal.aborted || clock() - began > most) break;
      // Every page rendered during the checks before. A failure here is no reason to refuse the release.
      const measurement = await measureRoute(candidate, route, transfer).catch(() => undefined);
      if (!measurement) continue;
      const { path, ...sizes } = measurement;
      (all.measured[route.app] ??= { routes: {} }).routes[route.id] = sizes;
      all.findings.push(...overBudget(route.app, { route: route.id, path, budget, measurement: sizes }));
    }
    return all;
  };

  async function measureRoute(
    candidate: ServedComposition,
    route: CompositionRoute,
    transfer: TransferSizes,
  ): Promise<(RouteMeasurement & { path: string }) | undefined> {
    const tried = await largestPage(candidate, route, pagesPerRoute);
    return tried && { ...(await measurePage(candidate, tried, transfer)), path: tried.page.path };
  }
}

/** @returns a finding for each kind of bytes of which a page has more than its budget allows. */
export function overBudget(
  app: string,
  {
    route,
    path,
    budget,
    measurement,
  }: { route: string; path: string; budget: ReleaseRoute['budget']; measurement: RouteMeasurement },
): Finding[] {
  // JavaScript and CSS are known without rendering: checkComposition looks at them.
  return (['html', 'images'] as const).flatMap((kind) => {
    const [bytes, limit] = [measurement[kind], budget[kind] ?? Infinity];
    if (bytes <= limit) return [];
    return [
      finding(app, admissionErrors.BUDGET_PAGE({ route, path, bytes, kind, limit, over: bytes - limit })),
    ];
  });
}

/**
 * @param live releases by app.
 * @returns the measurements of each release, beside the stored ones of the live release of its app.
 */
export async function compareWithLive(
  store: Pick<MeasurementStore, 'of'>,
  releases: Readonly<Record<string, Release>>,
  live: Readonly<Record<string, Release>>,
  measured: Readonly<Record<string, ReleaseMeasurement>>,
): Promise<MeasuredRelease[]> {
  const compared = Object.entries(measured).map(async ([app, own]): Promise<MeasuredRelease> => {
    const digest = live[app]?.digest;
    const before = digest === undefined ? undefined : await store.of(app, digest);
    return {
      app,
      digest: releases[app]!.digest,
      measured: own,
      ...(digest !== undefined && before && { before: { ...before, digest } }),
    };
  });
  return Promise.all(compared);
}

/** @returns the routes of the new releases, those with a budget that only measuring can check first. */
function routesOf(candidate: ServedComposition, changed: ReadonlySet<string>): CompositionRoute[] {
  const routes = candidate.composition.routes.filter(({ app }) => changed.has(app));
  const [first, others] = [true, false].map((wanted) =>
    routes.filter((route) => hasBudget(declaredOf(candidate, route).budget) === wanted),
  );
  return [...first!, ...others!];
}

function hasBudget({ html, images }: ReleaseRoute['budget']): boolean {
  return (html ?? images) !== undefined;
}

function declaredOf({ releases }: ServedComposition, { app, id }: CompositionRoute): ReleaseRoute {
  return releases[app]!.routes.find((route) => route.id === id)!;
}
