// @vitest-environment happy-dom
import { expect, it, beforeEach } from 'vitest';
import { createPageFiles, replaceStylesheets } from '../../../../src/build/refresh/client/page-files.ts';

const PAGE = '/assets/blog/page.js';
const live = (n: number) => ({ [PAGE]: `/assets/blog/page.000000000${n}.js` });

it('takes each live file once, also an older one that is live again', () => {
  const files = createPageFiles(live(1));
  expect(files.take(live(1))).toEqual([]);
  expect([files.take(live(2)), files.take(live(2))]).toEqual([[PAGE], []]);
  expect(files.newer('blog')).toEqual(Object.entries(live(2)));
  expect(files.newer('legal')).toEqual([]);
  expect(files.take(live(1))).toEqual([PAGE]);
});

let page: Document;
beforeEach(() => {
  // Outside the window, so that links load no stylesheets.
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
  replaceStylesheets(page, [['/assets/blog/page.css', `/assets/blog/page.000000000${n}.css`]]);
const load = () => links().forEach((link) => link.dispatchEvent(new Event('load')));

it('inserts the newer stylesheet beside the older, which applies until the newer has loaded', () => {
  replace(2);
  expect(shown()).toEqual([
    '/assets/blog/page.0000000001.css',
    '/assets/blog/page.0000000002.css',
    '/assets/blog/other.0000000001.css',
  ]);
  load();
  expect(shown()).toEqual(['/assets/blog/page.0000000002.css', '/assets/blog/other.0000000001.css']);
});

it('keeps the original stylesheet disabled, and removes those in between', () => {
  for (const n of [2, 3, 3, 4]) {
    replace(n);
    load();
  }
  expect(links().map((link) => link.getAttribute('href'))).toEqual([
    '/assets/blog/page.0000000001.css',
    '/assets/blog/page.0000000004.css',
    '/assets/blog/other.0000000001.css',
  ]);
});

it('keeps the older stylesheet when the newer fails to load, until one loads', () => {
  replace(2);
  links()[1]!.dispatchEvent(new Event('error'));
  expect(shown()).toContain('/assets/blog/page.0000000001.css');
  replace(3);
  load();
  expect(shown()).toEqual(['/assets/blog/page.0000000003.css', '/assets/blog/other.0000000001.css']);
});
