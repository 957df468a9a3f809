import { expect, test } from 'vitest';
import { createTellOnce } from '../../../../src/serving/upstreams/held/tell-once.ts';

test('what fails is told once, and again after it worked', async () => {
  const told: unknown[] = [];
  const attempt = createTellOnce((error) => void told.push(error));
  const fail = (reason: string) => attempt(() => Promise.reject(reason));
  await fail('a');
  await fail('b');
  await attempt(async () => {});
  await fail('c');
  expect(told).toEqual(['a', 'c']);
});
