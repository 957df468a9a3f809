import { expect, test } from 'vitest';
import { createRenderingLimit } from '../../../src/platform/runtime/rendering-limit.ts';

/** @returns the number of admitted renderings. */
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
  ['twenty different networks', 20, (index: number) => `2001:db8:0:${index}::1`],
])('%s may make %i of 20 renderings', (_, count, addressOf: (index: number) => string) => {
  expect(admitted(20, 3, addressOf)).toBe(count);
});

test('a limit of 0 admits every rendering', () => {
  expect(admitted(20, 0, () => '203.0.113.9')).toBe(20);
});

test('a network may render again after a minute', () => {
  let now = 0;
  const renderings = createRenderingLimit(1, () => now);
  renderings.admit('a');
  expect(() => renderings.admit('a')).toThrow(expect.objectContaining({ code: 'GW_RENDER_LIMIT' }) as Error);
  now = 60_000;
  expect(() => renderings.admit('a')).not.toThrow();
});
