// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { getHydrating, getLinks, OFF_EVENT, readPageData, requestManifest } from '../src/boot-state.ts';
import { setHydrating, setLinks, turnOff } from '../src/boot-state.ts';

it('stores the hydrating state at the document, "off" without scripts', () => {
  expect(getHydrating(document)).toBe('off');
  setHydrating(document, 'true');
  expect([getHydrating(document), document.documentElement.getAttribute('data-hydrating')]).toEqual([
    'true',
    'true',
  ]);
});

it('reads the data of the document', () => {
  expect(readPageData(document)).toBeNull();
  document.body.innerHTML = '<script type="application/json" id="page-data">{"composition":"c1"}</script>';
  expect(readPageData(document)).toEqual({ composition: 'c1' });
});

it('requests the manifest of the own composition with low priority', async () => {
  const requests: unknown[] = [];
  await requestManifest(async (...call) => (requests.push(call), new Response()), 'c1');
  expect(requests).toEqual([['/builds/meta/c1.json', { priority: 'low' }]]);
});

it('stores the state of links at the document, "plain" without scripts', () => {
  expect(getLinks(document)).toBe('plain');
  setLinks(document, 'held');
  expect([getLinks(document), document.documentElement.getAttribute('data-links')]).toEqual(['held', 'held']);
});

it.each([
  ['a page that has not hydrated is off', 'true', 'off'],
  ['a hydrated page does not change', 'false', 'false'],
] as const)('turnOff makes links plain: %s', (_, before, after) => {
  const events: string[] = [];
  window.addEventListener(OFF_EVENT, () => events.push(getLinks(document)), { once: true });
  setHydrating(document, before);
  setLinks(document, 'held');
  turnOff(window);
  expect([getHydrating(document), events]).toEqual([after, ['plain']]);
});
