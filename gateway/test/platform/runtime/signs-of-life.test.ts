import { expect, test } from 'vitest';
import type { ProcessorTime } from '../../../src/platform/runtime/process-usage.ts';
import { createSignsOfLife } from '../../../src/platform/runtime/signs-of-life.ts';

const ASK_MS = 5_000;

/** @param perAsk processor time of the thread between two questions; undefined: the system does not tell it. */
function startLife(perAsk?: ProcessorTime) {
  let looks = 0;
  return createSignsOfLife({
    askMs: ASK_MS,
    processorTime: () => {
      if (!perAsk) return undefined;
      const time = { ran: perAsk.ran * looks, waited: perAsk.waited * looks };
      // Read at the first question and from the seventh on.
      looks = looks === 0 ? 6 : looks + 1;
      return time;
    },
  });
}

/** @returns after how many further looks the process hangs; undefined: it does not. */
function hangsAfter(life: ReturnType<typeof createSignsOfLife>, answers: (question: string) => void) {
  for (let looks = 1; looks <= 20; looks++) if (life.look(answers)) return looks;
  return undefined;
}

test('a process that answers, also late, does not hang', () => {
  const life = startLife();
  expect(hangsAfter(life, (question) => life.heard(question))).toBeUndefined();
  for (let turn = 0; turn < 3; turn++) {
    const late: string[] = [];
    for (let look = 0; look < 6; look++)
      expect(life.look((question) => void late.push(question))).toBe(false);
    late.forEach((question) => life.heard(question));
  }
});

test('a process that stops answering hangs after six questions', () => {
  const life = startLife();
  life.look((question) => life.heard(question));
  expect(hangsAfter(life, () => {})).toBe(7);
});

test('a process that never answered, or sends other messages, is left alone', () => {
  const life = startLife();
  expect(hangsAfter(life, () => life.heard('ready'))).toBeUndefined();
});

test.each<[string, ProcessorTime, number | undefined]>([
  ['is stopped', { ran: 0, waited: 0 }, 7],
  ['loops without end', { ran: ASK_MS, waited: 0 }, 7],
  ['loops without end on a busy machine', { ran: 600, waited: 4_400 }, 7],
  ['loops without end on a very busy machine', { ran: 300, waited: 4_700 }, 11],
  ['gets hardly any processor time', { ran: 50, waited: 4_900 }, undefined],
])('a process without an answer that %s has %o per question and hangs after %s', (_, perAsk, looks) => {
  const life = startLife(perAsk);
  life.heard('alive');
  expect(hangsAfter(life, () => {})).toBe(looks);
});
