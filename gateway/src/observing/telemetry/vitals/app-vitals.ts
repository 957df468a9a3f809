import {
  type AppVitals,
  type VitalSummary,
  type AnyVitalName,
  type RouteVitals,
  SERVER_VITAL_NAMES,
} from '@voltframe/kit/contract/operations/vitals';
import { VITAL_NAMES, DEVICE_CLASSES, type DeviceClass } from '@voltframe/kit/contract/reports/view-report';
import type { DayVitals } from './vital-store.ts';
import { type VitalCounts, fromUnits, mergeVitals } from './vital-tally.ts';
import { countOf, type Histogram, quantile } from './histogram.ts';

/** Fewer say nothing of the release before: one slow visitor would decide. */
export const FEWEST_COMPARED = 20;
const SHARE = 0.75;
const NAMES: readonly AnyVitalName[] = [...VITAL_NAMES, ...SERVER_VITAL_NAMES];

/**
 * @returns the figures of a release beside those of the one before it: first of all routes, then of each, and of each
 * by device.
 */
export function routeVitals(rows: readonly DayVitals[], before: readonly DayVitals[]): AppVitals['routes'] {
  const routes = [...new Set(rows.map(({ route }) => route))].filter((route) => route !== '').toSorted();
  return [undefined, ...routes].flatMap((route) => ofRoute(rows, before, route));
}

function ofRoute(
  rows: readonly DayVitals[],
  before: readonly DayVitals[],
  route: string | undefined,
): RouteVitals[] {
  const of = (all: readonly DayVitals[]) =>
    route === undefined ? all : all.filter((row) => row.route === route);
  const name = route === undefined ? {} : { route };
  const { answers, hits, ...all } = together(of(rows));
  const figures = compared(all.figures, together(of(before)).figures);
  const byDevice = DEVICE_CLASSES.flatMap((device) => ofDevice(of(rows), of(before), device));
  return [
    ...(figures.length > 0 || answers > 0
      ? [{ ...name, figures, ...(answers > 0 && { cache: { hits, answers } }) }]
      : []),
    ...byDevice.map((entry) => ({ ...name, ...entry })),
  ];
}

function ofDevice(
  rows: readonly DayVitals[],
  before: readonly DayVitals[],
  device: DeviceClass,
): RouteVitals[] {
  const of = (all: readonly DayVitals[]) => together(all.filter((row) => row.device === device)).figures;
  const figures = compared(of(rows), of(before));
  return figures.length > 0 ? [{ device, figures }] : [];
}

/** @returns the sum of the counts of several subjects. */
export function together(rows: readonly VitalCounts[]): Pick<VitalCounts, 'figures' | 'answers' | 'hits'> {
  const sum = { figures: new Map<AnyVitalName, Histogram>(), answers: 0, hits: 0 };
  for (const { figures, answers, hits } of rows) {
    mergeVitals(sum.figures, figures);
    sum.answers += answers;
    sum.hits += hits;
  }
  return sum;
}

function compared(
  figures: ReadonlyMap<AnyVitalName, Histogram>,
  before: ReadonlyMap<AnyVitalName, Histogram>,
): VitalSummary[] {
  return NAMES.flatMap((name) => {
    const own = p75Of(name, figures.get(name));
    const earlier = p75Of(name, before.get(name));
    if (!own) return [];
    return [{ name, ...own, ...(earlier && earlier.count >= FEWEST_COMPARED && { before: earlier }) }];
  });
}

/** @returns undefined when nothing was measured. */
export function p75Of(
  name: AnyVitalName,
  histogram: Histogram | undefined,
): { p75: number; count: number } | undefined {
  const units = histogram && quantile(histogram, SHARE);
  return units === undefined ? undefined : { p75: fromUnits(name, units), count: countOf(histogram!) };
}
