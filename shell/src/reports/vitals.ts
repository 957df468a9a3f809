import { REPORT_LIMITS, type Vitals } from '@voltframe/kit/contract/reports/view-report';
import { type MetricType, onCLS, onINP, onLCP } from 'web-vitals';

/** The part of a browser's `PerformanceNavigationTiming` that is used. */
interface NavigationTiming extends PerformanceEntry {
  responseStart: number;
  activationStart?: number;
}

/**
 * Measures a document: paint, shifts and answers to input by the library web-vitals, also those from before this
 * script.
 * @param hydratedMs when the first page had rendered in the browser, ms since the start of the navigation; undefined:
 *   it will not
 */
export function watchVitals(performance: Pick<Performance, 'getEntriesByType'>, hydratedMs?: number) {
  const [loading] = performance.getEntriesByType('navigation') as (NavigationTiming | undefined)[];
  // A prerendered page starts when the visitor opens it.
  const begin = loading?.activationStart ?? 0;
  const since = (at?: number) => at && Math.max(at - begin, 0);
  const measured: Omit<Vitals, 'route'> = {
    ttfb: since(loading?.responseStart),
    hydration: since(hydratedMs),
  };
  const navigations: NonNullable<Vitals['navigations']> = [];
  const take = ({ name, value }: MetricType): void => {
    measured[name.toLowerCase() as 'lcp' | 'cls' | 'inp'] = value;
  };
  // The document may be left without a further event: each change counts at once.
  const options = { reportAllChanges: true };
  try {
    onLCP(take, options);
    onCLS(take, options);
    onINP(take, options);
  } catch {
    // the browser does not measure, or its interfaces were removed
  }
  return {
    /** @param route that is shown; undefined: an error screen, which is no page */
    navigated(route: string | undefined, ms: number): void {
      if (route && navigations.length < REPORT_LIMITS.navigations) navigations.push({ route, ms });
    },
    /** @param route of the document */
    read: (route: string): Vitals => ({ route, ...measured, navigations }),
  };
}
