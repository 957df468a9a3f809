import { expect, test } from 'vitest';
import { createRestarts } from '../../../src/platform/runtime/restarts.ts';

test.each([
  ['a signal at once', null, 0, true],
  ['a signal later', null, 60_000, true],
  ['an exit code at once: it refused to start', 1, 2_999, false],
  ['an exit code later: it crashed', 1, 3_000, true],
])('after %s it is started again or not', (_, code, after, allowed) => {
  let time = 1_000;
  const restarts = createRestarts(() => time);
  restarts.started();
  time += after;
  expect(restarts.allowed(code)).toBe(allowed);
});

test('five crashes within a minute are borne, the sixth is not, and a calm minute forgives them', () => {
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
