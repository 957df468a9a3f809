import { expect, test } from 'vitest';
import { createReservations } from '../../src/releases/reservations.ts';

test('a blob is reserved until the last release that needs it is in', () => {
  const reservations = createReservations();
  const endOne = reservations.reserve(['a', 'b', 'a']);
  const endTwo = reservations.reserve(['b']);
  const reserved = () => ['a', 'b', 'c'].filter((name) => reservations.has(name));
  expect(reserved()).toEqual(['a', 'b']);
  endOne();
  expect(reserved()).toEqual(['b']);
  endTwo();
  expect(reserved()).toEqual([]);
});
