import { expect, test } from 'vitest';
import { createAttemptLimit, createNetworkLimit } from '../../../src/platform/runtime/attempt-limit.ts';

function limitOf(most: number, windowMs: number) {
  let time = 0;
  return {
    ...createAttemptLimit({ most, windowMs, now: () => time }),
    at: (ms: number) => void (time = ms),
  };
}

test('a limit of attempts refuses a key after its share, and no other key', () => {
  const limit = limitOf(2, 100);
  expect(['a', 'a', 'a', 'b'].map(limit.take)).toEqual([true, true, false, true]);
  expect(['a', 'b', 'c'].map(limit.isSpent)).toEqual([true, false, false]);
});

test('a limit of attempts accepts a key again after the window, which refusals do not extend', () => {
  const limit = limitOf(2, 100);
  limit.take('a');
  limit.at(60);
  limit.take('a');
  limit.at(99);
  expect(limit.take('a')).toBe(false);
  limit.at(100);
  expect([limit.take('a'), limit.take('a')]).toEqual([true, false]);
});

test('a limit of attempts drops the least recently used keys when there are too many', () => {
  const limit = limitOf(1, 100);
  limit.take('first');
  for (let key = 0; key < 10_000; key++) limit.take(String(key));
  expect(['first', '9999'].map(limit.isSpent)).toEqual([false, true]);
});

/** @returns the number of accepted attempts out of a thousand. */
function accepted(addressOf: (index: number) => string): number {
  const limit = createNetworkLimit({ most: 5, windowMs: 1_000, now: () => 0 });
  return Array.from({ length: 1_000 }, (_, index) => limit.take(addressOf(index))).filter(Boolean).length;
}

test.each([
  ['one address', 5, () => '203.0.113.9'],
  ['all addresses of a /24', 50, (index: number) => `203.0.113.${index % 250}`],
  ['two /24', 100, (index: number) => `203.0.${index % 2}.${index % 250}`],
  ['a /64 of IPv6', 5, (index: number) => `2001:db8::${(index + 1).toString(16)}`],
  ['all /64 of a /48', 50, (index: number) => `2001:db8:1:${index.toString(16)}::1`],
  ['other sites of IPv6', 1_000, (index: number) => `2001:db8:${index.toString(16)}::1`],
])('%s may make %i attempts', (_, times, addressOf: (index: number) => string) => {
  expect(accepted(addressOf)).toBe(times);
});

test('a refusal has the time until the next attempt, also for the larger network', () => {
  let now = 0;
  const limit = createNetworkLimit({ most: 1, windowMs: 1_000, now: () => now });
  for (let index = 0; index < 10; index++) expect(limit.waitMs(`203.0.113.${index}`)).toBeUndefined();
  now = 400;
  expect([limit.waitMs('203.0.113.0'), limit.waitMs('203.0.113.99')]).toEqual([600, 600]);
  now = 1_000;
  // An attempt that the larger network refused does not count for the smaller one.
  expect(limit.waitMs('203.0.113.99')).toBeUndefined();
});

test('the keys of networks are made by keyOf', () => {
  const keys: string[] = [];
  const keyOf = (network: string): string => `${keys.push(network)}`;
  createNetworkLimit({ most: 1, windowMs: 1_000, now: () => 0, keyOf }).take('203.0.113.9');
  expect(keys).toEqual(['203.0.113.0/24', '203.0.113.9']);
});

test('at most `atOnce` attempts of a network run at a time', () => {
  const { begin } = createNetworkLimit({ most: 1, windowMs: 1_000, now: () => 0, atOnce: 2 });
  const ends = [begin('203.0.113.9'), begin('203.0.113.9')];
  expect([begin('203.0.113.9'), typeof begin('203.0.113.10')]).toEqual([undefined, 'function']);
  ends[0]!();
  expect(begin('203.0.113.9')).toBeDefined();
});

test.each([
  ['IPv4', ['203.0.113.8:50001', '203.0.113.8:50002', '::ffff:203.0.113.8']],
  ['IPv6', ['[2001:db8::1]:443', '[2001:db8::2]', '2001:db8::3']],
])(
  'the limit of a network of %s counts the addresses that a proxy wrote with a port or brackets',
  (_, from) => {
    const limit = createNetworkLimit({ most: 2, windowMs: 100, now: () => 0 });
    expect(from.map(limit.take)).toEqual([true, true, false]);
  },
);
