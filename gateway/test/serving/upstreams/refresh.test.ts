import { describe, expect, test } from 'vitest';
import { upstreamErrors } from '../../../src/serving/upstream-errors.ts';
import { createCallFailures, createResponseRefresh } from '../../../src/serving/upstreams/refresh.ts';
import { createResponseCache } from '../../../src/serving/upstreams/response-cache.ts';
import type { ResponseStore } from '../../../src/serving/upstreams/response-store.ts';
import { cachedResponse, upstreamRequest } from '../../fixtures/cached-response.ts';
import { fetchedText } from '../../fixtures/played-upstream.ts';

const request = upstreamRequest();
const { key } = cachedResponse('a');
/** Runs all pending promise callbacks. */
const settle = () => new Promise((done) => void setImmediate(done));

describe('a refresh', () => {
  function setUp(others?: Pick<ResponseStore, 'get' | 'body'>) {
    const clock = { now: 0 };
    const saved: string[] = [];
    const errors: unknown[] = [];
    const calls: ((text: string | Error) => void)[] = [];
    const failures = createCallFailures(() => clock.now);
    const cache = createResponseCache({
      limits: { bytes: 100_000 },
      onEvicted: () => {},
      staleIfErrorMs: () => 1_000_000_000,
      now: () => clock.now,
    });
    const { refresh } = createResponseRefresh({
      cache,
      writes: { save: (one) => void saved.push(one), isWaiting: () => false, done: async () => {} },
      failures,
      store: others ?? { get: async () => undefined, body: async () => undefined },
      shared: others !== undefined,
      call: () =>
        new Promise((done, fail) =>
          calls.push((text) => (text instanceof Error ? fail(text) : done(fetchedText(text)))),
        ),
      now: () => clock.now,
      onError: (error) => void errors.push(error),
    });
    return { refresh, cache, clock, saved, errors, calls, failures };
  }

  test('dates an answer by the start of its call', async () => {
    const { refresh, calls, clock, cache } = setUp();
    const refreshed = refresh(request);
    await settle();
    clock.now = 5_000;
    calls[0]!('a');
    expect(await refreshed).toMatchObject({ fetchedAtMs: 0 });
    expect(cache.find(key)).toMatchObject({ fetchedAtMs: 0 });
  });

  test('stores an unchanged answer once a minute, and a changed one immediately', async () => {
    const { refresh, calls, clock, cache, saved } = setUp();
    const ask = async (now: number, text: string) => {
      clock.now = now;
      const refreshed = refresh({ ...request, revalidateS: 0 });
      await settle();
      calls.pop()!(text);
      await refreshed;
      const count = saved.length;
      Object.assign(cache.find(key)!, {
        version: 1,
        isBodyStored: true,
        ...(count > before && { savedAtMs: now }),
      });
      before = count;
      return count;
    };
    let before = 0;
    expect(await ask(1_000, 'a')).toBe(1);
    expect(await ask(30_000, 'a')).toBe(1);
    expect(await ask(61_000, 'a')).toBe(2);
    expect(await ask(62_000, 'b')).toBe(3);
  });

  test('does not count a call over the rate limit as a failure', async () => {
    const { refresh, calls, failures } = setUp();
    const refreshed = refresh(request);
    await settle();
    calls[0]!(upstreamErrors.RATE({ upstream: 'cms', app: 'blog', most: 50 }));
    await expect(refreshed).rejects.toThrow('This page needs data');
    expect([failures.has(key), failures.lastOf('cms')]).toEqual([false, undefined]);
  });

  test('continues without an unreadable store, and reports it once', async () => {
    const gone = () => Promise.reject(new Error('gone'));
    const { refresh, calls, errors } = setUp({ get: gone, body: gone });
    for (const path of ['/a', '/b']) {
      const refreshed = refresh({ ...request, path });
      await settle();
      calls.pop()!('a');
      await refreshed;
    }
    expect(errors).toHaveLength(1);
  });
});

describe('failed calls', () => {
  const error = upstreamErrors.TIMEOUT({ upstream: 'cms', app: 'blog', limit: 3_000 });

  test('bounds the number of failed calls', () => {
    const failures = createCallFailures(() => 0);
    for (let index = 0; index <= 5_000; index++) failures.add(String(index), request, error);
    expect([failures.has('0'), failures.has('5000')]).toEqual([false, true]);
  });
});
