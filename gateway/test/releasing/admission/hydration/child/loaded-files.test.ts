import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { loadedFiles } from '../../../../../src/releasing/admission/hydration/child/loaded-files.ts';

test.each([
  ['<img src="/a" srcset="/b, /c,d 2x,/e 3x">', ['img-src /a', 'img-src /b', 'img-src /c,d', 'img-src /e']],
  ['<video src="/a" poster="/b"></video>', ['img-src /b', 'media-src /a']],
  ['<svg><image href="/a" xlink:href="/b" /></svg>', ['img-src /a']],
  ['<svg><use xlink:href="/a#b" /></svg>', ['use /a#b']],
  ['<p style="background: image-set(\'//a/b\' 1x), url(//a/c)">', ['img-src //a/b', 'img-src //a/c']],
  ['<link rel="preload" as="style" href="/a">', ['style-src /a']],
  ['<link rel="preload" as="image" href="/a" imagesrcset="/b 2x">', ['img-src /a', 'img-src /b']],
  ['<link rel="preload" as="constructor" href="/a">', []],
  ['<link rel="modulepreload" href="/a">', ['script-src /a']],
  [
    '<link rel="apple-touch-icon" href="/a"><link rel="manifest" href="/b">',
    ['img-src /a', 'manifest-src /b'],
  ],
  ['<link rel="prefetch" href="/a">', ['prefetch /a']],
  ['<form action="/a"><input formaction="/b"></form>', ['form-action /a', 'form-action /b']],
  ['<form><button>Send</button></form>', []],
  [
    '<style>@import "//a/b"; @import url(//a/c) layer(d); @font-face { src: url(//a/e) } p { mask: url(//a/f) }</style>',
    ['style-src //a/b', 'style-src //a/c', 'font-src //a/e', 'img-src //a/f'],
  ],
  ["<style>p { background: image-set('//a/b' 1x) }</style>", ['img-src //a/b']],
  ['<link rel="canonical" href="/a"><a href="/b"></a><img alt="">', []],
])('%s requests %j', (html, expected) => {
  const { document } = new Window();
  document.write(html);
  const found = loadedFiles(document as never).map(({ directive, address }) => `${directive} ${address}`);
  expect(found).toEqual(expected);
});
