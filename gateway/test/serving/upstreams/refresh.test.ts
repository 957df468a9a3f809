import { expect, test } from 'vitest';
import { upstreamErrors } from '../../../src/platform/upstream-errors.ts';
import {
  bucketsOf,
  createResponseMemory,
  createResponseCache,
  createTagGenerations,
} from '../../../src/serving/upstreams/response-cache.ts';
import type { ResponseStore } from '../../../src/serving/upstreams/response-store.ts';
import { createRefresh, createCallFailures } from '../../../src/serving/upstreams/refresh.ts';
import { createTellOnce } from '../../../src/serving/upstreams/response-store.ts';
import { cachedResponse, upstreamRequest } from '../../fixtures/cached-response.ts';
import { fetchedText } from '../../fixtures/played-upstream.ts';

function setUp(others?: Pick<ResponseStore, 'head' | 'get'>) {
  const clock = { now: 0 };
  const saved: string[] = [];
  const errors: unknown[] = [];
  const calls: ((text: string | Error) => void)[] = [];
  const generations = createTagGenerations();
  const failures = createCallFailures(() => clock.now);
  const held = createResponseCache({
    memory: createResponseMemory({ answers: 10, bytes: 100_000 }, () => {}),
    generations,
    staleIfErrorMs: () => 1_000_000_000,
    now: () => clock.now,
  });
  const refresh = createRefresh({
    held,
    behind: { save: (key) => void saved.push(key), isWaiting: () => false, done: async () => {} },
    generations,
    failures,
    others,
    call: () =>
      new Promise((done, fail) =>
        calls.push((text) => (text instanceof Error ? fail(text) : done(fetchedText(text)))),
      ),
    now: () => clock.now,
    onError: (error) => void errors.push(error),
  });
  return { ...refresh, held, clock, saved, errors, calls, generations, failures };
}

const request = upstreamRequest();
const { key } = cachedResponse('a');
/** Lets all promises go on that can. */
const settle = () => new Promise((done) => void setImmediate(done));

test('whoever asks while a call is under way shares it', async () => {
  const { refresh, calls } = setUp();
  const both = Promise.all([refresh(request), refresh(request)]);
  await settle();
  expect(calls).toHaveLength(1);
  calls[0]!('a');
  const [first, second] = await both;
  expect(first).toBe(second);
});

test('an answer counts from the moment its call began', async () => {
  const { refresh, calls, clock, held } = setUp();
  const asked = refresh(request);
  await settle();
  clock.now = 5_000;
  calls[0]!('a');
  expect(await asked).toMatchObject({ fetchedAtMs: 0 });
  expect(held.find(key)).toMatchObject({ fetchedAtMs: 0 });
});

test('an unchanged answer is stored once a minute, a changed one at once', async () => {
  const { refresh, calls, clock, held, saved } = setUp();
  const ask = async (now: number, text: string) => {
    clock.now = now;
    const asked = refresh({ ...request, revalidateS: 0 });
    await settle();
    calls.pop()!(text);
    await asked;
    const count = saved.length;
    Object.assign(held.find(key)!, { version: 1, ...(count > before && { savedAtMs: now }) });
    before = count;
    return count;
  };
  let before = 0;
  expect(await ask(1_000, 'a')).toBe(1);
  expect(await ask(30_000, 'a')).toBe(1);
  expect(await ask(61_000, 'a')).toBe(2);
  expect(await ask(62_000, 'b')).toBe(3);
});

test('a call that fails leaves what was held, and is noted', async () => {
  const { refresh, calls, held, failures } = setUp();
  held.hold(cachedResponse('a'));
  const asked = refresh({ ...request, revalidateS: 0 });
  await settle();
  calls[0]!(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  expect([held.find(key)?.body.toString(), failures.has(key)]).toEqual(['a', true]);
});

test('a call that our own rate refuses is no failure of the upstream', async () => {
  const { refresh, calls, failures } = setUp();
  const asked = refresh(request);
  await settle();
  calls[0]!(upstreamErrors.RATE({ upstream: 'cms', app: 'blog', most: 50 }));
  await expect(asked).rejects.toThrow('This page needs data');
  expect([failures.has(key), failures.recent(key), failures.lastOf('cms')]).toEqual([
    false,
    undefined,
    undefined,
  ]);
});

test('after an invalidation a call that began before it is not enough', async () => {
  const { refresh, renew, calls, generations, held } = setUp();
  const old = refresh(request);
  await settle();
  generations.apply(bucketsOf(['posts']).map((bucket) => ({ app: 'blog', bucket, generation: 1 })));
  const renewed = renew(request);
  calls[0]!('old');
  await old;
  await settle();
  expect(calls).toHaveLength(2);
  calls[1]!('new');
  await renewed;
  expect(held.find(key)?.body.toString()).toBe('new');
});

test('what another gateway was answered a moment ago costs no call', async () => {
  const theirs = cachedResponse('b', {}, { version: 2, fetchedAtMs: 50_000 });
  const { refresh, calls, clock, held } = setUp({ head: async () => theirs, get: async () => theirs });
  held.hold(cachedResponse('a', {}, { version: 1 }));
  clock.now = 61_000;
  expect(await refresh(request)).toMatchObject({ body: Buffer.from('b'), version: 2 });
  expect(calls).toEqual([]);
});

test('what is held here too is not read again from the store', async () => {
  const theirs = cachedResponse('a', {}, { version: 1, fetchedAtMs: 50_000 });
  const { refresh, clock, held } = setUp({
    head: async () => theirs,
    get: () => Promise.reject(new Error('read')),
  });
  held.hold(cachedResponse('a', {}, { version: 1 }));
  clock.now = 61_000;
  expect(await refresh(request)).toMatchObject({ fetchedAtMs: 50_000, savedAtMs: 50_000 });
});

test('what another gateway was answered long ago is asked for again, and is there if that fails', async () => {
  const theirs = cachedResponse('old', {}, { version: 1 });
  const { refresh, calls, clock, held } = setUp({ head: async () => theirs, get: async () => theirs });
  clock.now = 100_000;
  const asked = refresh(request);
  await settle();
  calls[0]!(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  expect(held.find(key)?.body.toString()).toBe('old');
});

test('a store that cannot be read is done without, and told of once', async () => {
  const gone = () => Promise.reject(new Error('gone'));
  const { refresh, calls, errors } = setUp({ head: gone, get: gone });
  for (const path of ['/a', '/b']) {
    const asked = refresh({ ...request, path });
    await settle();
    calls.pop()!('a');
    await asked;
  }
  expect(errors).toHaveLength(1);
});

const timeout = upstreamErrors.TIMEOUT({ upstream: 'cms', app: 'blog', limit: 3_000 });

test('after a failure the same is not asked for again for two seconds; it failed until it is cleared', () => {
  let now = 10_000;
  const failures = createCallFailures(() => now);
  failures.add('key', 'cms', timeout);
  expect([failures.recent('key'), failures.recent('other')]).toEqual([timeout, undefined]);
  now += 2_000;
  expect([failures.recent('key'), failures.has('key')]).toEqual([undefined, true]);
  failures.clear('key');
  expect(failures.has('key')).toBe(false);
});

test('the last error of an upstream is kept, for whoever runs the site', () => {
  const failures = createCallFailures(() => 7);
  failures.add('key', 'cms', timeout);
  failures.clear('key');
  expect(failures.lastOf('cms')).toEqual({ code: 'UPSTREAM_TIMEOUT', reason: timeout.why, at: 7 });
  expect(failures.lastOf('shop')).toBeUndefined();
});

test('addresses without end take up no more than so much', () => {
  const failures = createCallFailures(() => 0);
  for (let index = 0; index <= 5_000; index++) failures.add(String(index), 'cms', timeout);
  expect([failures.has('0'), failures.has('5000')]).toEqual([false, true]);
});

test('what fails is told once, and again after it worked', async () => {
  const told: unknown[] = [];
  const attempt = createTellOnce((reason) => void told.push(reason));
  const fail = (reason: string) => attempt(() => Promise.reject(reason));
  await fail('a');
  await fail('b');
  await attempt(async () => {});
  await fail('c');
  expect(told).toEqual(['a', 'c']);
});
