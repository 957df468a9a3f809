import { REPORT_LIMITS, type Vitals } from '@voltframe/kit/contract/reports/view-report';

interface VitalsPorts {
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

/** Shorter events are not noticeable (ms). */
const EVENT_MS = 40;

/** The measurements of a document, by the rules of the library web-vitals; a test compares the two. */
export function watchVitals({ observe, performance, hidden, hydratedMs }: VitalsPorts) {
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
    /** @param route that is shown; undefined: an error screen, which is no figure of a page */
    navigated(route: string | undefined, ms: number): void {
      if (route !== undefined && navigations.length < REPORT_LIMITS.navigations)
        navigations.push({ route, ms: Math.round(ms) });
    },
    /** @param route of the document */
    read(route: string): Vitals {
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

/** The part of a browser's `PerformanceEventTiming` that is used. */
interface EventTiming extends PerformanceEntry {
  /** Equal for all events of one tap or key; 0: no interaction. */
  interactionId?: number;
}

/** Number of slowest interactions that are stored. One of each fifty interactions is ignored as an outlier. */
const SLOWEST = 10;
const PER_OUTLIER = 50;

/** The interaction to next paint: nearly the slowest response to a tap or key. */
function createInteractions() {
  const slowest: { id: number; ms: number }[] = [];
  return {
    add({ interactionId: id, duration: ms }: EventTiming): void {
      if (!id) return;
      const known = slowest.find((one) => one.id === id);
      if (known) known.ms = Math.max(known.ms, ms);
      else slowest.push({ id, ms });
      slowest.sort((one, other) => other.ms - one.ms).splice(SLOWEST);
    },
    /**
     * @param count of all interactions, where the browser reports it: quick ones have no entry
     * @returns ms; undefined without any
     */
    slow(count = 0): number | undefined {
      const place = Math.min(slowest.length - 1, Math.floor(count / PER_OUTLIER));
      return slowest[place] && Math.round(slowest[place].ms);
    },
  };
}

/** The part of a browser's `LayoutShift` that is used. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** A burst of shifts ends a second after the last one, and five after the first (ms). */
const GAP_MS = 1000;
const BURST_MS = 5000;

/** The cumulative layout shift: the worst burst of shifts without input. */
function createLayoutShifts() {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  return {
    add({ value, hadRecentInput, startTime }: LayoutShift): void {
      if (hadRecentInput) return;
      if (startTime - last >= GAP_MS || startTime - first >= BURST_MS) {
        sum = 0;
        first = startTime;
      }
      last = startTime;
      sum += value;
      worst = Math.max(worst, sum);
    },
    /** @returns the shift, rounded to four places */
    worst: (): number => Math.round(worst * 1e4) / 1e4,
  };
}
