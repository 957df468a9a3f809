// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { showOverlay } from '../../../../src/build/refresh/client/overlay.ts';

const shown = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

it('shows the newest error as plain text, and none when it is mended', () => {
  showOverlay(document, 'page.tsx:3');
  showOverlay(document, '<b>page.tsx:4</b>');
  expect(shown()).toEqual(['<b>page.tsx:4</b>']);
  showOverlay(document, undefined);
  expect(shown()).toEqual([]);
});

it('goes away at a click', () => {
  showOverlay(document, 'page.tsx:3');
  document.querySelector<HTMLElement>('[role=alert]')!.click();
  expect(shown()).toEqual([]);
});
