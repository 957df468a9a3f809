import { expect, test } from 'vitest';
import { createRenderingLimit } from '../../../src/platform/runtime/rendering-limit.ts';

/** @returns how many of so many were admitted. */
function admitted(times: number, most: number, addressOf: (index: number) => string): number {
  const renderings = createRenderingLimit(most, () => 0);
  let count = 0;
  for (let index = 0; index < times; index++) {
    try {
      renderings.admit(addressOf(index));
      count++;
    } catch (error) {
      expect(error).toMatchObject({ code: 'GW_RENDER_LIMIT', status: 429 });
    }
  }
  return count;
}

test.each([
  ['one address', 3, () => '203.0.113.9'],
  ['the addresses of one /64', 3, (index: number) => `2001:db8::${index}`],
  ['other networks, each for itself', 20, (index: number) => `2001:db8:0:${index}::1`],
])('%s', (_, count, addressOf: (index: number) => string) => {
  expect(admitted(20, 3, addressOf)).toBe(count);
});

test('0 is no limit', () => {
  expect(admitted(20, 0, () => '203.0.113.9')).toBe(20);
});

test('after a minute there may be more', () => {
  let now = 0;
  const renderings = createRenderingLimit(1, () => now);
  renderings.admit('a');
  expect(() => renderings.admit('a')).toThrow(expect.objectContaining({ code: 'GW_RENDER_LIMIT' }) as Error);
  now = 60_000;
  expect(() => renderings.admit('a')).not.toThrow();
});
