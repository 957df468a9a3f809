import { expect, it } from 'vitest';
import { watchVitals } from '../../src/reports/vitals.ts';

interface Played {
  entries?: Record<string, object[]>;
  hidden?: boolean;
  loading?: object | null;
  hydratedMs?: number;
  states?: { name: string; startTime: number }[];
}

/** A browser that supports the entry types of `entries`. */
function watch({
  entries = {},
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
