import { expect, test } from 'vitest';
import { createSeenTwice } from '../../../src/serving/compositions/served-composition.ts';

test('what is asked for the second time is asked for again', () => {
  const seenTwice = createSeenTwice();
  expect(['a', 'b', 'a', 'a', 'b'].map(seenTwice)).toEqual([false, false, true, true, true]);
});

test('long queries push out what was asked for long ago, and take no more memory', () => {
  const seenTwice = createSeenTwice();
  seenTwice('first');
  for (let n = 0; n < 100; n++) seenTwice(`${n} ${'x'.repeat(8_000)}`);
  expect(seenTwice('first')).toBe(false);
});
