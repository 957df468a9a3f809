import { expect, it } from 'vitest';
import { textOf } from '../../src/search/text-of.ts';

it.each([
  ['<p>A <b>bold</b> word</p>', ' A  bold  word '],
  ['<pre>a &#x26;&#x3C; b</pre>', ' a &< b '],
])('of %j is %j', (html, text) => {
  expect(textOf(html)).toBe(text);
});
