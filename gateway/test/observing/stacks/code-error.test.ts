import { expect, test } from 'vitest';
import {
  codeStackOf,
  errorIdOf,
  withCodeStack,
  withErrorId,
} from '../../../src/observing/stacks/code-error.ts';

test('an error carries its id and the stack of the code, which no log writes', async () => {
  const error = withErrorId(withCodeStack(new Error('boom'), 'at docs'), '7k2m9x1q');
  expect([errorIdOf(error), await codeStackOf(error)]).toEqual(['7k2m9x1q', 'at docs']);
  expect(Object.keys(error)).toEqual(['errorId']);
});

test('other values have neither', async () => {
  const error = withErrorId(withCodeStack(new Error('boom'), undefined), undefined);
  for (const value of [error, undefined, 'text'])
    expect([errorIdOf(value), await codeStackOf(value)]).toEqual([undefined, undefined]);
});
