import { expect, test } from 'vitest';
import { createSignsOfLife } from '../../../src/platform/runtime/signs-of-life.ts';

/** @returns after how many further looks the process hangs; undefined: it does not. */
function hangsAfter(life: ReturnType<typeof createSignsOfLife>, answers: (question: string) => void) {
  for (let looks = 1; looks <= 20; looks++) if (life.look(answers)) return looks;
  return undefined;
}

test('a process that answers, also late, does not hang', () => {
  const life = createSignsOfLife();
  expect(hangsAfter(life, (question) => life.heard(question))).toBeUndefined();
  for (let turn = 0; turn < 3; turn++) {
    const late: string[] = [];
    for (let look = 0; look < 6; look++)
      expect(life.look((question) => void late.push(question))).toBe(false);
    late.forEach((question) => life.heard(question));
  }
});

test('a process that stops answering hangs after six questions', () => {
  const life = createSignsOfLife();
  life.look((question) => life.heard(question));
  expect(hangsAfter(life, () => {})).toBe(7);
});

test('a process that never answered, or sends other messages, is left alone', () => {
  const life = createSignsOfLife();
  expect(hangsAfter(life, () => life.heard('ready'))).toBeUndefined();
});
