import { expect, it } from 'vitest';
import { numberText, timeText } from '../../../src/components/portfolio/number-text.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [12_345, '12,345'],
  [1_234_567, '1,234,567'],
])('writes %i as %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});

it('writes a time to the minute, in UTC', () => {
  expect(timeText(Date.UTC(2026, 10, 24, 21, 3, 59))).toBe('2026-11-24 21:03 UTC');
});
