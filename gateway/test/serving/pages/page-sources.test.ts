import { expect, test } from 'vitest';
import { pageSources } from '../../../src/serving/pages/page-sources.ts';

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
