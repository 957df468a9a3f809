// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  getHydrating,
  getLinks,
  OFF_EVENT,
  setHydrating,
  readPageData,
  setLinks,
  turnOff,
} from '../src/boot-state.ts';

it('stores the states of hydration and links at the document, "off" and "plain" without scripts', () => {
  const { dataset } = document.documentElement;
  expect([getHydrating(document), getLinks(document)]).toEqual(['off', 'plain']);
  setHydrating(document, 'true');
  setLinks(document, 'held');
  expect([getHydrating(document), getLinks(document)]).toEqual(['true', 'held']);
  expect([dataset['hydrating'], dataset['links']]).toEqual(['true', 'held']);
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

it('reads the data of the page although a heading has its id', () => {
  document.body.innerHTML =
    '<h2 id="page-data">Page data</h2><script type="application/json" id="page-data">{"year":1}</script>';
  expect(readPageData(document)).toEqual({ year: 1 });
});
