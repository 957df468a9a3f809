import { expect, test } from 'vitest';
import { createAnswerMemory } from '../../../../src/serving/upstreams/held/answer-memory.ts';
import { createHeldAnswers } from '../../../../src/serving/upstreams/held/held-answers.ts';
import { bucketsOf, createTagGenerations } from '../../../../src/serving/upstreams/held/tag-generations.ts';
import { heldAnswer, upstreamRequest } from '../../../fixtures/held-answer.ts';

function setUp() {
  const clock = { now: 0 };
  const generations = createTagGenerations();
  const held = createHeldAnswers({
    memory: createAnswerMemory({ answers: 10, bytes: 100_000 }, () => {}),
    generations,
    staleIfErrorMs: ({ upstream }) => (upstream === 'cms' ? 100_000 : undefined),
    now: () => clock.now,
  });
  return { held, clock, generations };
}
const { key } = heldAnswer('a');

test('an answer is due past its time, and may be shown for the grace of its upstream after that', () => {
  const { held, clock } = setUp();
  held.hold(heldAnswer('a'));
  const stateAt = (now: number) => {
    clock.now = now;
    const answer = held.find(key);
    return answer ? held.isDue(answer, answer.request) : 'gone';
  };
  expect([0, 59_999, 60_000, 159_999, 160_000].map(stateAt)).toEqual([false, false, true, true, 'gone']);
});

test('it is due at once when one of its tags was invalidated since its call began', () => {
  const { held, generations } = setUp();
  const answer = heldAnswer('a');
  generations.apply(bucketsOf(['other']).map((bucket) => ({ app: 'blog', bucket, generation: 1 })));
  expect(held.isDue(answer, upstreamRequest())).toBe(false);
  generations.apply(bucketsOf(['posts']).map((bucket) => ({ app: 'blog', bucket, generation: 1 })));
  expect(held.isDue(answer, upstreamRequest())).toBe(true);
  expect(held.isDue({ ...answer, generation: 1 }, upstreamRequest())).toBe(false);
});

test('what may not be shown is not held: of an upstream that is not configured, or too old', () => {
  const { held, clock } = setUp();
  expect(held.hold(heldAnswer('a', { upstream: 'shop' }))).toBe(false);
  clock.now = 160_000;
  expect(held.hold(heldAnswer('a'))).toBe(false);
  expect(held.all()).toEqual([]);
});
