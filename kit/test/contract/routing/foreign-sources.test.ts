import { expect, it } from 'vitest';
import {
  isForeignOrigin,
  isForeignSource,
  isOfSource,
  mergeSources,
  runsForeignCode,
} from '../../../src/contract/routing/foreign-sources.ts';

it.each([
  ['https://images.example', true],
  ['https://*.tiles.example', true],
  ['https://images.example:8443', true],
  ['https://xn--bcher-kva.example', true],
  ['http://images.example', false],
  ['https://images.example/', false],
  ['https://images.example/photos', false],
  ["'unsafe-inline'", false],
  ['https:', false],
  ['https://*', false],
  ['https://*.example', false],
  ['https://a.example; script-src *', false],
  ['https://a.example https://b.example', false],
  ['https://10.0.0.1', false],
  ['https://localhost', false],
  ['data:', false],
  [`https://${'a.'.repeat(130)}example`, false],
])('accepts https and a named host: %s → %s', (origin, expected) => {
  expect(isForeignOrigin(origin)).toBe(expected);
});

const PAY = 'https://pay.example';
it.each([
  ['script-src', PAY, true],
  ['script-src', "'wasm-unsafe-eval'", true],
  ['script-src', "'unsafe-eval'", false],
  ['script-src', 'blob:', false],
  ['worker-src', 'blob:', true],
  ['connect-src', 'data:', true],
  ['connect-src', 'blob:', true],
  ['media-src', 'data:', true],
  ['form-action', PAY, true],
  ['form-action', 'blob:', false],
  ['frame-src', 'data:', false],
  ['script-src', 'data:', false],
  ['worker-src', PAY, false],
  ['img-src', 'blob:', false],
  ['img-src', "'wasm-unsafe-eval'", false],
])('opens %s to %s: %s', (directive, source, expected) => {
  expect(isForeignSource(directive, source)).toBe(expected);
});

it.each([
  ['https://*.tiles.example', 'https://a.tiles.example/1.png', true],
  ['https://*.tiles.example', 'https://a.b.tiles.example/1.png', true],
  ['https://*.tiles.example', 'https://tiles.example/1.png', false],
  ['https://*.tiles.example', 'https://eviltiles.example/1.png', false],
  ['https://*.tiles.example', 'http://a.tiles.example/1.png', false],
  ['https://*.tiles.example', 'https://a.tiles.example:8443/1.png', false],
  ['https://*.tiles.example:8443', 'https://a.tiles.example:8443/1.png', true],
  ['https://a.example:8443', 'https://a.example:8443/1.png', true],
  ['https://a.example', 'https://a.example:443/1.png', true],
])('the source %s and the picture %s: allowed is %s, as in browsers', (source, picture, isAllowed) => {
  expect(isOfSource(new URL(picture), source)).toBe(isAllowed);
});

it('knows WebAssembly and workers of the page as its own code', () => {
  const own = { 'script-src': ["'wasm-unsafe-eval'"], 'worker-src': ['blob:'] };
  expect([runsForeignCode(own), runsForeignCode({ 'script-src': [...own['script-src'], PAY] })]).toEqual([
    false,
    true,
  ]);
});

it('merges sources, each once and in one order', () => {
  const [a, b, c] = ['https://a.example', 'https://b.example', 'https://c.example'];
  const one = mergeSources({ 'media-src': [c], 'img-src': [b, a] }, undefined, { 'img-src': [a] });
  expect(one).toEqual({ 'img-src': [a, b], 'media-src': [c] });
  expect(mergeSources(undefined, { 'frame-src': [] })).toEqual({});
});
