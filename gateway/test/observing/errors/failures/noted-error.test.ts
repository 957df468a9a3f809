import { expect, test } from 'vitest';
import { errorIdOf, withErrorId } from '../../../../src/observing/errors/failures/noted-error.ts';

test('an error keeps the id by which it is known', () => {
  const error = new Error('boom');
  expect(withErrorId(error, undefined)).toBe(error);
  expect(errorIdOf(error)).toBeUndefined();
  expect(errorIdOf(withErrorId(error, '7k2m9x1q'))).toBe('7k2m9x1q');
  expect(errorIdOf(undefined)).toBeUndefined();
});
