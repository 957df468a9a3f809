import { expect, test } from 'vitest';
import { createTimeWindow } from '../../../src/platform/runtime/time-window.ts';

function windowOf(windowMs: number) {
  let time = 0;
  return { ...createTimeWindow(windowMs, () => time), at: (ms: number) => void (time = ms) };
}

test('a time window counts the events within it, including the current one', () => {
  const window = windowOf(100);
  expect([window.add(), window.add(), window.count()]).toEqual([1, 2, 2]);
});

test('a time window drops an event that is as old as the window', () => {
  const window = windowOf(100);
  window.add();
  window.at(60);
  window.add();
  window.at(99);
  expect(window.count()).toBe(2);
  window.at(100);
  expect(window.count()).toBe(1);
  window.at(160);
  expect(window.add()).toBe(1);
});
