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
  ['without any there is no figure', [], undefined, undefined],
  ['events that belong to none do not count', ['0:300'], 1, undefined],
  ['the slowest counts', ['1:40', '2:120', '3:56'], 3, 120],
  ['of one interaction its slowest event counts', ['1:40', '1:200', '2:120'], 2, 200],
  ['of fifty the slowest is left out', many(50), 50, 88],
  ['of a hundred two are', many(100), 100, 137],
  ['quick ones have no entry, but count', ['1:200', '2:100'], 60, 100],
  ['ten are remembered', many(2_000), 2_000, 2_030],
  ['the slowest counts where the browser does not say how many there were', many(100), undefined, 139],
])('%s', (_, entries, count, slow) => {
  expect(slowOf(entries, count)).toBe(slow);
});
