import { expect, test } from 'vitest';
import { isEmptyPage } from '../../../src/releasing/admission/empty-page.ts';

test.each([
  ['', true],
  ['  \n', true],
  ['<main></main>', true],
  ['<main> <p title="text"> </p></main>', true],
  ['<main>text</main>', false],
  ['text', false],
  ['<p></p> text', false],
  ['<img alt="">', false],
  ['<svg></svg>', false],
  ['<imgs>', true],
  ['<', false],
  ['<p', false],
])('%j: %j', (html, empty) => expect(isEmptyPage(html)).toBe(empty));

test('4 MB that no tag ends are looked at once', () => {
  expect(isEmptyPage('<'.repeat(4 * 1024 * 1024))).toBe(false);
  expect(isEmptyPage('<>'.repeat(2 * 1024 * 1024))).toBe(true);
});
