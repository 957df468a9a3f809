import { expect, test } from 'vitest';
import { fromUnits, toUnits } from '../../../../src/observing/telemetry/vitals/figure-units.ts';

test.each([1e308, 600_001, -1, NaN, Infinity, '12', null, undefined, {}])('%j is no time', (value) => {
  expect(toUnits('lcp', value)).toBeUndefined();
});

test('a shift of the layout is counted in thousandths, and told as it was measured', () => {
  expect(toUnits('cls', 0.1)).toBeCloseTo(100);
  expect(fromUnits('cls', 104.7)).toBe(0.105);
  expect(fromUnits('lcp', toUnits('lcp', 1230)!)).toBe(1230);
});
