import { expect, test } from 'vitest';
import { timeUpstreams } from '../../../src/observing/vitals/timed-upstreams.ts';
import type { UpstreamRequest } from '../../../src/serving/upstreams/upstream-answers.ts';

const request: UpstreamRequest = {
  app: 'docs',
  upstream: 'cms',
  path: '/posts',
  query: [],
  revalidateS: 60,
  tags: [],
};

function timed(held: boolean, read: () => Promise<never>) {
  const told: [string, number][] = [];
  let now = 0;
  const answers = timeUpstreams(
    {
      cachedDigest: () => (held ? 'digest' : undefined),
      read: () => ((now += 30), read()),
    },
    (...of) => told.push(of),
    () => now,
  );
  return { answers, told };
}

test('how long a page waits for an upstream is told, also when it fails', async () => {
  const { answers, told } = timed(false, () => Promise.reject(new Error('gone')));
  await expect(answers.read(request)).rejects.toThrow('gone');
  expect(told).toEqual([['docs', 30]]);
});

test('what is held costs no time', async () => {
  const { answers, told } = timed(true, async () => ({ status: 200 }) as never);
  expect(await answers.read(request)).toEqual({ status: 200 });
  expect(told).toEqual([]);
});
