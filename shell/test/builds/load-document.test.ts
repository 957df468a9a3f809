import { expect, it } from 'vitest';
import { loadDocument } from '../../src/builds/load-document.ts';

it.each([
  ['/about', false, 'assign https://site.example/about'],
  ['/about', true, 'replace https://site.example/about'],
  ['/blog?x#y', false, 'reload'],
  ['/blog?x#z', false, 'assign https://site.example/blog?x#z'],
])('loads %s (replace: %s) by: %s', (url, replace, done) => {
  const calls: string[] = [];
  const location = {
    href: 'https://site.example/blog?x#y',
    assign: (to: string) => calls.push(`assign ${to}`),
    replace: (to: string) => calls.push(`replace ${to}`),
    reload: () => calls.push('reload'),
  };
  loadDocument(location, url, replace);
  expect(calls).toEqual([done]);
});
