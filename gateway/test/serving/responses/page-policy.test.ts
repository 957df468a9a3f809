import { mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import { expect, test } from 'vitest';
import { pagePolicy, policyText, workerSources } from '../../../src/serving/responses/page-policy.ts';

const A = 'https://a.example';
const B = 'https://b.example';
const C = 'https://c.example';
const ISLANDS = {
  Map: { app: 'maps', css: [], csp: { 'img-src': [B] } },
  Note: { app: 'docs', css: [] },
  Card: { app: 'maps', css: [], styles: 'runtime' as const },
};
const route = { app: 'docs', csp: { 'img-src': [A, C] } };
const allows = (app: string, _: string, origin: string) => origin !== C || app === 'maps';

test.each([
  ['its declared and allowed sources', route, [], { sources: { 'img-src': [A] } }],
  ['the sources of its islands', route, ['Map', 'Note'], { sources: { 'img-src': [A, B] } }],
  ['nothing without declarations', { app: 'docs' }, ['Note', 'toString'], { sources: {} }],
  [
    'its runtime styles',
    { app: 'docs', styles: 'runtime' as const },
    [],
    { sources: {}, runtimeStylesOf: 'docs' },
  ],
  ['those of its islands, as its own', { app: 'docs' }, ['Card'], { sources: {}, runtimeStylesOf: 'docs' }],
])('the policy of a page allows %s', (_, page, shown, expected) => {
  const refs = shown.map((name) => ({ name }));
  expect(pagePolicy(ISLANDS, allows, page, refs)).toEqual(expected);
});

test('the same sources give the same text in any order', () => {
  const one = mergeSources({ 'media-src': [C], 'img-src': [B, A] }, undefined, { 'img-src': [A] });
  const other = mergeSources({ 'img-src': [A, B] }, { 'media-src': [C] }, { 'frame-src': [] });
  expect(policyText({ sources: one })).toBe(`img-src ${A} ${B}; media-src ${C}`);
  expect(policyText({ sources: other })).toBe(policyText({ sources: one }));
  expect(policyText({ sources: mergeSources(undefined, {}) })).toBe('');
});

test('pages of two apps with runtime styles have different texts, so that a click loads a document', () => {
  const [docs, maps] = ['docs', 'maps'].map((app) => policyText({ sources: {}, runtimeStylesOf: app }));
  expect([docs, maps]).toEqual(['style-src docs', 'style-src maps']);
});

test('workers of an app have what its pages and islands declare, as far as it is allowed', () => {
  const page = {
    id: 'docs.a',
    path: '/docs',
    expose: './a',
    js: [],
    css: [],
    query: [],
    guards: [],
    prerender: false,
  };
  const routes = [
    { ...page, ...route },
    { ...page, app: 'docs', csp: { 'script-src': ["'wasm-unsafe-eval'"] } },
    { ...page, app: 'plain' },
  ];
  expect(Object.fromEntries(workerSources({ routes, islands: ISLANDS }, allows))).toEqual({
    docs: { 'img-src': [A], 'script-src': ["'wasm-unsafe-eval'"] },
    maps: { 'img-src': [B] },
  });
});
