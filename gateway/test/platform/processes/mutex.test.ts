import { expect, test } from 'vitest';
import { createMutex } from '../../../src/platform/processes/mutex.ts';

test('one after the other, in the order of the calls', async () => {
  const turn = createMutex();
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = turn(async () => {
    seen.push('first begins');
    await gate.promise;
    seen.push('first ends');
  });
  const second = turn(async () => seen.push('second'));
  await Promise.resolve();
  expect(seen).toEqual(['first begins']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual(['first begins', 'first ends', 'second']);
});

test('a failure is told to its caller, and stops nobody', async () => {
  const turn = createMutex();
  const failing = turn(() => Promise.reject(new Error('no')));
  const next = turn(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
