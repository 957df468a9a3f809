import { expect, test } from 'vitest';
import { createRestarts } from '../../../src/platform/runtime/restarts.ts';

test.each([
  ['a signal immediately', true, null, 0],
  ['a signal later', true, null, 60_000],
  ['an exit code immediately, as a refusal to start,', false, 1, 2_999],
  ['an exit code later, as a crash,', true, 1, 3_000],
])('a process that ends with %s is restarted: %s', (_, allowed, code, after) => {
  let time = 1_000;
  const restarts = createRestarts(() => time);
  restarts.started();
  time += after;
  expect(restarts.allowed(code)).toBe(allowed);
});

test('five crashes within a minute are restarted, and the sixth is not until a minute has passed', () => {
  let time = 0;
  const restarts = createRestarts(() => time);
  const crash = () => {
    restarts.started();
    time += 5_000;
    return restarts.allowed(null);
  };
  expect([crash(), crash(), crash(), crash(), crash(), crash()]).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  time += 60_000;
  expect(crash()).toBe(true);
});
