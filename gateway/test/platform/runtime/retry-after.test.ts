import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { expect, test } from 'vitest';
import { retryAfterOf, withRetryAfter } from '../../../src/platform/runtime/retry-after.ts';

test.each([
  [1_500, 2],
  [60_000, 60],
  [-1, 1],
])('what may work in %d ms is to be tried again after %d s', (ms, seconds) => {
  const error = quotaErrors.PREVIEWS({ app: 'docs', limit: 1, wait: '1 min' });
  expect(retryAfterOf(withRetryAfter(error, ms))).toBe(seconds);
});

test('an error that does not say so has none', () => {
  expect([retryAfterOf(new Error('x')), retryAfterOf(undefined)]).toEqual([undefined, undefined]);
});
