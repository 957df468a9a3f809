import { describe, expect, test } from 'vitest';
import { bucketsOf, createResponseCache } from '../../../src/serving/upstreams/response-cache.ts';
import { cachedResponse, upstreamRequest } from '../../fixtures/cached-response.ts';

function setUp(limits = { bytes: 3_100 }) {
  const clock = { now: 0 };
  const evicted: string[] = [];
  const cache = createResponseCache({
    limits,
    onEvicted: (key) => void evicted.push(key),
    staleIfErrorMs: ({ upstream }) => (upstream === 'cms' ? 100_000 : undefined),
    now: () => clock.now,
  });
  const raise = (app: string, tag: string, generation: number) =>
    cache.invalidate(bucketsOf([tag]).map((bucket) => ({ app, bucket, generation })));
  const paths = () => cache.all().map(({ request }) => request.path);
  return { ...cache, clock, evicted, raise, paths };
}
const at = (path: string, text = 'a', changed = {}) => cachedResponse(text, { path }, changed);
const keyOf = (path: string) => at(path).key;

test('has an answer due after its time, and available for the grace period of its upstream', () => {
  const { put, find, isDue, clock } = setUp();
  put(at('/a'));
  const stateAt = (now: number) => {
    clock.now = now;
    const cached = find(keyOf('/a'));
    return cached ? isDue(cached, cached.request) : 'gone';
  };
  expect([0, 59_999, 60_000, 159_999, 160_000].map(stateAt)).toEqual([false, false, true, true, 'gone']);
});

test('has an answer due when one of its tags was invalidated since its call', () => {
  const { isDue, raise } = setUp();
  const cached = at('/a');
  raise('blog', 'other', 1);
  expect(isDue(cached, upstreamRequest())).toBe(false);
  raise('blog', 'posts', 1);
  expect(isDue(cached, upstreamRequest())).toBe(true);
  expect(isDue({ ...cached, generation: 1 }, upstreamRequest())).toBe(false);
});

test('refuses answers of unknown upstreams and expired ones', () => {
  const { put, all, clock } = setUp();
  expect(put(cachedResponse('a', { upstream: 'shop' }))).toBe(false);
  clock.now = 160_000;
  expect(put(at('/a'))).toBe(false);
  expect(all()).toEqual([]);
});

test('bounds the answers of an app, and evicts the least recently used', () => {
  const { put, find, evicted, paths } = setUp();
  for (const path of ['/a', '/b', '/c']) put(at(path));
  find(keyOf('/a'));
  put(at('/d'));
  expect(evicted).toEqual([keyOf('/b')]);
  expect(paths().toSorted()).toEqual(['/a', '/c', '/d']);
});

test('keeps a body in memory until the store has it', () => {
  const { put, find, written } = setUp({ bytes: 100_000 });
  const answer = at('/a');
  put(answer);
  written(answer.key, 'of another answer');
  expect(find(answer.key)).toMatchObject({ body: answer.body, bodyBytes: 1 });
  written(answer.key, answer.digest);
  expect(find(answer.key)).toMatchObject({ body: undefined, bodyBytes: 1, isBodyStored: true });
  put({ ...at('/a'), fetchedAtMs: 1 });
  const stored = { body: undefined, bodyBytes: 1, isBodyStored: true };
  expect(find(answer.key)).toMatchObject({ ...stored, fetchedAtMs: 1 });
  put(at('/a', 'b'));
  expect(find(answer.key)).toMatchObject({ body: Buffer.from('b') });
});

test('keeps of the bodies that the store returned those that were used last', () => {
  const { put, find, written, read, digest, evicted } = setUp({ bytes: 100_000 });
  const answers = ['/a', '/b', '/c', '/d'].map((path) => at(path, path.repeat(2_000)));
  const bodies = answers.map(({ body }) => body);
  const inMemory = () => answers.filter(({ body }) => body).map(({ request: { path } }) => path);
  for (const answer of answers) put(answer);
  for (const { key, digest: of } of answers) written(key, of);
  expect(inMemory()).toEqual([]);
  for (const [index, { key, digest: of }] of answers.entries()) {
    find(keyOf('/a'));
    read(key, of, bodies[index]!);
  }
  expect(inMemory()).toEqual(['/a', '/c', '/d']);
  written(keyOf('/a'), digest(keyOf('/a'))!);
  expect(inMemory()).toEqual(['/a', '/c', '/d']);
  expect(find(keyOf('/b'))).toMatchObject({ body: undefined, bodyBytes: 4_000, isBodyStored: true });
  read(keyOf('/b'), 'of another body', bodies[0]!);
  expect(find(keyOf('/b'))!.body).toBeUndefined();
  read(keyOf('/b'), digest(keyOf('/b'))!, bodies[1]!);
  expect(find(keyOf('/b'))!.body).toEqual(bodies[1]);
  expect(evicted).toEqual([]);
});

test('keeps no body in memory that is larger than all of them may be', () => {
  const { put, find, read } = setUp({ bytes: 100_000 });
  const large = at('/a', 'x'.repeat(50_000));
  put(large);
  read(large.key, large.digest, large.body);
  expect(find(large.key)).toMatchObject({ body: undefined, bodyBytes: 50_000 });
});

test('does not count reading a digest as a use', () => {
  const { put, digest, evicted } = setUp();
  for (const path of ['/a', '/b', '/c']) put(at(path));
  expect(digest(keyOf('/a'))).toBe(at('/a').digest);
  put(at('/d'));
  expect([digest(keyOf('/a')), evicted]).toEqual([undefined, [keyOf('/a')]]);
});

test('bounds the bytes of an app, and drops an answer over the limit with the one it replaces', () => {
  const { put, digest, evicted, paths } = setUp({ bytes: 10_000 });
  put(at('/a', 'x'.repeat(5_000)));
  put(at('/b', 'x'.repeat(5_000)));
  expect(evicted).toEqual([keyOf('/a')]);
  put(at('/b', 'x'.repeat(10_000)));
  expect([digest(keyOf('/b')), paths()]).toEqual([undefined, []]);
});

test('does not evict repeated answers for many different ones', () => {
  const { put, find, paths } = setUp({ bytes: 100_000 });
  for (const text of ['a', 'b']) for (let page = 0; page < 10; page++) put(at(`/page/${page}`, text));
  for (let index = 0; index < 1_000; index++) put(at(`/found/${index}`, 'x'.repeat(1_000)));
  expect(paths().filter((path) => path.startsWith('/page/'))).toHaveLength(10);
  expect(paths().length).toBeGreaterThan(15);
  expect(find(keyOf('/found/999'))).toBeDefined();
});

describe('an answer of a listed page', () => {
  const listed = (path: string, text = 'x'.repeat(50_000)) => at(path, text, { isListed: true });
  const pages = Array.from({ length: 90 }, (_, page) => `/page/${page}`);

  test('loses its body above the limit, and keeps its digest', () => {
    const { put, find, digest, evicted } = setUp({ bytes: 100_000 });
    for (const path of pages) put(listed(path));
    expect(pages.map((path) => digest(keyOf(path)))).toEqual(pages.map((path) => listed(path).digest));
    expect(pages.filter((path) => find(keyOf(path))?.body)).toEqual(['/page/89']);
    expect(evicted).toEqual(pages.slice(0, -1).map(keyOf));
  });

  test('gets its body back with the next answer, and from an equal one in the cache', () => {
    const { put, find } = setUp({ bytes: 100_000 });
    for (const path of ['/page/0', '/page/1', '/page/0']) put(listed(path));
    expect(find(keyOf('/page/0'))?.body).toBeDefined();
    put({ ...listed('/page/0'), body: undefined, fetchedAtMs: 1 });
    expect(find(keyOf('/page/0'))).toMatchObject({ fetchedAtMs: 1, body: listed('/page/0').body });
    put({ ...listed('/page/0'), body: undefined, digest: 'another' });
    expect(find(keyOf('/page/0'))).toMatchObject({ digest: 'another', body: undefined });
  });

  test('is not evicted for those that visitors invent', () => {
    const { put, digest } = setUp({ bytes: 100_000 });
    for (const path of pages) put(listed(path));
    for (let index = 0; index < 1_000; index++) put(at(`/found/${index}`, 'x'.repeat(1_000)));
    expect(pages.filter((path) => digest(keyOf(path)) === undefined)).toEqual([]);
  });

  test('is kept when it is missing', () => {
    const { put, find } = setUp({ bytes: 1_000_000 });
    const paths = Array.from({ length: 300 }, (_, page) => `/none/${page}`);
    for (const path of paths) put(at(path, '', { status: 404, isListed: true }));
    expect(paths.filter((path) => !find(keyOf(path))?.body)).toEqual([]);
  });
});

test('does not evict the newest answer', () => {
  const { put, find, paths } = setUp({ bytes: 10_000 });
  const large = 'x'.repeat(5_000);
  for (const path of ['/a', '/a', '/b']) put(at(path, large));
  expect(paths()).toEqual(['/b']);
  for (const path of ['/b', '/c', '/b']) put(at(path, large));
  expect(find(keyOf('/b'))).toBeDefined();
});

test('does not evict answers of another app', () => {
  const { put, find } = setUp();
  const other = cachedResponse('a', { app: 'legal' });
  put(other);
  for (let index = 0; index < 10; index++) put(at(`/${index}`));
  expect(find(other.key)).toBe(other);
});

test('bounds missing answers separately', () => {
  const { put, find, all, evicted } = setUp();
  put(at('/a'));
  for (let index = 0; index < 1_000; index++) put(at(`/none/${index}`, '', { status: 404 }));
  expect(find(keyOf('/a'))).toBeDefined();
  expect(all()).toHaveLength(201);
  expect(evicted).toEqual([]);
});

test('replaces a missing answer by an existing one, and vice versa', () => {
  const { put, find, all } = setUp();
  for (const status of [200, 404, 200]) {
    put(at('/a', 'a', { status }));
    expect([find(keyOf('/a'))?.status, all().length]).toEqual([status, 1]);
  }
});

test('raises only the generation of the app and tag, and ignores a late invalidation', () => {
  const { generationOf, raise } = setUp();
  const numbers = () => [
    generationOf({ app: 'blog', tags: ['posts', 'home'] }),
    generationOf({ app: 'blog', tags: ['home'] }),
    generationOf({ app: 'legal', tags: ['posts'] }),
    generationOf({ app: 'blog', tags: [] }),
  ];
  expect(numbers()).toEqual([0, 0, 0, 0]);
  raise('blog', 'posts', 1);
  expect(numbers()).toEqual([1, 0, 0, 0]);
  raise('blog', 'home', 3);
  raise('blog', 'home', 2);
  expect(numbers()).toEqual([4, 3, 0, 0]);
});

test('bounds the number of buckets for tags', () => {
  const buckets = bucketsOf(Array.from({ length: 20_000 }, (_, index) => `post:${index}`));
  expect(buckets.length).toBeLessThanOrEqual(1_024);
  expect(buckets.length).toBeGreaterThan(1_000);
  expect(bucketsOf(['a', 'a'])).toHaveLength(1);
});
