// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { getHydrating, getLinks, OFF_EVENT, readPageData, requestManifest } from '../src/boot-state.ts';
import { setHydrating, setLinks, turnOff } from '../src/boot-state.ts';

it('has its state at the document, and none where no script runs', () => {
  expect(getHydrating(document)).toBe('off');
  setHydrating(document, 'true');
  expect([getHydrating(document), document.documentElement.getAttribute('data-hydrating')]).toEqual([
    'true',
    'true',
  ]);
});

it('reads the data that the document carries', () => {
  expect(readPageData(document)).toBeNull();
  document.body.innerHTML = '<script type="application/json" id="page-data">{"composition":"c1"}</script>';
  expect(readPageData(document)).toEqual({ composition: 'c1' });
});

it("asks for the rules of the document's own composition, behind everything else", async () => {
  const asked: unknown[] = [];
  await requestManifest(async (...call) => (asked.push(call), new Response()), 'c1');
  expect(asked).toEqual([['/builds/meta/c1.json', { priority: 'low' }]]);
});

it('links are held from the start, and are plain ones where no script runs', () => {
  expect(getLinks(document)).toBe('plain');
  setLinks(document, 'held');
  expect([getLinks(document), document.documentElement.getAttribute('data-links')]).toEqual(['held', 'held']);
});

it.each([
  ['a page that has not hydrated will not', 'true', 'off'],
  ['a page that has hydrated stays so', 'false', 'false'],
] as const)('turned off, links are plain ones, and %s', (_, before, after) => {
  const heard: string[] = [];
  window.addEventListener(OFF_EVENT, () => heard.push(getLinks(document)), { once: true });
  setHydrating(document, before);
  setLinks(document, 'held');
  turnOff(window);
  expect([getHydrating(document), heard]).toEqual([after, ['plain']]);
});
