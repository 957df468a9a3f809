import { expect, it } from 'vitest';
import { hasOwn } from '@voltframe/kit/contract/own-property';

it.each([
  [{ a: undefined }, 'a', true],
  [{}, 'constructor', false],
  [Object.create({ a: 1 }) as object, 'a', false],
  [Object.assign(Object.create(null) as object, { a: 1 }), 'a', true],
])('of %o, %s is its own: %s', (object, key, own) => expect(hasOwn(object, key)).toBe(own));
