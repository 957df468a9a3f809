import { expect, it } from 'vitest';
import { createStore } from '../../src/react/store.ts';

it('notifies of each new value, and not of equal values or after the end', () => {
  const store = createStore(Number.NaN);
  const values: number[] = [];
  const end = store.subscribe(() => values.push(store.get()));
  for (const value of [Number.NaN, 1, 1, 2]) store.set(value);
  end();
  store.set(3);
  expect([values, store.get()]).toEqual([[1, 2], 3]);
});
