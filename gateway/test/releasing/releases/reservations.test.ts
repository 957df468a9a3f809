import { expect, test } from 'vitest';
import { createReservations } from '../../../src/releasing/releases/reservations.ts';

test('a blob is reserved until the last release that needs it is in', () => {
  const reservations = createReservations();
  const endOne = reservations.reserve(['a', 'b', 'a']);
  const endTwo = reservations.reserve(['b']);
  const reserved = () => ['a', 'b', 'c'].filter((name) => reservations.watch().has(name));
  expect(reserved()).toEqual(['a', 'b']);
  endOne();
  expect(reserved()).toEqual(['b']);
  endTwo();
  expect(reserved()).toEqual([]);
});

test('who watches is told of what was reserved before, or since, and let go meanwhile', () => {
  const reservations = createReservations();
  const endBefore = reservations.reserve(['before']);
  const { has, end } = reservations.watch();
  endBefore();
  reservations.reserve(['since'])();
  expect(['before', 'since', 'other'].filter(has)).toEqual(['before', 'since']);
  end();
  reservations.reserve(['other']);
  expect(has('other')).toBe(false);
});
