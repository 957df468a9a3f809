import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { expect, test } from 'vitest';
import { retryAfterOf, withRetryAfter } from '../../../src/platform/runtime/retry-after.ts';

test.each([
  [1_500, 2],
  [60_000, 60],
  [-1, 1],
])('an error that may be gone in %d ms has a Retry-After of %d s', (ms, seconds) => {
  const error = quotaErrors.PREVIEWS({ app: 'docs', limit: 1, wait: '1 min' });
  expect(retryAfterOf(withRetryAfter(error, ms))).toBe(seconds);
});

test('an error without a time has no Retry-After', () => {
  expect([retryAfterOf(new Error('x')), retryAfterOf(undefined)]).toEqual([undefined, undefined]);
});
