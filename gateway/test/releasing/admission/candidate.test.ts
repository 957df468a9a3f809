import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { expect, test } from 'vitest';
import { type After, startDeadline, within } from '../../../src/releasing/admission/candidate.ts';

function withClock() {
  const clock = fakeClock();
  const after: After = (ms, callback) => {
    const id = clock.setTimeout(callback, ms);
    return () => clock.clearTimeout(id);
  };
  return { clock, after };
}
const never = new Promise<string>(() => {});

test('work that ends in time gives its own result', async () => {
  const { clock, after } = withClock();
  const deadline = startDeadline(100, after);
  await clock.advance(99);
  expect(await within(deadline.signal, Promise.resolve('done'), 'late')).toBe('done');
  deadline.end();
  expect(clock.pending()).toBe(0);
  await expect(within(deadline.signal, Promise.reject(new Error('failed')), 'late')).rejects.toThrow(
    'failed',
  );
});

test('work that never ends is given up when the time is over, and so is all that comes after', async () => {
  const { clock, after } = withClock();
  const deadline = startDeadline(100, after);
  const first = within(deadline.signal, never, 'late');
  await clock.advance(100);
  expect(await first).toBe('late');
  expect(deadline.signal.aborted).toBe(true);
  expect(await within(deadline.signal, never, 'late')).toBe('late');
});
