import { expect, test } from 'vitest';
import { createLookAgain } from '../../../src/serving/compositions/look-again.ts';

function setUp() {
  let time = 0;
  const looks: number[] = [];
  const waits: number[] = [];
  const lookAgain = createLookAgain({
    look: async () => void looks.push(time),
    spacingMs: 250,
    sleep: async (ms) => {
      waits.push(ms);
      time += ms;
    },
    now: () => time,
  });
  return { lookAgain, looks, waits, pass: (ms: number) => void (time += ms) };
}

test('many that ask at once are served by one look', async () => {
  const { lookAgain, looks } = setUp();
  await Promise.all([lookAgain(), lookAgain(), lookAgain()]);
  expect(looks).toHaveLength(1);
});

test('who asks after a look began gets another one, not sooner than the spacing', async () => {
  const { lookAgain, looks, waits, pass } = setUp();
  await lookAgain();
  pass(100);
  await lookAgain();
  pass(1_000);
  await lookAgain();
  expect([looks, waits]).toEqual([[0, 250, 1_250], [150]]);
});

test('a clock that is set back holds nobody for longer than the spacing', async () => {
  const { lookAgain, waits, pass } = setUp();
  await lookAgain();
  pass(-3_600_000);
  await lookAgain();
  expect(waits).toEqual([250]);
});

test('a look that fails tells those who asked, and the next one works', async () => {
  let times = 0;
  const lookAgain = createLookAgain({
    look: async () => {
      if (times++ === 0) throw new Error('down');
    },
    spacingMs: 0,
    sleep: async () => {},
    now: () => 0,
  });
  await expect(lookAgain()).rejects.toThrow('down');
  await lookAgain();
  expect(times).toBe(2);
});
