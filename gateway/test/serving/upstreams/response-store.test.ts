import type { Kysely } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Tables } from '../../../src/platform/database/tables.ts';
import type { DatabaseWatch } from '../../../src/platform/database/database-watch.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createResponseStore, createWriteBehind } from '../../../src/serving/upstreams/response-store.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';
import { cachedResponse, upstreamRequest } from '../../fixtures/cached-response.ts';
import type { CachedResponse } from '../../../src/serving/upstreams/response-cache.ts';

describe.each(DATABASES)('the response store on %s', (kind) => {
  const setUp = async () => {
    const config = await testDatabase(kind);
    const clock = { now: 1_000, away: false };
    const open = async () => {
      const db: Kysely<Tables> = await openDatabase(config);
      onTestFinished(() => db.destroy());
      const database: Pick<DatabaseWatch, 'within'> = {
        within(ms, query) {
          if (clock.away) return Promise.reject(new Error(`away, or silent for ${ms} ms`));
          return query();
        },
      };
      return createResponseStore({ db, database, shared: kind === 'PostgreSQL', now: () => clock.now });
    };
    return { store: await open(), open, clock };
  };

  test('stores an answer over a restart', async () => {
    const { store, open } = await setUp();
    const answer = cachedResponse(
      'ä\0b',
      { query: [['q', 'x'.repeat(3_900)]] },
      { fetchedAtMs: 7, generation: 2 },
    );
    await store.save(answer);
    const stored = {
      ...answer,
      bodyBytes: answer.body.length,
      isBodyStored: true,
      isListed: true,
      version: 1,
      savedAtMs: 7,
    };
    const again = await open();
    expect(await again.load(10)).toEqual([{ ...stored, body: undefined }]);
    expect(await again.get(answer.key)).toEqual(stored);
    expect(await again.get('other')).toBeUndefined();
    expect(await again.body(answer.key, answer.digest)).toEqual(answer.body);
    expect(await again.body(answer.key, 'another')).toBeUndefined();
    expect(await again.body('other', answer.digest)).toBeUndefined();
  });

  test('does not wait for a body while the database is away, nor longer than 400 ms', async () => {
    const { store, clock } = await setUp();
    const answer = cachedResponse('a');
    await store.save(answer);
    clock.away = true;
    await expect(store.body(answer.key, answer.digest)).rejects.toThrow('silent for 400 ms');
  });

  test('stores an answer without the body that the cache evicted, and with a later one', async () => {
    const { store } = await setUp();
    const answer = cachedResponse('a');
    await store.save(answer);
    expect(await store.save({ ...answer, version: 1, body: undefined })).toBe(1);
    const { digest } = answer;
    const none = { body: undefined, bodyBytes: undefined, isBodyStored: false };
    expect(await store.get(answer.key)).toMatchObject({ ...none, digest, version: 1 });
    expect(await store.load(1)).toMatchObject([none]);
    expect(await store.body(answer.key, digest)).toBeUndefined();
    const other = { ...cachedResponse('a', { path: '/b' }), body: undefined };
    await store.save(other);
    expect(await store.get(other.key)).toMatchObject({ body: undefined, version: 1 });
    expect(await store.save({ ...answer, version: 1, fetchedAtMs: 1 })).toBe(1);
    expect(await store.get(answer.key)).toMatchObject({ body: answer.body, status: 200 });
  });

  test('keeps a body that it has and the memory has not', async () => {
    const { store } = await setUp();
    const answer = cachedResponse('a');
    const bodyBytes = answer.body.length;
    await store.save(answer);
    await store.save({
      ...answer,
      version: 1,
      body: undefined,
      bodyBytes,
      isBodyStored: true,
      fetchedAtMs: 9,
    });
    expect(await store.get(answer.key)).toMatchObject({ body: answer.body, fetchedAtMs: 9 });
  });

  test('raises the version of an answer only for changes', async () => {
    const { store } = await setUp();
    const first = cachedResponse('a');
    expect(await store.save(first)).toBe(1);
    expect(await store.save({ ...first, version: 1, fetchedAtMs: 9 })).toBe(1);
    expect(await store.get(first.key)).toMatchObject({ fetchedAtMs: 9 });
    expect(await store.save(cachedResponse('b', {}, { version: 1 }))).toBe(2);
    // From another gateway, which has not read `b`.
    expect(await store.save({ ...first, version: 1, fetchedAtMs: 12 })).toBe(3);
    expect(await store.get(first.key)).toMatchObject({ body: Buffer.from('a'), version: 3 });
  });

  test('loads a limited number of answers of each app, the newest first', async () => {
    const { store } = await setUp();
    for (const [index, path] of ['/a', '/b', '/c'].entries())
      await store.save(cachedResponse('a', { path }, { fetchedAtMs: index }));
    const other = cachedResponse('a', { app: 'legal', path: '/old' }, { fetchedAtMs: -1 });
    await store.save(other);
    expect((await store.load(2)).map(({ request }) => request.path)).toEqual(['/c', '/b', '/old']);
    await store.remove(other.key);
    await store.remove(cachedResponse('a', { path: '/c' }).key);
    expect((await store.load(2)).map(({ request }) => request.path)).toEqual(['/b', '/a']);
  });

  test('finds the answers of an app by any of its tags', async () => {
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

  test('lists changed answers and invalidations since a time, not refreshed ones', async () => {
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
        if (body?.toString() === 'bad') throw new Error('full');
        done.push(`save ${body?.toString()}`);
        return version + 1;
      },
      remove: async (key: string) => void done.push(`remove ${key}`),
    };
    const find = (key: string) => cached.get(key);
    const written = (key: string) => void done.push(`written ${key}`);
    const writes = createWriteBehind({ find, written }, store, (error) => void errors.push(error));
    const put = (text: string, path = '/posts') => {
      const response = cachedResponse(text, { path }, { fetchedAtMs: 7 });
      cached.set(response.key, response);
      writes.save(response.key);
      return response;
    };
    return { writes, put, cached, done, errors };
  }

  test('stores an answer that changes several times once, in its last state', async () => {
    const { writes, put, done } = setUp();
    put('a');
    const last = put('b');
    expect(writes.isWaiting(last.key)).toBe(true);
    await writes.done();
    expect(done).toEqual(['save b', `written ${last.key}`]);
    expect(last).toMatchObject({ version: 1, savedAtMs: 7 });
    expect(writes.isWaiting(last.key)).toBe(false);
  });

  test('removes evicted and missing answers', async () => {
    const { writes, put, cached, done } = setUp();
    const gone = put('a', '/gone');
    cached.delete(gone.key);
    const none = put('', '/none');
    none.status = 404;
    await writes.done();
    expect(done).toEqual([`remove ${gone.key}`, `remove ${none.key}`]);
  });

  test('stores others after a failure, and reports consecutive failures once', async () => {
    const { writes, put, done, errors } = setUp();
    put('bad', '/a');
    put('bad', '/b');
    const good = put('good', '/c');
    put('bad', '/d');
    await writes.done();
    expect([done, errors.length]).toEqual([['save good', `written ${good.key}`], 2]);
  });
});
