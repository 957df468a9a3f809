import { expect, test } from 'vitest';
import {
  parseExposesOutcome,
  parsePageOutcome,
} from '../../../../src/releasing/admission/hydration/outcome.ts';

const note = (message: string) => ({ kind: 'uncaught', message });

test.each([
  ['undefined', undefined],
  ['an unknown state', { state: 'fine', notes: [] }],
  ['too many notes', { state: 'hydrated', notes: Array.from({ length: 1_000 }, () => note('a')) }],
  ['a message that is too long', { state: 'hydrated', notes: [note('a'.repeat(10_000))] }],
])('the untrusted outcome of a process is refused when it is or has %s', (_, given) => {
  expect(parsePageOutcome(given)).toBeUndefined();
});

test('a failed container without a name or reason is refused', () => {
  expect(parseExposesOutcome({ failed: [{ app: 'docs' }] })).toBeUndefined();
  const failed = [{ app: 'docs', what: './pages/home', kind: 'exposes', message: 'boom' }];
  expect(parseExposesOutcome({ failed })).toEqual({ failed });
});
