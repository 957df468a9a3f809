import { expect, it } from 'vitest';
import { createStore } from '../../src/react/store.ts';

it('tells of each new value, and of none that is the same or comes after the end', () => {
  const store = createStore(Number.NaN);
  const heard: number[] = [];
  const end = store.subscribe(() => heard.push(store.get()));
  for (const value of [Number.NaN, 1, 1, 2]) store.set(value);
  end();
  store.set(3);
  expect([heard, store.get()]).toEqual([[1, 2], 3]);
});
