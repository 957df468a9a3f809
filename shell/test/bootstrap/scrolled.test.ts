// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { markScrolled } from '../../src/bootstrap/scrolled.ts';

it.each([
  [50, false],
  [51, true],
  [0, false],
])('makes the header opaque at %i px: %s', (y, opaque) => {
  const requestAnimationFrame = (callback: () => void): void => callback();
  const page = Object.create(window, {
    scrollY: { value: y },
    requestAnimationFrame: { value: requestAnimationFrame },
  }) as Window;
  markScrolled(page);
  expect(document.documentElement.hasAttribute('data-scrolled')).toBe(opaque);
});
