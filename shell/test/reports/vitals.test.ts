import { expect, it } from 'vitest';
import { watchVitals } from '../../src/reports/vitals.ts';

interface Played {
  entries?: Record<string, object[]>;
  interactionCount?: number | undefined;
  hidden?: boolean;
  loading?: object | null;
  hydratedMs?: number;
  states?: { name: string; startTime: number }[];
}

/** A browser that supports the entry types of `entries`. */
function watch({
  entries = {},
  interactionCount,
  hidden = false,
  loading = { responseStart: 80.4 },
  states = [],
  hydratedMs,
}: Played) {
  return watchVitals({
    observe: (type, take) => {
      const kind = entries[type];
      if (!kind) return null;
      return () => kind.splice(0).forEach((entry) => take(entry as never));
    },
    performance: {
      ...(interactionCount !== undefined && { interactionCount }),
      getEntriesByType: (type) =>
        ((type === 'navigation' ? [loading] : states) as PerformanceEntryList).filter(Boolean),
    },
    hidden,
    hydratedMs,
  });
}
const lcp = (...times: number[]) => ({
  'largest-contentful-paint': times.map((startTime) => ({ startTime })),
});
const valuesOf = (vitals: ReturnType<typeof watch>) => JSON.parse(JSON.stringify(vitals.read('x'))) as object;

it('reads the measurements of the browser', () => {
  const vitals = watch({
    entries: {
      ...lcp(200, 500.6),
      'layout-shift': [{ startTime: 1, value: 0.02, hadRecentInput: false }],
      event: [{ interactionId: 1, duration: 96 }],
      'first-input': [{ interactionId: 2, duration: 16 }],
    },
    hydratedMs: 640.2,
  });
  expect(valuesOf(vitals)).toEqual({ route: 'x', lcp: 501, cls: 0.02, inp: 96, ttfb: 80, hydration: 640 });
});

it('leaves out unsupported measurements', () => {
  expect(valuesOf(watch({ loading: null }))).toEqual({ route: 'x' });
});

it('reports no layout shift only if shifts are supported', () => {
  expect(valuesOf(watch({ entries: { 'layout-shift': [] }, loading: null }))).toEqual({
    route: 'x',
    cls: 0,
  });
});

it('measures a prerendered page from its activation', () => {
  const loading = { responseStart: 80, activationStart: 300 };
  expect(valuesOf(watch({ entries: lcp(500), loading }))).toEqual({ route: 'x', lcp: 200, ttfb: 0 });
});

it.each([
  ['opened in the background', { hidden: true }],
  [
    'left before',
    {
      states: [
        { name: 'visible', startTime: 0 },
        { name: 'hidden', startTime: 400 },
      ],
    },
  ],
])('reports no paint of a page that was %s', (_, played) => {
  expect(valuesOf(watch({ entries: lcp(500), ...played }))).not.toHaveProperty('lcp');
});

it('stores twenty navigations, and none to an error screen', () => {
  const vitals = watch({ loading: null });
  vitals.navigated(undefined, 10);
  for (let index = 0; index < 30; index++) vitals.navigated('y', index + 0.4);
  const { navigations } = valuesOf(vitals) as { navigations: object[] };
  expect([navigations.length, navigations[0]]).toEqual([20, { route: 'y', ms: 0 }]);
});

/** @param events `7:120`: an event of the interaction 7 that took 120 ms. @param count of all interactions */
function inpOf(events: string[], count?: number): number | undefined {
  const event = events.map((text) => {
    const [interactionId, duration] = text.split(':').map(Number);
    return { interactionId, duration };
  });
  return watch({ entries: { event }, interactionCount: count }).read('x').inp;
}
const many = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${index + 1}:${40 + index}`);

it.each([
  ['returns nothing without interactions', [], undefined, undefined],
  ['ignores events without an interaction', ['0:300'], 1, undefined],
  ['uses the slowest event of an interaction', ['1:40', '1:200', '2:120'], 2, 200],
  ['leaves out the slowest of fifty', many(50), 50, 88],
  ['counts quick interactions without an entry', ['1:200', '2:100'], 60, 100],
  ['stores ten interactions', many(2_000), 2_000, 2_030],
  ['returns the slowest without a count of interactions', many(100), undefined, 139],
])('the interaction to next paint: %s', (_, events, count, slow) => {
  expect(inpOf(events, count)).toBe(slow);
});

it.each([
  ['joins shifts within a second into one burst', '0:0.1 900:0.1 1800:0.1', 0.3],
  ['starts a burst after a second without shifts', '0:0.1 1000:0.15', 0.15],
  ['ends a burst after five seconds', '0:0.1 999:0.1 1998:0.1 2997:0.1 3996:0.1 4995:0.1 5000:0.1', 0.6],
  ['returns the worst burst, not the last', '0:0.3 9000:0.1', 0.3],
  ['ignores shifts after an input', '0:0.1:input 10:0.05', 0.05],
  ['rounds to four decimal places', '0:0.123456', 0.1235],
])('the cumulative layout shift: %s', (_, shifts, worst) => {
  const entries = shifts.split(' ').map((text) => {
    const [startTime, value, input] = text.split(':');
    return { startTime: Number(startTime), value: Number(value), hadRecentInput: input !== undefined };
  });
  expect(watch({ entries: { 'layout-shift': entries } }).read('x').cls).toBe(worst);
});
