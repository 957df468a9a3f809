import { beforeEach, expect, it, vi } from 'vitest';

type Take = (metric: { name: string; value: number }) => void;

const library = vi.hoisted(() => ({ takers: new Map<string, unknown[]>(), isBroken: false }));
vi.mock('web-vitals', () => {
  const on = (name: string) => (take: unknown, options: unknown) => {
    if (library.isBroken) throw new TypeError('performance.getEntriesByType is not a function');
    library.takers.set(name, [take, options]);
  };
  return { onLCP: on('LCP'), onCLS: on('CLS'), onINP: on('INP') };
});
vi.resetModules();
const { watchVitals } = await import('../../src/reports/vitals.ts');

beforeEach(() => {
  library.takers.clear();
  library.isBroken = false;
});

const NOTHING = { route: 'x', navigations: [] };

/** A document. @param activationStart when a prerendered one was opened, ms */
function watch(hydratedMs?: number, activationStart?: number) {
  const performance = { getEntriesByType: () => [{ activationStart, responseStart: 80 }] };
  const vitals = watchVitals(performance as never, hydratedMs);
  return {
    navigated: vitals.navigated,
    /** The library measured a value. */
    measure: (name: string, value: number) => (library.takers.get(name)![0] as Take)({ name, value }),
    values: () => JSON.parse(JSON.stringify(vitals.read('x'))) as object,
  };
}

it('reads the last values of the library', () => {
  const { measure, values } = watch(640);
  for (const value of [200, 500.6]) measure('LCP', value);
  measure('CLS', 0.123456);
  measure('INP', 96);
  expect(values()).toEqual({ ...NOTHING, lcp: 500.6, cls: 0.123456, inp: 96, ttfb: 80, hydration: 640 });
});

it('asks the library for each change, because a document may be left without a further event', () => {
  watch();
  expect([...library.takers].map(([name, [, options]]) => [name, options])).toEqual(
    ['LCP', 'CLS', 'INP'].map((name) => [name, { reportAllChanges: true }]),
  );
});

it('leaves out what the browser does not measure', () => {
  library.isBroken = true;
  expect(watch().values()).toEqual({ ...NOTHING, ttfb: 80 });
});

it.each([
  [640, undefined, { hydration: 640, ttfb: 80 }],
  [640, 300, { hydration: 340, ttfb: 0 }],
  [200, 300, { hydration: 0, ttfb: 0 }],
])('a page that hydrated after %d ms and was opened after %s took %j', (hydrated, opened, took) => {
  expect(watch(hydrated, opened).values()).toEqual({ ...NOTHING, ...took });
});

it('measures nothing of a browser without the time of the navigation', () => {
  expect(watchVitals({ getEntriesByType: () => [] }).read('x')).toEqual({ ...NOTHING });
});

it('stores twenty navigations, and none to an error screen', () => {
  const { navigated, values } = watch();
  navigated(undefined, 10);
  for (let index = 0; index < 30; index++) navigated('y', index);
  const { navigations } = values() as { navigations: object[] };
  expect([navigations.length, navigations[0]]).toEqual([20, { route: 'y', ms: 0 }]);
});
