import { expect, test, vi } from 'vitest';
import { createPartReader } from '../../../src/serving/responses/part-reader.ts';

const look = (bytes: Buffer) => JSON.parse(bytes.toString()) as { n: number };

test('parses the same part of a route once', () => {
  const read = createPartReader(look);
  const first = read('a', Buffer.from('{"n":1}'));
  expect(read('a', Buffer.from('{"n":1}'))).toBe(first);
  expect(read('a', Buffer.from('{"n":2}'))).toEqual({ n: 2 });
  expect(read('b', Buffer.from('{"n":1}'))).not.toBe(first);
});

test('does not cache a part that fails to parse', () => {
  const read = createPartReader(look);
  read('a', Buffer.from('{"n":1}'));
  for (let time = 0; time < 2; time++) expect(() => read('a', Buffer.from('{"n":3'))).toThrow(SyntaxError);
  expect(read('a', Buffer.from('{"n":1}'))).toEqual({ n: 1 });
});

test('bounds the cached parts of all routes', () => {
  const looks = vi.fn<(bytes: Buffer) => object>(() => ({}));
  const read = createPartReader(looks);
  const part = Buffer.alloc(300_000);
  for (const route of ['a', 'b', 'c', 'b', 'a']) read(route, part);
  expect(looks).toHaveBeenCalledTimes(4);
});
