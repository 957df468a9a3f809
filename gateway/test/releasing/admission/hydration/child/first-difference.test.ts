// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  type DomNode,
  firstDifference,
} from '../../../../../src/releasing/admission/hydration/child/first-difference.ts';

function rootOf(html: string): DomNode {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

const difference = (server: string, browser: string) => firstDifference(rootOf(server), rootOf(browser));

test.each([
  ['is the same', '<p>a</p>', '<p>a</p>'],
  ["has the server's comments", '<p>a<!-- -->b</p>', '<p>ab</p>'],
  ['differs in an attribute, which React leaves', '<p class="a">a</p>', '<p class="b">a</p>'],
  ['differs in an island', '<div data-island="x"><p>a</p></div>', '<div data-island="x"></div>'],
])('HTML that %s does not differ', (_, server, browser) => {
  expect(difference(server, browser)).toBeUndefined();
});

test.each([
  ['<main><p>3 May</p></main>', '<main><p>4 May</p></main>', 'main > p', '“3 May”', '“4 May”'],
  ['<p>a</p>', '<p>a </p>', 'p', '“a”', '“a ”'],
  ['<main><i>a</i></main>', '<main><b>a</b></main>', 'main', '<i>a', '<b>a'],
  ['<main></main>', '<main><b>more</b></main>', 'main', 'nothing', '<b>more'],
  ['<main>text</main>', '<main></main>', 'main', '“text”', 'nothing'],
])('the first difference between %s and %s is returned', (server, browser, where, ofServer, ofBrowser) => {
  expect(difference(server, browser)).toEqual({ where, server: ofServer, browser: ofBrowser });
});

test('the part of a long text that differs is returned, and the last of many elements', () => {
  const wrap = (text: string): string =>
    `${'<div>'.repeat(9)}<p>${'a'.repeat(500)}${text}</p>${'</div>'.repeat(9)}`;
  const found = difference(wrap(`b${'c'.repeat(500)}`), wrap('d'))!;
  expect(found.where).toBe('div > div > div > div > p');
  expect(found.server).toBe(`“…${'a'.repeat(20)}b${'c'.repeat(39)}…”`);
  expect(found.browser).toBe(`“…${'a'.repeat(20)}d”`);
});
