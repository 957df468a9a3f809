import { expect, it } from 'vitest';
import { formatDay } from '../src/post-date.ts';

it.each([
  ['2026-02-10', '10 February 2026'],
  ['2025-12-01', '1 December 2025'],
])('writes %s as %s', (iso, text) => {
  expect(formatDay(iso)).toBe(text);
});
