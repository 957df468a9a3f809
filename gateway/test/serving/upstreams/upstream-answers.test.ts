import { expect, test } from 'vitest';
import {
  timeUpstreams,
  upstreamKey,
  type UpstreamRequest,
} from '../../../src/serving/upstreams/upstream-answers.ts';

const request: UpstreamRequest = {
  app: 'blog',
  upstream: 'cms',
  path: '/posts',
  query: [['page', '2']],
  revalidateS: 60,
  tags: [],
};

test.each([
  ['app', { app: 'legal' }],
  ['upstream', { upstream: 'search' }],
  ['path', { path: '/posts/2' }],
  ['query', { query: [['page', '3']] as [string, string][] }],
  ['place of what looks like a query', { path: '/posts?page=2', query: [] }],
])('another %s is another answer', (_, other) => {
  expect(upstreamKey({ ...request, ...other })).not.toBe(upstreamKey(request));
});

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
  expect(told).toEqual([['blog', 30]]);
});

test('what is held costs no time', async () => {
  const { answers, told } = timed(true, async () => ({ status: 200 }) as never);
  expect(await answers.read(request)).toEqual({ status: 200 });
  expect(told).toEqual([]);
});
