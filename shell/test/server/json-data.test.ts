import { expect, it } from 'vitest';
import { jsonData } from '../../src/server/json-data.ts';

it('returns JSON data unchanged, as a copy', () => {
  const data = { posts: [{ slug: 'a', tags: ['x'], views: 1.5, draft: false, image: null }], by: {} };
  const copy = jsonData(data) as typeof data;
  expect(copy).toStrictEqual(data);
  copy.posts[0]!.tags.push('y');
  expect(data.posts[0]!.tags).toEqual(['x']);
});

it.each<[what: string, value: unknown, json: unknown]>([
  ['undefined', undefined, null],
  ['a member that is undefined', { a: undefined, b: 1 }, { b: 1 }],
  ['a hole', Object.assign([], { 1: 1 }), [null, 1]],
  ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ['a map', { of: new Map([[1, 2]]) }, { of: {} }],
  ['a function', { call: () => 1 }, {}],
  ['an object with toJSON', { own: { toJSON: () => 'own' } }, { own: 'own' }],
  ['NaN and Infinity', [NaN, Infinity], [null, null]],
  ['minus zero', [-0], [0]],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
])('converts %s like JSON', (_, value, json) => {
  const data = jsonData(value);
  expect(data).toStrictEqual(json);
  expect(data).not.toBe(value);
});

it('refuses a circular value', () => {
  const endless: Record<string, unknown> = {};
  endless['self'] = endless;
  expect(() => jsonData(endless)).toThrow(TypeError);
});
