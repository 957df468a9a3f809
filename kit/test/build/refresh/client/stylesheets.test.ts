// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { replaceStylesheets } from '../../../../src/build/refresh/client/stylesheets.ts';

let page: Document;
beforeEach(() => {
  // In no window: links load nothing there by themselves.
  const head = document.createElement('div');
  page = {
    createElement: document.createElement.bind(document),
    querySelectorAll: head.querySelectorAll.bind(head),
  } as unknown as Document;
  head.innerHTML =
    '<link rel="stylesheet" href="/assets/blog/page.0000000001.css"><link rel="stylesheet" href="/assets/blog/other.0000000001.css">';
});
const links = () => [...page.querySelectorAll<HTMLLinkElement>('link')];
const shown = () =>
  links()
    .filter(({ disabled }) => !disabled)
    .map((link) => link.getAttribute('href'));
const replace = (n: number) =>
  replaceStylesheets(page, [['/assets/blog/page.css', `/-/refresh/blog/page.000000000${n}.css`]]);
const load = () => links().forEach((link) => link.dispatchEvent(new Event('load')));

it('puts the newer sheet in the place of the older, which has effect until that has loaded', () => {
  replace(2);
  expect(shown()).toEqual([
    '/assets/blog/page.0000000001.css',
    '/-/refresh/blog/page.0000000002.css',
    '/assets/blog/other.0000000001.css',
  ]);
  load();
  expect(shown()).toEqual(['/-/refresh/blog/page.0000000002.css', '/assets/blog/other.0000000001.css']);
});

it('keeps the sheet that the page came with, without effect, and none of those between', () => {
  for (const n of [2, 3, 3, 4]) {
    replace(n);
    load();
  }
  expect(links().map((link) => link.getAttribute('href'))).toEqual([
    '/assets/blog/page.0000000001.css',
    '/-/refresh/blog/page.0000000004.css',
    '/assets/blog/other.0000000001.css',
  ]);
});

it('leaves the older sheet where the newer does not load, until one does', () => {
  replace(2);
  links()[1]!.dispatchEvent(new Event('error'));
  expect(shown()).toContain('/assets/blog/page.0000000001.css');
  replace(3);
  load();
  expect(shown()).toEqual(['/-/refresh/blog/page.0000000003.css', '/assets/blog/other.0000000001.css']);
});
