import { expect, it } from 'vitest';
import { snippet } from '../../src/search/snippet.ts';

const filler = 'Nothing of interest here. '.repeat(10);

it.each([
  ['<p>A cache &#x26; more.</p>', ['cach'], ['A ', 'cache', ' & more.']],
  ['<p>Nothing.</p>', ['cach'], undefined],
])('of %j for the terms %j is %j', (html, terms, expected) => {
  expect(snippet(html, terms)).toEqual(expected);
});

it('is cut between words around the match', () => {
  const passage = snippet(`<p>${filler}</p><p>The cache .</p><p>${filler}</p>`, ['cach'])!;
  expect(passage.join('')).toMatch(/^… \S.* of interest here\. The cache \. Nothing .*\S …$/);
  expect(passage.join('').length).toBeLessThanOrEqual(164);
});

it('shows the passage with the most different terms', () => {
  const passage = snippet(`<p>A cache. ${filler} A cache and a queue.</p>`, ['cach', 'queue'])!;
  expect(passage.filter((_, i) => i % 2 === 1)).toEqual(['cache', 'queue']);
});

it('contains a match that is longer than the passage', () => {
  const word = 'x'.repeat(300);
  expect(snippet(`<p>${word} end</p>`, [word])).toEqual(['', word, ' …']);
});
