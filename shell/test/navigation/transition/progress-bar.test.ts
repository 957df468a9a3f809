// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { drawProgress } from '../../../src/navigation/transition/progress-bar.ts';

it('draws one bar with its value, and removes it', () => {
  const bars = () => [...document.querySelectorAll<HTMLElement>('[role="progressbar"]')];
  drawProgress(document, 12.6);
  drawProgress(document, 40);
  expect(bars().map((bar) => [bar.getAttribute('aria-valuenow'), bar.style.transform])).toEqual([
    ['40', 'scaleX(0.4)'],
  ]);
  expect(bars()[0]!.getAttribute('aria-label')).toBe('Loading the page');
  drawProgress(document, null);
  drawProgress(document, null);
  expect(bars()).toEqual([]);
});
