import { expect, it } from 'vitest';
import { fillTokens, islandToken, lateToken } from '../../../src/contract/page/late-tokens.ts';

it('replaces every marker with its value, and one without a value with nothing', () => {
  const html = `<p>${lateToken('year')} ${lateToken('title')}${islandToken('A_1')} ${lateToken('year')}</p>`;
  const values: Record<string, string> = { year: '2026', 'island:A_1': '<b>A</b>' };
  expect(fillTokens(html, (name) => values[name])).toBe('<p>2026 <b>A</b> 2026</p>');
});

it('inserts a value unchanged, also with patterns or markers', () => {
  const value = `$& $1 ${lateToken('year')}`;
  expect(fillTokens(lateToken('title'), () => value)).toBe(value);
});

it('leaves HTML without markers unchanged', () => {
  expect(fillTokens('<p>year title</p>', () => 'x')).toBe('<p>year title</p>');
});

it('leaves an unterminated marker unchanged', () => {
  expect(fillTokens('<p>\uE000 of a visitor</p>', () => 'x')).toBe('<p>\uE000 of a visitor</p>');
});
