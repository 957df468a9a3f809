import { type Composition, type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import { VITAL_NAMES, type VitalName, type Vitals } from '@voltframe/kit/contract/reports/view-report';
import type { Metrics } from './metrics.ts';

/** The measurements of a page view, from a browser: untrusted, of the form that `parseReport` accepts. */
export interface MeasuredView {
  /** The composition that rendered the document, by its id. */
  composition: Pick<Composition, 'apps' | 'routes'>;
  vitals: Vitals;
}

/** Larger values are impossible, and would decide an average: ten minutes, and a score of the whole view moving. */
const MOST_MS = 600_000;
const MOST_SHIFT = 100;

export interface VitalCounter {
  /** Never throws. */
  takeVitals(view: MeasuredView): void;
}

/**
 * Counts the measurements of browsers in the histograms of `/-/metrics`, by app and release of the route. The shell,
 * which is part of every page, counts every page. Labels come from the composition only: what a report invents is left
 * out.
 */
export function createVitals(metrics: Pick<Metrics, 'observe' | 'time'>): VitalCounter {
  return {
    takeVitals({ composition: { apps, routes }, vitals }) {
      const observe = (routeId: string, vital: VitalName, value: number): void => {
        const route = routes.find(({ id }) => id === routeId);
        if (!route || !(value >= 0) || value > (vital === 'cls' ? MOST_SHIFT : MOST_MS)) return;
        for (const app of new Set([route.app, SHELL])) {
          const labels = { app, release: apps[app], route: kindOf(route) };
          if (vital === 'cls') metrics.observe('release_layout_shift', labels, value);
          else metrics.time('release_vital_seconds', { ...labels, vital }, value);
        }
      };
      for (const name of VITAL_NAMES)
        if (name !== 'navigation' && vitals[name] !== undefined) observe(vitals.route, name, vitals[name]);
      for (const { route, ms } of vitals.navigations ?? []) observe(route, 'navigation', ms);
    },
  };
}

/** A page that is rendered for each request answers more slowly than one from the cache. */
function kindOf({ prerender }: CompositionRoute): 'cached' | 'uncached' {
  return prerender ? 'cached' : 'uncached';
}
