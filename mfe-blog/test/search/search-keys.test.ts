import { expect, it, vi } from 'vitest';
import { moveBySearchKey } from '../../src/search/search-keys.ts';

/** A search box with two results below it, without a browser. @param focused what has the focus: 0 is the box */
function searched(focused: number, value = 'text') {
  const document = { activeElement: null as unknown };
  const element = () => {
    const self = {
      ownerDocument: document,
      value,
      focus: () => (document.activeElement = self),
      dispatchEvent: vi.fn<(event: Event) => void>(),
    };
    return self;
  };
  const stops = [element(), element(), element()];
  document.activeElement = stops[focused];
  const root = { querySelector: () => stops[0], querySelectorAll: () => stops.slice(1) };
  return {
    press: (key: string) => moveBySearchKey(key, root as never),
    focus: () => stops.indexOf(document.activeElement as never),
    box: stops[0]!,
  };
}

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 2],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 0],
  ['Escape', 2, 0],
  ['Enter', 1, 1],
  ['ArrowDown', -1, -1],
])('moves the focus by %s from %i to %i', (key, from, to) => {
  const { press, focus } = searched(from);
  expect([press(key), focus()]).toEqual([from !== to, to]);
});

it('clears the box by Escape with one input event', () => {
  const { press, box } = searched(0);
  expect([press('Escape'), box.value, press('Escape')]).toEqual([true, '', false]);
  expect(box.dispatchEvent.mock.calls.map(([event]) => event.type)).toEqual(['input']);
});
