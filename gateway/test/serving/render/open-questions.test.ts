import { expect, test } from 'vitest';
import { createOpenQuestions } from '../../../src/serving/render/open-questions.ts';

function setUp() {
  const sent: { id: number; name: string }[] = [];
  const questions = createOpenQuestions<string>((question) => void sent.push(question as never), 2);
  return { sent, ...questions };
}

test('each question has its own answer, in whatever order they come', async () => {
  const { ask, take, sent } = setUp();
  const answers = [ask({ name: 'a' }), ask({ name: 'b' })];
  take(sent[1]!.id, 'B');
  take(sent[0]!.id, 'A');
  expect(await Promise.all(answers)).toEqual(['A', 'B']);
});

test('so many are open at once, the others wait for their turn', async () => {
  const { ask, take, sent } = setUp();
  const answers = ['a', 'b', 'c', 'd'].map((name) => ask({ name }));
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b']);
  take(sent[0]!.id, 'A');
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  for (const { id, name } of [...sent.slice(1), { id: 3, name: 'd' }]) take(id, name.toUpperCase());
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D']);
});

test('an answer that nobody asked for changes nothing', () => {
  const { take, sent } = setUp();
  take(7, 'x');
  expect(sent).toEqual([]);
});
