import { describe, expect, test } from 'vitest';
import { createAttemptLimit } from '../../../src/platform/runtime/attempt-limit.ts';

function limitOf(most: number, windowMs: number) {
  let time = 0;
  return {
    ...createAttemptLimit({ most, windowMs, now: () => time }),
    at: (ms: number) => void (time = ms),
  };
}

describe('a limit of attempts', () => {
  test('refuses a key after its share of attempts, and no other key', () => {
    const limit = limitOf(2, 100);
    expect([limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([limit.isSpent('a'), limit.isSpent('b'), limit.isSpent('c')]).toEqual([true, false, false]);
  });

  test('accepts a key again after the window, which refusals do not extend', () => {
    const limit = limitOf(1, 100);
    limit.take('a');
    limit.at(99);
    expect(limit.take('a')).toBe(false);
    limit.at(100);
    expect([limit.isSpent('a'), limit.take('a')]).toEqual([false, true]);
  });

  test('drops the least recently used keys when there are too many', () => {
    const limit = limitOf(1, 100);
    limit.take('first');
    for (let key = 0; key < 10_000; key++) limit.take(String(key));
    expect([limit.isSpent('first'), limit.isSpent('9999')]).toEqual([false, true]);
  });
});
