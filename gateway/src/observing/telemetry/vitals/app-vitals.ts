import {
  type AppVitals,
  type VitalSummary,
  type AnyVitalName,
  SERVER_VITAL_NAMES,
} from '@voltframe/kit/contract/operations/vitals';
import { VITAL_NAMES, DEVICE_CLASSES } from '@voltframe/kit/contract/reports/view-report';
import type { DayVitals } from './vital-store.ts';
import { addVitals, fromUnits, noVitals, type VitalSums } from './vital-tally.ts';
import { countOf, type Histogram, quantile } from '../../../platform/counts.ts';

/** Fewer views of the release before are not shown, because one slow visitor would decide the figure. */
export const FEWEST_COMPARED = 20;
const SHARE = 0.75;
const NAMES: readonly AnyVitalName[] = [...VITAL_NAMES, ...SERVER_VITAL_NAMES];

/**
 * @returns the figures of a release beside those of the one before it: first of all routes, then of each, and of each
 * by device.
 */
export function routeVitals(rows: readonly DayVitals[], before: readonly DayVitals[]): AppVitals['routes'] {
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
export function together(rows: readonly VitalSums[]): VitalSums {
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
export function p75Of(
  name: AnyVitalName,
  histogram: Histogram | undefined,
): { p75: number; count: number } | undefined {
  const units = histogram && quantile(histogram, SHARE);
  return units === undefined ? undefined : { p75: fromUnits(name, units), count: countOf(histogram!) };
}
