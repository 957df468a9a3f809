import type { Kysely } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Tables } from '../../../src/platform/database/tables.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createResponseStore, createWriteBehind } from '../../../src/serving/upstreams/response-store.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';
import { cachedResponse, upstreamRequest } from '../../fixtures/cached-response.ts';
import type { CachedResponse } from '../../../src/serving/upstreams/response-cache.ts';

describe.each(DATABASES)('the answers of upstreams on %s', (kind) => {
  const setUp = async () => {
    const config = await testDatabase(kind);
    const clock = { now: 1_000 };
    const open = async () => {
      const db: Kysely<Tables> = await openDatabase(config);
      onTestFinished(() => db.destroy());
      return createResponseStore({ db, shared: kind === 'PostgreSQL', now: () => clock.now });
    };
    return { store: await open(), open, clock };
  };

  test('an answer is there after a restart as it was', async () => {
    const { store, open } = await setUp();
    const answer = cachedResponse(
      'ä\0b',
      { query: [['q', 'x'.repeat(3_900)]] },
      { fetchedAtMs: 7, generation: 2 },
    );
    await store.save(answer);
    const stored = { ...answer, version: 1, savedAtMs: 7 };
    const again = await open();
    expect(await again.load(10)).toEqual([stored]);
    expect(await again.get(answer.key)).toEqual(stored);
    expect(await again.get('other')).toBeUndefined();
  });

  test('its version counts changes, not calls', async () => {
    const { store } = await setUp();
    const first = cachedResponse('a');
    expect(await store.save(first)).toBe(1);
    expect(await store.save({ ...first, version: 1, fetchedAtMs: 9 })).toBe(1);
    expect(await store.get(first.key)).toMatchObject({ fetchedAtMs: 9 });
    expect(await store.save(cachedResponse('b', {}, { version: 1 }))).toBe(2);
    // Of another gateway, which does not know of `b` yet.
    expect(await store.save({ ...first, version: 1, fetchedAtMs: 12 })).toBe(3);
    expect(await store.get(first.key)).toMatchObject({ body: Buffer.from('a'), version: 3 });
  });

  test('the newest are loaded first, so many of them', async () => {
    const { store } = await setUp();
    for (const [index, path] of ['/a', '/b', '/c'].entries())
      await store.save(cachedResponse('a', { path }, { fetchedAtMs: index }));
    expect((await store.load(2)).map(({ request }) => request.path)).toEqual(['/c', '/b']);
    await store.remove(cachedResponse('a', { path: '/c' }).key);
    expect((await store.load(2)).map(({ request }) => request.path)).toEqual(['/b', '/a']);
  });

  test('the answers with any of some tags are found, of that app alone', async () => {
    const { store } = await setUp();
    const posts = upstreamRequest({ path: '/posts', tags: ['posts', 'home'] });
    for (const request of [
      posts,
      upstreamRequest({ path: '/about', tags: ['about'] }),
      upstreamRequest({ app: 'legal' }),
    ])
      await store.save(cachedResponse('a', request));
    expect(await store.tagged('blog', ['home', 'other'])).toEqual([posts]);
    expect(await store.tagged('blog', ['post'])).toEqual([]);
  });

  test('what changed since then is told, answers and invalidations, not what was only asked for again', async () => {
    const { store, open, clock } = await setUp();
    const answer = cachedResponse('a');
    await store.save(answer);
    expect(await store.raise('blog', [1, 2])).toEqual([
      { app: 'blog', bucket: 1, generation: 1 },
      { app: 'blog', bucket: 2, generation: 1 },
    ]);
    clock.now = 2_000;
    await store.save({ ...answer, version: 1, fetchedAtMs: 2_000 });
    const other = kind === 'PostgreSQL' ? await open() : store;
    expect(await other.changedSince(2_000)).toEqual({ answers: [], tags: [] });
    expect(await store.raise('blog', [2])).toEqual([{ app: 'blog', bucket: 2, generation: 2 }]);
    await store.save(cachedResponse('b', {}, { version: 1 }));
    expect(await other.changedSince(2_000)).toEqual({
      answers: [{ key: answer.key, version: 2 }],
      tags: [{ app: 'blog', bucket: 2, generation: 2 }],
    });
  });
});

describe('write-behind', () => {
  function setUp() {
    const cached = new Map<string, CachedResponse>();
    const done: string[] = [];
    const errors: unknown[] = [];
    const store = {
      async save({ body, version }: CachedResponse) {
        if (body.toString() === 'bad') throw new Error('full');
        done.push(`save ${body.toString()}`);
        return version + 1;
      },
      remove: async (key: string) => void done.push(`remove ${key}`),
    };
    const find = (key: string) => cached.get(key);
    const writes = createWriteBehind({ find }, store, (error) => void errors.push(error));
    const put = (text: string, path = '/posts') => {
      const response = cachedResponse(text, { path }, { fetchedAtMs: 7 });
      cached.set(response.key, response);
      writes.save(response.key);
      return response;
    };
    return { writes, put, cached, done, errors };
  }

  test('what changes several times at once is stored once, as it is last', async () => {
    const { writes, put, done } = setUp();
    put('a');
    const last = put('b');
    expect(writes.isWaiting(last.key)).toBe(true);
    await writes.done();
    expect(done).toEqual(['save b']);
    expect(last).toMatchObject({ version: 1, savedAtMs: 7 });
    expect(writes.isWaiting(last.key)).toBe(false);
  });

  test('what is gone, or says that nothing is there, is removed', async () => {
    const { writes, put, cached, done } = setUp();
    const gone = put('a', '/gone');
    cached.delete(gone.key);
    const none = put('', '/none');
    none.status = 404;
    await writes.done();
    expect(done).toEqual([`remove ${gone.key}`, `remove ${none.key}`]);
  });

  test('one that cannot be stored keeps no other from it; failures in a row are told once', async () => {
    const { writes, put, done, errors } = setUp();
    put('bad', '/a');
    put('bad', '/b');
    put('good', '/c');
    put('bad', '/d');
    await writes.done();
    expect([done, errors.length]).toEqual([['save good'], 2]);
  });
});
