import { expect, test } from 'vitest';
import { createFirstTimes } from '../../../../src/observing/errors/failures/first-times.ts';

const HOUR = 60 * 60_000;

test('a cause is told of once, for each of its owners', () => {
  const times = createFirstTimes(() => 0);
  const noted = ['docs boom', 'docs boom', 'docs other', 'news boom'].map((text) => {
    const [owner, cause] = text.split(' ') as [string, string];
    return times.note(owner, cause);
  });
  expect(noted).toEqual(['first', undefined, 'first', 'first']);
});

test('an owner of ever new causes is told of so often and no more within an hour; others are told of meanwhile', () => {
  let now = 0;
  const times = createFirstTimes(() => now);
  const flood = (from: number) =>
    Array.from({ length: 1_000 }, (_, i) => times.note('docs', `no ${from + i}`));
  const told = flood(0).filter(Boolean);
  expect([told.length, told.at(-1)]).toEqual([50, 'last']);
  expect(times.note('news', 'boom')).toBe('first');
  now = HOUR - 1;
  expect(flood(1_000).filter(Boolean)).toEqual([]);
  now = HOUR;
  expect(flood(2_000).filter(Boolean)).toHaveLength(50);
});
