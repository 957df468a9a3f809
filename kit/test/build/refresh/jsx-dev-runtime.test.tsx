import { expect, it } from 'vitest';
import { jsx, jsxs } from 'react/jsx-runtime';
import { jsxDEV } from '../../../src/build/refresh/jsx-dev-runtime.ts';

it.each([
  ['one child', false, jsx],
  ['several children', true, jsxs],
] as const)('creates the same element for development JSX as for production: %s', (_, isStatic, runtime) => {
  const props = { id: 'a', children: isStatic ? ['b', 'c'] : 'b' };
  const element = jsxDEV('p', props, undefined, isStatic) as { type: string; props: object };
  const expected = runtime('p', props) as typeof element;
  expect([element.type, element.props]).toEqual([expected.type, expected.props]);
});
