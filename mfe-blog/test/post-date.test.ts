import { expect, it } from 'vitest';
import { formatDay, tagLabel } from '../src/post-date.ts';

it.each([
  ['2026-02-10', '10 February 2026'],
  ['2025-12-01', '1 December 2025'],
])('writes %s as %s, wherever it runs', (iso, text) => {
  expect(formatDay(iso)).toBe(text);
});

it('writes a tag in words', () => {
  expect(tagLabel('iot-systems')).toBe('iot systems');
});
