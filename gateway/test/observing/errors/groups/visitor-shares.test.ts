import { expect, test } from 'vitest';
import {
  createVisitorShares,
  MOST_OF_A_VISITOR,
} from '../../../../src/observing/errors/groups/visitor-shares.ts';

test('of a visitor so many different errors of an app are looked at; those that are known go on', () => {
  const shares = createVisitorShares();
  const taken = Array.from({ length: 1_000 }, (_, index) => shares.take('eve', 'docs', `e${index}`));
  expect(taken.filter(Boolean)).toHaveLength(MOST_OF_A_VISITOR);
  expect(shares.take('eve', 'docs', 'e0')).toBe(true);
});

test('another visitor has a share of his own, and so has another app', () => {
  const shares = createVisitorShares();
  for (let index = 0; index < 1_000; index++) shares.take('eve', 'docs', `e${index}`);
  expect([shares.take('ada', 'docs', 'boom'), shares.take('eve', 'news', 'boom')]).toEqual([true, true]);
});
