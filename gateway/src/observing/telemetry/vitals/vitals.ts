import { setImmediate } from 'node:timers/promises';
import type { ReleaseMeasurement } from '@voltframe/kit/contract/operations/measurements';
import {
  type AnyVitalName,
  type AppVitals,
  SERVER_VITAL_NAMES,
  type VitalSummary,
} from '@voltframe/kit/contract/operations/vitals';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import {
  DEVICE_CLASSES,
  type DeviceClass,
  VITAL_NAMES,
  type VitalName,
  type Vitals,
} from '@voltframe/kit/contract/reports/view-report';
import { countOf, type Histogram, quantile } from '../../../platform/counts.ts';
import { createCoalescingRunner } from '../../../platform/runtime/one-at-a-time.ts';
import type { DayVitals, VitalStore } from './vital-store.ts';
import {
  addVitals,
  createVitalTally,
  fromUnits,
  noVitals,
  type VitalCounts,
  type VitalSums,
} from './vital-tally.ts';

export type ReleaseVitals = ReturnType<typeof createVitals>;

type OfRoute = Pick<VitalCounts, 'app' | 'release' | 'route'>;

interface VitalsOfView {
  composition: Composition;
  device: DeviceClass;
  vitals: Vitals;
}

export interface VitalPoint {
  dayMs: number;
  release: string;
  p75: number;
  count: number;
}

export interface VitalsOptions {
  store: VitalStore;
  /** Digest of an app's live release. */
  live(app: string): string | undefined;
  /** Digest of the release that was live before this one. */
  before(app: string, release: string): Promise<string | undefined>;
  /** When it became live; undefined = it never did. */
  liveSince(app: string, release: string): Promise<number | undefined>;
  /** The measurements of admission. */
  measured(app: string, release: string): Promise<ReleaseMeasurement | undefined>;
  /** Called before vitals are stored or read, to add counts from elsewhere. */
  collect(): void;
  now: () => number;
}

const DAY_MS = 86_400_000;
/** Days that are stored by day and release; and the days that are also stored by route and device. */
const KEPT_DAYS = 90;
const DETAILED_DAYS = 30;
/** Most rows of one write, because requests wait during a write. */
const AT_ONCE = 50;

/** The measurements of browsers and of the gateway, by app and release. Recording costs no I/O and never throws. */
export function createVitals(options: VitalsOptions) {
  const { store, now } = options;
  const tally = createVitalTally();
  const today = () => now() - (now() % DAY_MS);
  const daysAgo = (days: number) => today() - days * DAY_MS;
  /** Entries of the tally that are not stored yet; after a failure they are the first ones of the next run. */
  let left: VitalCounts[] = [];
  const write = async (): Promise<void> => {
    while (left.length > 0) {
      await store.add(today(), left.slice(0, AT_ONCE));
      left.splice(0, AT_ONCE);
      await setImmediate();
    }
  };
  /** A call during a run waits for another one, so that readers see all entries. */
  const { run: flush } = createCoalescingRunner(async () => {
    options.collect();
    await write();
    left = tally.drain();
    await write();
  });
  return {
    /**
     * Of one page view. Each route counts for its app; the shell, which is part of every page, counts every page.
     * @param view routes that its composition does not have are left out.
     */
    takeVitals({ composition, device, vitals }: VitalsOfView): void {
      const observe = (routeId: string, name: VitalName, value: number): void => {
        const route = composition.routes.find(({ id }) => id === routeId);
        const release = route && composition.apps[route.app];
        const shell = composition.apps[SHELL];
        if (!route || release === undefined || shell === undefined) return;
        tally.observe({ app: route.app, release, route: routeId, device }, name, value);
        if (route.app !== SHELL)
          tally.observe({ app: SHELL, release: shell, route: '', device }, name, value);
      };
      for (const name of VITAL_NAMES)
        if (name !== 'navigation' && vitals[name] !== undefined) observe(vitals.route, name, vitals[name]);
      for (const { route, ms } of vitals.navigations ?? []) observe(route, 'navigation', ms);
    },
    /** @param of the route or, where it is '', the app as a whole. @param value milliseconds. */
    note: (of: OfRoute, name: AnyVitalName, value: number) =>
      tally.observe({ ...of, device: '' }, name, value),
    /** Pages were answered. @param fromCache number of them that came from the cache. */
    answered: (of: OfRoute, times: number, fromCache: number): void =>
      tally.answered({ ...of, device: '' }, times, fromCache),
    /** Stores the pending entries. Runs every few seconds. */
    flush,
    /** @returns undefined for an app without a release of that digest. */
    async of(app: string, release = options.live(app)): Promise<AppVitals | undefined> {
      if (release === undefined) return undefined;
      await flush();
      const since = await options.liveSince(app, release);
      const rows = await store.of(app, release);
      const measured = await options.measured(app, release);
      if (since === undefined && rows.length === 0 && !measured) return undefined;
      const first = Math.min(...rows.map(({ day }) => day), now());
      const own = { app, release, since: since ?? first, ...(measured && { measured }) };
      const before = await options.before(app, release);
      if (before === undefined) return { ...own, routes: routeVitals(rows, []) };
      const measuredBefore = await options.measured(app, before);
      const routes = routeVitals(rows, await store.of(app, before));
      return { ...own, before, routes, ...(measuredBefore && { measuredBefore }) };
    },
    /** p75 of one figure by day and release, the oldest first: at most 90 days. */
    async series(app: string, name: AnyVitalName, days: number): Promise<VitalPoint[]> {
      await flush();
      return points(await store.since(app, daysAgo(Math.min(days, KEPT_DAYS) - 1)), name);
    },
    /** Removes old entries. */
    prune: (): Promise<void> =>
      store.prune({ removeBefore: daysAgo(KEPT_DAYS), foldBefore: daysAgo(DETAILED_DAYS) }),
  };
}

function points(rows: readonly (VitalCounts & { day: number })[], name: AnyVitalName): VitalPoint[] {
  const groups = Map.groupBy(rows, ({ day, release }) => `${day} ${release}`);
  return [...groups.values()].flatMap((group) => {
    const { day, release } = group[0]!;
    const measured = p75Of(name, together(group).figures.get(name));
    return measured ? [{ dayMs: day, release, ...measured }] : [];
  });
}

/** Fewer views of the release before are not shown, because one slow visitor would decide the figure. */
const FEWEST_COMPARED = 20;
const SHARE = 0.75;
const NAMES: readonly AnyVitalName[] = [...VITAL_NAMES, ...SERVER_VITAL_NAMES];

/**
 * @returns the figures of a release beside those of the one before it: first of all routes, then of each, and of each
 * by device.
 */
function routeVitals(rows: readonly DayVitals[], before: readonly DayVitals[]): AppVitals['routes'] {
  const routes = [...new Set(rows.map(({ route }) => route))].filter((route) => route !== '').toSorted();
  return [undefined, ...routes].flatMap((route) =>
    [undefined, ...DEVICE_CLASSES].flatMap((device) => {
      const of = (all: readonly DayVitals[]) =>
        together(
          all.filter((row) => (route ?? row.route) === row.route && (device ?? row.device) === row.device),
        );
      const { answers, hits, ...own } = of(rows);
      const figures = compared(own.figures, of(before).figures);
      if (figures.length === 0 && answers === 0) return [];
      return [
        {
          ...(route !== undefined && { route }),
          ...(device && { device }),
          figures,
          ...(answers > 0 && { cache: { hits, answers } }),
        },
      ];
    }),
  );
}

/** @returns the sum of the counts of several subjects. */
function together(rows: readonly VitalSums[]): VitalSums {
  const sum = noVitals();
  for (const row of rows) addVitals(sum, row);
  return sum;
}

function compared(figures: VitalSums['figures'], before: VitalSums['figures']): VitalSummary[] {
  return NAMES.flatMap((name) => {
    const own = p75Of(name, figures.get(name));
    const earlier = p75Of(name, before.get(name));
    if (!own) return [];
    return [{ name, ...own, ...(earlier && earlier.count >= FEWEST_COMPARED && { before: earlier }) }];
  });
}

/** @returns undefined when nothing was measured. */
function p75Of(
  name: AnyVitalName,
  histogram: Histogram | undefined,
): { p75: number; count: number } | undefined {
  const units = histogram && quantile(histogram, SHARE);
  return units === undefined ? undefined : { p75: fromUnits(name, units), count: countOf(histogram!) };
}
