import { expect, it } from 'vitest';
import { islandPropsText } from '../../../src/react/islands/island-source.ts';

it('writes equal props alike, in whatever order they are given', () => {
  expect(islandPropsText({ b: 1, a: [2, { d: 3, c: 4 }] })).toBe('{"a":[2,{"c":4,"d":3}],"b":1}');
  expect(islandPropsText({ a: [2, { c: 4, d: 3 }], b: 1 })).toBe('{"a":[2,{"c":4,"d":3}],"b":1}');
});
