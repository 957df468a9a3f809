import { REPORT_LIMITS, type Vitals } from '@voltframe/kit/contract/reports/view-report';
import { createInteractions } from './interactions.ts';
import { createLayoutShifts } from './layout-shifts.ts';

export interface VitalsPorts {
  /** See refusable.ts. */
  observe<Entry extends PerformanceEntry>(
    type: string,
    take: (entry: Entry) => void,
    more?: object,
  ): (() => void) | null;
  performance: Pick<Performance, 'getEntriesByType'> & { interactionCount?: number };
  /** Whether the document is hidden. */
  hidden: boolean;
  /** When the first page had rendered in the browser, ms since the start of the navigation; undefined: it will not. */
  hydratedMs: number | undefined;
}

/** The measurements of a document, by the rules of the library web-vitals; a test compares the two. */
export interface VitalsWatch {
  /** @param route that is shown; undefined: an error screen, which is no figure of a page */
  navigated(route: string | undefined, ms: number): void;
  /** @param route of the document */
  read(route: string): Vitals;
}

/** Shorter events are not noticeable (ms). */
const EVENT_MS = 40;

export function watchVitals({ observe, performance, hidden, hydratedMs }: VitalsPorts): VitalsWatch {
  const [loading] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A prerendered page starts when the visitor opens it.
  const begin = (loading as { activationStart?: number } | undefined)?.activationStart ?? 0;
  const since = (at: number): number => Math.max(0, Math.round(at - begin));
  const firstHidden = Math.min(hidden ? 0 : Infinity, ...hiddenTimes(performance));
  let lcp: number | undefined;
  const navigations: NonNullable<Vitals['navigations']> = [];
  const shifts = createLayoutShifts();
  const interactions = createInteractions();
  const takeLcp = observe('largest-contentful-paint', ({ startTime }) => {
    if (startTime < firstHidden) lcp = since(startTime);
  });
  const takeShifts = observe('layout-shift', shifts.add);
  const takeEvents = [
    observe('event', interactions.add, { durationThreshold: EVENT_MS }),
    observe('first-input', interactions.add),
  ];
  return {
    navigated: (route, ms) => {
      if (route !== undefined && navigations.length < REPORT_LIMITS.navigations)
        navigations.push({ route, ms: Math.round(ms) });
    },
    read(route) {
      for (const take of [takeLcp, takeShifts, ...takeEvents]) take?.();
      return {
        route,
        lcp,
        cls: takeShifts ? shifts.worst() : undefined,
        inp: interactions.slow(performance.interactionCount),
        ttfb: loading && since(loading.responseStart),
        hydration: hydratedMs && since(hydratedMs),
        navigations: navigations.length > 0 ? navigations : undefined,
      };
    },
  };
}

/** When the document was hidden before this script loaded. */
function hiddenTimes(performance: VitalsPorts['performance']): number[] {
  const states = performance.getEntriesByType('visibility-state');
  return states.filter(({ name }) => name === 'hidden').map(({ startTime }) => startTime);
}
