import { expect, it } from 'vitest';
import { searchTerm } from '../../src/search/search-term.ts';

it.each([
  ['cache', 'cach'],
  ['Caching', 'cach'],
  ['caches', 'cach'],
  ['deploying', 'deploi'],
  ['deploy', 'deploi'],
  ['ZÜRICH', 'zurich'],
  ['304', '304'],
  ['the', null],
  ['The', null],
  ['I', null],
  ['B', 'b'],
  ['__proto__', '__proto__'],
])('converts the word %j to the term %j', (word, term) => {
  expect(searchTerm(word)).toBe(term);
});
