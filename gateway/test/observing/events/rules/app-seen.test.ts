import { expect, test } from 'vitest';
import { dayOf } from '../../../../src/observing/events/rules/app-seen.ts';

test.each([
  ['2026-11-22T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  ['2026-11-22T23:59:59.999Z', '2026-11-22T00:00:00.000Z'],
])('the day of %s began at %s', (at, began) => {
  expect(new Date(dayOf(Date.parse(at))).toISOString()).toBe(began);
});
