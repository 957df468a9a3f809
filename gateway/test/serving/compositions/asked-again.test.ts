import { expect, test } from 'vitest';
import { createAskedAgain } from '../../../src/serving/compositions/asked-again.ts';

test('what is asked for the second time is asked for again', () => {
  const askedAgain = createAskedAgain();
  expect(['a', 'b', 'a', 'a', 'b'].map(askedAgain)).toEqual([false, false, true, true, true]);
});

test('long queries push out what was asked for long ago, and take no more memory', () => {
  const askedAgain = createAskedAgain();
  askedAgain('first');
  for (let n = 0; n < 100; n++) askedAgain(`${n} ${'x'.repeat(8_000)}`);
  expect(askedAgain('first')).toBe(false);
});
