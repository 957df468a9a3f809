import { expect, test, vi } from 'vitest';
import { createLookupTally, type Lookup } from '../../../../src/observing/telemetry/metrics/lookup-tally.ts';

const look = (app: string, hit = true, digest?: string): Lookup => ({
  cache: 'rendering',
  whose: { app, digest },
  hit,
});

test('looks are told together, each kind by itself, and once', () => {
  const told = vi.fn<(lookup: Lookup, times: number) => void>();
  const tally = createLookupTally(told);
  for (const one of [look('a'), look('a'), look('a', false), look('a', true, 'd'), look('b')]) tally.add(one);
  tally.add(look('b'), 5);
  expect(told).not.toHaveBeenCalled();
  tally.drain();
  tally.drain();
  expect(told.mock.calls).toEqual([
    [look('a'), 2],
    [look('a', false), 1],
    [look('a', true, 'd'), 1],
    [look('b'), 6],
  ]);
});

test('of releases without end none is forgotten, and no more are held', () => {
  let times = 0;
  const tally = createLookupTally((_, count) => void (times += count));
  for (let n = 0; n < 1_200; n++) tally.add(look('a', true, `${n}`));
  expect(times).toBe(1_000);
  tally.drain();
  expect(times).toBe(1_200);
});
