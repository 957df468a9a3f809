import { expect, test } from 'vitest';
import { createAnswerMemory } from '../../../../src/serving/upstreams/held/answer-memory.ts';
import { heldAnswer } from '../../../fixtures/held-answer.ts';

function memoryOf(limits = { answers: 3, bytes: 1_000_000 }) {
  const evicted: string[] = [];
  return { ...createAnswerMemory(limits, (key) => void evicted.push(key)), evicted };
}
const at = (path: string, text = 'a', changed = {}) => heldAnswer(text, { path }, changed);

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
  const other = heldAnswer('a', { app: 'legal' });
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
