import { expect, it } from 'vitest';
import { markWords } from '../../src/search/marked-words.ts';

const shown = (text: string, terms: string[]): string =>
  markWords(text, terms)
    .map((piece, i) => (i % 2 === 1 ? `[${piece}]` : piece))
    .join('');

it.each([
  ['Caching, twice: caching.', ['cach'], '[Caching], twice: [caching].'],
  ['In Zürich', ['zurich'], 'In [Zürich]'],
  ['caches and cache', ['cach'], '[caches] and [cache]'],
  ['a cat in a concatenation', ['cat'], 'a [cat] in a concatenation'],
  ['nothing', ['else'], 'nothing'],
  ['', ['else'], ''],
  ['<mark>', ['mark'], '<[mark]>'],
])('marks in %j the words %j', (text, terms, marked) => {
  expect(shown(text, terms)).toBe(marked);
});

it('preserves the whole text', () => {
  const text = ' “Two” words — and more… ';
  expect(markWords(text, ['two', 'more']).join('')).toBe(text);
});
