import { expect, test } from 'vitest';
import { createSeenTwice, pageSources } from '../../../src/serving/compositions/served-composition.ts';

test('createSeenTwice recognises the second request of a key', () => {
  const seenTwice = createSeenTwice();
  expect(['a', 'b', 'a', 'a', 'b'].map(seenTwice)).toEqual([false, false, true, true, true]);
});

test('createSeenTwice bounds the memory of long keys', () => {
  const seenTwice = createSeenTwice();
  seenTwice('first');
  for (let n = 0; n < 100; n++) seenTwice(`${n} ${'x'.repeat(8_000)}`);
  expect(seenTwice('first')).toBe(false);
});

const A = 'https://a.example';
const B = 'https://b.example';
const C = 'https://c.example';
const ISLANDS = {
  Map: { app: 'maps', css: [], csp: { 'img-src': [B] } },
  Note: { app: 'docs', css: [] },
};
const route = { app: 'docs', csp: { 'img-src': [A, C] } };
const allows = (app: string, _: string, origin: string) => origin !== C || app === 'maps';

test.each([
  ['its declared and allowed sources', route, [], { 'img-src': [A] }],
  ['the sources of its islands', route, ['Map', 'Note'], { 'img-src': [A, B] }],
  ['nothing without declarations', { app: 'docs' }, ['Note', 'toString'], {}],
])('pageSources allows %s', (_, page, shown, expected) => {
  const refs = shown.map((name) => ({ name }));
  expect(pageSources(ISLANDS, allows, page, refs)).toEqual(expected);
});
