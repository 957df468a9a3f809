import { expect, test } from 'vitest';
import {
  bucketsOf,
  createResponseMemory,
  createResponseCache,
  createTagGenerations,
} from '../../../src/serving/upstreams/response-cache.ts';
import { cachedResponse, upstreamRequest } from '../../fixtures/cached-response.ts';

const stored = (app: string, tag: string, generation: number) =>
  bucketsOf([tag]).map((bucket) => ({ app, bucket, generation }));

test('an invalidation changes the number of its app and tag, and of no other', () => {
  const generations = createTagGenerations();
  const sums = () => [
    generations.sum('blog', ['posts', 'home']),
    generations.sum('blog', ['home']),
    generations.sum('legal', ['posts']),
    generations.sum('blog', []),
  ];
  expect(sums()).toEqual([0, 0, 0, 0]);
  generations.apply(stored('blog', 'posts', 1));
  expect(sums()).toEqual([1, 0, 0, 0]);
  generations.apply(stored('blog', 'home', 3));
  expect(sums()).toEqual([4, 3, 0, 0]);
});

test('what is read late changes nothing', () => {
  const generations = createTagGenerations();
  generations.apply(stored('blog', 'posts', 2));
  generations.apply(stored('blog', 'posts', 1));
  expect(generations.sum('blog', ['posts'])).toBe(2);
});

test('any number of tags takes up so many counters', () => {
  const tags = Array.from({ length: 20_000 }, (_, index) => `post:${index}`);
  const buckets = bucketsOf(tags);
  expect(buckets.length).toBeLessThanOrEqual(1_024);
  expect(buckets.length).toBeGreaterThan(1_000);
  expect(bucketsOf(['a', 'a'])).toHaveLength(1);
});

function memoryOf(limits = { answers: 3, bytes: 1_000_000 }) {
  const evicted: string[] = [];
  return { ...createResponseMemory(limits, (key) => void evicted.push(key)), evicted };
}
const at = (path: string, text = 'a', changed = {}) => cachedResponse(text, { path }, changed);

test('an app has so many answers; the one that was used least recently goes', () => {
  const memory = memoryOf();
  for (const path of ['/a', '/b', '/c']) memory.set(at(path));
  memory.get(at('/a').key);
  memory.set(at('/d'));
  expect(memory.evicted).toEqual([at('/b').key]);
  expect(
    memory
      .all()
      .map(({ request }) => request.path)
      .toSorted(),
  ).toEqual(['/a', '/c', '/d']);
});

test('an app has so many bytes of them', () => {
  const memory = memoryOf({ answers: 100, bytes: 10_000 });
  memory.set(at('/a', 'x'.repeat(5_000)));
  memory.set(at('/b', 'x'.repeat(5_000)));
  expect(memory.evicted).toEqual([at('/a').key]);
});

test('one that is larger than all may be together is not held, nor what it replaces', () => {
  const memory = memoryOf({ answers: 100, bytes: 10_000 });
  memory.set(at('/a'));
  memory.set(at('/a', 'x'.repeat(10_000)));
  expect([memory.get(at('/a').key), memory.peek(at('/a').key), memory.all()]).toEqual([
    undefined,
    undefined,
    [],
  ]);
});

test.each([
  ['answers', { answers: 20, bytes: 1_000_000 }],
  ['bytes', { answers: 1_000, bytes: 100_000 }],
])('what pages ask for again and again stays when visitors make up many questions: %s', (_, limits) => {
  const memory = memoryOf(limits);
  for (const text of ['a', 'b']) for (let page = 0; page < 10; page++) memory.set(at(`/page/${page}`, text));
  for (let index = 0; index < 1_000; index++) memory.set(at(`/found/${index}`, 'x'.repeat(1_000)));
  const held = memory.all();
  expect(held.filter(({ request }) => request.path.startsWith('/page/'))).toHaveLength(10);
  expect(held.length).toBeGreaterThan(15);
  expect(held.length).toBeLessThanOrEqual(limits.answers);
  expect(memory.get(at('/found/999').key)).toBeDefined();
});

test('what came just now stays, however large the others are', () => {
  const memory = memoryOf({ answers: 100, bytes: 10_000 });
  const large = 'x'.repeat(5_000);
  for (const path of ['/a', '/a', '/b']) memory.set(at(path, large));
  expect(memory.all().map(({ request }) => request.path)).toEqual(['/b']);
  memory.set(at('/b', large));
  memory.set(at('/c', large));
  memory.set(at('/b', large));
  expect(memory.get(at('/b').key)).toBeDefined();
});

test('a look that is no use keeps nothing from going', () => {
  const memory = memoryOf();
  for (const path of ['/a', '/b', '/c']) memory.set(at(path));
  expect(memory.peek(at('/a').key)).toBe(memory.all()[0]);
  memory.set(at('/d'));
  expect([memory.peek(at('/a').key), memory.evicted]).toEqual([undefined, [at('/a').key]]);
});

test('no app pushes out what another one has', () => {
  const memory = memoryOf();
  const other = cachedResponse('a', { app: 'legal' });
  memory.set(other);
  for (let index = 0; index < 10; index++) memory.set(at(`/${index}`));
  expect(memory.get(other.key)).toBe(other);
});

test('what is not there pushes out no answer, and is bounded by itself', () => {
  const memory = memoryOf();
  memory.set(at('/a'));
  for (let index = 0; index < 1_000; index++) memory.set(at(`/none/${index}`, '', { status: 404 }));
  expect(memory.get(at('/a').key)).toBeDefined();
  expect(memory.all()).toHaveLength(201);
  expect(memory.evicted).toEqual([]);
});

test('what is there again takes the place of what was not, and the other way round', () => {
  const memory = memoryOf();
  memory.set(at('/a'));
  memory.set(at('/a', '', { status: 404 }));
  expect(memory.get(at('/a').key)?.status).toBe(404);
  memory.set(at('/a'));
  expect(memory.get(at('/a').key)?.status).toBe(200);
  expect(memory.all()).toHaveLength(1);
});

function setUp() {
  const clock = { now: 0 };
  const generations = createTagGenerations();
  const held = createResponseCache({
    memory: createResponseMemory({ answers: 10, bytes: 100_000 }, () => {}),
    generations,
    staleIfErrorMs: ({ upstream }) => (upstream === 'cms' ? 100_000 : undefined),
    now: () => clock.now,
  });
  return { held, clock, generations };
}
const { key } = cachedResponse('a');

test('an answer is due past its time, and may be shown for the grace of its upstream after that', () => {
  const { held, clock } = setUp();
  held.hold(cachedResponse('a'));
  const stateAt = (now: number) => {
    clock.now = now;
    const answer = held.find(key);
    return answer ? held.isDue(answer, answer.request) : 'gone';
  };
  expect([0, 59_999, 60_000, 159_999, 160_000].map(stateAt)).toEqual([false, false, true, true, 'gone']);
});

test('it is due at once when one of its tags was invalidated since its call began', () => {
  const { held, generations } = setUp();
  const answer = cachedResponse('a');
  generations.apply(bucketsOf(['other']).map((bucket) => ({ app: 'blog', bucket, generation: 1 })));
  expect(held.isDue(answer, upstreamRequest())).toBe(false);
  generations.apply(bucketsOf(['posts']).map((bucket) => ({ app: 'blog', bucket, generation: 1 })));
  expect(held.isDue(answer, upstreamRequest())).toBe(true);
  expect(held.isDue({ ...answer, generation: 1 }, upstreamRequest())).toBe(false);
});

test('what may not be shown is not held: of an upstream that is not configured, or too old', () => {
  const { held, clock } = setUp();
  expect(held.hold(cachedResponse('a', { upstream: 'shop' }))).toBe(false);
  clock.now = 160_000;
  expect(held.hold(cachedResponse('a'))).toBe(false);
  expect(held.all()).toEqual([]);
});
