import { expect, test } from 'vitest';
import type { HeldAnswer } from '../../../../src/serving/upstreams/held/held-answer.ts';
import { createSaveBehind } from '../../../../src/serving/upstreams/held/save-behind.ts';
import { heldAnswer } from '../../../fixtures/held-answer.ts';

function setUp() {
  const answers = new Map<string, HeldAnswer>();
  const done: string[] = [];
  const errors: unknown[] = [];
  const store = {
    async save({ body, version }: HeldAnswer) {
      if (body.toString() === 'bad') throw new Error('full');
      done.push(`save ${body.toString()}`);
      return version + 1;
    },
    remove: async (key: string) => void done.push(`remove ${key}`),
  };
  const behind = createSaveBehind(
    { get: (key) => answers.get(key) },
    store,
    (error) => void errors.push(error),
  );
  const put = (text: string, path = '/posts') => {
    const answer = heldAnswer(text, { path }, { fetchedAtMs: 7 });
    answers.set(answer.key, answer);
    behind.save(answer.key);
    return answer;
  };
  return { behind, put, answers, done, errors };
}

test('what changes several times at once is stored once, as it is last', async () => {
  const { behind, put, done } = setUp();
  put('a');
  const last = put('b');
  expect(behind.isWaiting(last.key)).toBe(true);
  await behind.done();
  expect(done).toEqual(['save b']);
  expect(last).toMatchObject({ version: 1, savedAtMs: 7 });
  expect(behind.isWaiting(last.key)).toBe(false);
});

test('what is gone, or says that nothing is there, is removed', async () => {
  const { behind, put, answers, done } = setUp();
  const gone = put('a', '/gone');
  answers.delete(gone.key);
  put('', '/none').status = 404;
  await behind.done();
  expect(done).toEqual([`remove ${gone.key}`, `remove ${heldAnswer('', { path: '/none' }).key}`]);
});

test('one that cannot be stored keeps no other from it', async () => {
  const { behind, put, done, errors } = setUp();
  put('bad', '/a');
  put('good', '/b');
  await behind.done();
  expect([done, errors.length]).toEqual([['save good'], 1]);
});

test('a database that is gone is told of once, however much waits for it', async () => {
  const { behind, put, errors } = setUp();
  for (const path of ['/a', '/b', '/c']) put('bad', path);
  await behind.done();
  expect(errors).toHaveLength(1);
});
