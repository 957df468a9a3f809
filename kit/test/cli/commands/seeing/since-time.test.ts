import { expect, it } from 'vitest';
import { sinceTime } from '../../../../src/cli/commands/seeing/since-time.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

it.each([
  ['30m', '2026-11-22T11:30:00.000Z'],
  ['2h', '2026-11-22T10:00:00.000Z'],
  ['7d', '2026-11-15T12:00:00.000Z'],
  ['99999d', '1970-01-01T00:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T10:30Z', '2026-11-01T10:30:00.000Z'],
])('%s is %s', (text, time) => {
  expect(new Date(sinceTime('errors', text, NOW)!).toISOString()).toBe(time);
});

it('is nothing when nothing is said', () => {
  expect(sinceTime('errors', undefined, NOW)).toBeUndefined();
});

it.each(['', '2', '2 h', 'h', '-2h', '1e3h', '2026-13-01', '2026-11-01T10:30', 'now'])(
  'refuses "%s"',
  (text) => {
    expect(() => sinceTime('errors', text, NOW)).toThrow(/neither a time ago/);
  },
);
