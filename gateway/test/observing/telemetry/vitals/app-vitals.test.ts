import { expect, test } from 'vitest';
import { p75Of, routeVitals } from '../../../../src/observing/telemetry/vitals/app-vitals.ts';
import type { DayVitals } from '../../../../src/observing/telemetry/vitals/vital-store.ts';
import { type Histogram, observe } from '../../../../src/platform/counts.ts';

function row(values: number[], of: Partial<DayVitals> = {}): DayVitals {
  const lcp: Histogram = new Map();
  for (const value of values) observe(lcp, value);
  const subject = { app: 'docs', release: 'd1', route: 'docs.page', device: 'small' } as const;
  return { ...subject, day: 0, answers: 0, hits: 0, figures: new Map([['lcp', lcp]]), ...of };
}

test('joins the days of a route into one figure', () => {
  const [all, byDevice] = routeVitals([row([1000, 1000]), row([1000], { day: 1 })], []);
  expect(all).toEqual({ figures: [{ name: 'lcp', p75: 1000, count: 3 }] });
  expect(byDevice).toEqual({ device: 'small', figures: all!.figures });
});

test.each([
  [19, undefined],
  [20, { p75: 1950, count: 20 }],
])('compares with a release of %i visitors: %j', (visitors, before) => {
  const earlier = row(Array.from({ length: visitors }, () => 2000));
  expect(routeVitals([row([1000])], [earlier])[0]!.figures[0]!.before).toEqual(before);
});

test('reports only the cache for a row without measurements', () => {
  const answered = row([], { device: '', figures: new Map(), answers: 4, hits: 3 });
  expect(routeVitals([answered], [])).toEqual([
    { figures: [], cache: { hits: 3, answers: 4 } },
    { route: 'docs.page', figures: [], cache: { hits: 3, answers: 4 } },
  ]);
});

test('has no figure without measurements', () => {
  expect(p75Of('lcp', undefined)).toBeUndefined();
  expect(p75Of('lcp', new Map())).toBeUndefined();
});
