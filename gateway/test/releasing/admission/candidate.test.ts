import { expect, test } from 'vitest';
import { within } from '../../../src/releasing/admission/candidate.ts';

const never = new Promise<string>(() => {});

test('work that ends in time gives its own result', async () => {
  const { signal } = new AbortController();
  expect(await within(signal, Promise.resolve('done'), 'late')).toBe('done');
  await expect(within(signal, Promise.reject(new Error('failed')), 'late')).rejects.toThrow('failed');
});

test('work that never ends is given up when the signal is aborted, and so is later work', async () => {
  const deadline = new AbortController();
  const first = within(deadline.signal, never, 'late');
  deadline.abort();
  expect([await first, await within(deadline.signal, never, 'late')]).toEqual(['late', 'late']);
});
