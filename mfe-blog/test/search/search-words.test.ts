import { expect, it } from 'vitest';
import { commonWords, normalQuery, wordsIn } from '../../src/search/search-words.ts';

it.each([
  ['Caching, or not?', ['Caching', 'or', 'not']],
  ['A/B slots: 304 & `no-store`', ['A', 'B', 'slots', '304', 'no', 'store']],
  ['Zürich — naïve', ['Zürich', 'naïve']],
  ['…', []],
])('splits %j into words', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});

it.each([
  ['  two \n words ', 'two words'],
  ['', ''],
  [' \t', ''],
  [`${'x'.repeat(79)} yz`, 'x'.repeat(79)],
  ['<b>', '<b>'],
  ['two\0words\u0007', 'two words'],
  [`${'x'.repeat(79)}😀`, 'x'.repeat(79)],
])('normalises the query %j to %j', (text, query) => {
  expect(normalQuery(text)).toBe(query);
});

it('normalises a normal query to itself', () => {
  const once = normalQuery(`  ${'word '.repeat(40)}`);
  expect([once.length <= 80, normalQuery(once)]).toEqual([true, once]);
});

it('lists the common words of a query', () => {
  expect(commonWords('The queues and A/B')).toEqual(['The', 'and', 'A']);
});
