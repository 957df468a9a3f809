import { expect, test } from 'vitest';
import { createSeenTwice, pageSources } from '../../../src/serving/compositions/served-composition.ts';

test('what is asked for the second time is asked for again', () => {
  const seenTwice = createSeenTwice();
  expect(['a', 'b', 'a', 'a', 'b'].map(seenTwice)).toEqual([false, false, true, true, true]);
});

test('long queries push out what was asked for long ago, and take no more memory', () => {
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
  ['what it declares, as far as that is allowed', route, [], { 'img-src': [A] }],
  ['what the islands that it shows do', route, ['Map', 'Note'], { 'img-src': [A, B] }],
  ['nothing, when nobody declares anything', { app: 'docs' }, ['Note', 'toString'], {}],
])('a page may load %s', (_, page, shown, expected) => {
  const refs = shown.map((name) => ({ name }));
  expect(pageSources(ISLANDS, allows, page, refs)).toEqual(expected);
});
