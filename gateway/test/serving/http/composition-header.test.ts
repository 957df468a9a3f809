import { expect, test } from 'vitest';
import { namedComposition } from '../../../src/serving/http/composition-header.ts';

test.each([
  ['a'.repeat(32), 'a'.repeat(32)],
  [['a'.repeat(32)], undefined],
  ['A'.repeat(32), undefined],
  ['a'.repeat(31), undefined],
  [undefined, undefined],
])('namedComposition reads %j as %s', (value, id) => expect(namedComposition(value)).toBe(id));
