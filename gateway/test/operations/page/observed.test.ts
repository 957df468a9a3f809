import { expect, test } from 'vitest';
import { percent } from '../../../src/operations/page/observed.ts';

test.each([
  [112, 100, '+12 %'],
  [60, 100, '−40 %'],
  [100, 100, '±0 %'],
  [7, 0, '±0 %'],
])('the change to %d from %d is %s', (now, before, text) => {
  expect(percent(now, before)).toBe(text);
});
