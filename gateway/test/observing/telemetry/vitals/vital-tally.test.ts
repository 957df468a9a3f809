import { describe, expect, test } from 'vitest';
import {
  createVitalTally,
  fromUnits,
  toUnits,
} from '../../../../src/observing/telemetry/vitals/vital-tally.ts';
import { countOf } from '../../../../src/platform/counts.ts';

const PAGE = { app: 'docs', release: 'd1', route: 'docs.page', device: 'small' } as const;

describe('the vital tally', () => {
  test.each([1e308, 600_001, -1, NaN, Infinity, '12', null, undefined, {}])(
    'ignores the value %j',
    (value) => {
      const tally = createVitalTally();
      tally.observe(PAGE, 'lcp', value);
      expect(tally.drain()).toEqual([]);
    },
  );

  test('counts by release, route and device until it is drained', () => {
    const tally = createVitalTally();
    tally.observe(PAGE, 'lcp', 1200);
    tally.observe(PAGE, 'lcp', 1200);
    tally.observe({ ...PAGE, device: 'large' }, 'cls', 0);
    tally.answered({ ...PAGE, device: '' }, 3, 2);
    const drained = tally.drain();
    expect(drained.map(({ device, answers, hits }) => [device, answers, hits])).toEqual([
      ['small', 0, 0],
      ['large', 0, 0],
      ['', 3, 2],
    ]);
    expect(countOf(drained[0]!.figures.get('lcp')!)).toBe(2);
    expect(tally.drain()).toEqual([]);
  });

  test('bounds the routes and releases of an app, counts the rest as a whole, and spares other apps', () => {
    const tally = createVitalTally();
    for (let index = 0; index < 10_000; index++) tally.observe({ ...PAGE, route: `r${index}` }, 'lcp', 100);
    for (let index = 0; index < 10_000; index++) tally.observe({ ...PAGE, release: `d${index}` }, 'lcp', 100);
    tally.observe({ ...PAGE, app: 'news' }, 'lcp', 100);
    const drained = tally.drain();
    expect(drained.length).toBeLessThanOrEqual(451);
    expect(drained.some(({ app, route }) => app === 'news' && route === 'docs.page')).toBe(true);
    const whole = drained.find(({ route, release }) => route === '' && release === 'd1')!;
    expect(countOf(whole.figures.get('lcp')!)).toBeGreaterThanOrEqual(9_600);
  });
});

test('counts a layout shift in thousandths, and converts it back', () => {
  expect(toUnits('cls', 0.1)).toBeCloseTo(100);
  expect(fromUnits('cls', 104.7)).toBe(0.105);
  expect(fromUnits('lcp', toUnits('lcp', 1230)!)).toBe(1230);
});
