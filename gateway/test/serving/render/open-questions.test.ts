import { expect, test } from 'vitest';
import { createOpenQuestions } from '../../../src/serving/render/open-questions.ts';

function setUp() {
  const sent: { id: number; name: string }[] = [];
  const questions = createOpenQuestions<string>((question) => void sent.push(question as never), 2);
  return { sent, ...questions };
}

test('resolves each question with its own answer in any order', async () => {
  const { ask, take, sent } = setUp();
  const answers = [ask({ name: 'a' }), ask({ name: 'b' })];
  take(sent[1]!.id, 'B');
  take(sent[0]!.id, 'A');
  expect(await Promise.all(answers)).toEqual(['A', 'B']);
});

test('limits the open questions, and queues the others', async () => {
  const { ask, take, sent } = setUp();
  const answers = ['a', 'b', 'c', 'd'].map((name) => ask({ name }));
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b']);
  take(sent[0]!.id, 'A');
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  for (const { id, name } of [...sent.slice(1), { id: 3, name: 'd' }]) take(id, name.toUpperCase());
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D']);
});

test('ignores an answer without a question', () => {
  const { take, sent } = setUp();
  take(7, 'x');
  expect(sent).toEqual([]);
});
