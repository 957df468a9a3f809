import { expect, it } from 'vitest';
import { createInteractions, type EventTiming } from '../../src/reports/interactions.ts';

/** @param entries `7:120`: an event of the interaction 7 that took 120 ms. @param count of all interactions */
const slowOf = (entries: string[], count?: number): number | undefined => {
  const interactions = createInteractions();
  for (const [interactionId, duration] of entries.map((entry) => entry.split(':').map(Number)))
    interactions.add({ interactionId, duration } as EventTiming);
  return interactions.slow(count);
};
const many = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${index + 1}:${40 + index}`);

it.each([
  ['returns nothing without interactions', [], undefined, undefined],
  ['ignores events without an interaction', ['0:300'], 1, undefined],
  ['returns the slowest interaction', ['1:40', '2:120', '3:56'], 3, 120],
  ['uses the slowest event of an interaction', ['1:40', '1:200', '2:120'], 2, 200],
  ['leaves out the slowest of fifty', many(50), 50, 88],
  ['leaves out the two slowest of a hundred', many(100), 100, 137],
  ['counts quick interactions without an entry', ['1:200', '2:100'], 60, 100],
  ['stores ten interactions', many(2_000), 2_000, 2_030],
  ['returns the slowest without a count of interactions', many(100), undefined, 139],
])('%s', (_, entries, count, slow) => {
  expect(slowOf(entries, count)).toBe(slow);
});
