import type { Figure } from '@voltframe/kit/contract/operations/figures';
import { expect, test } from 'vitest';
import {
  changeOf,
  FIGURE_WORDS,
  figuresOfAll,
  percent,
} from '../../../../../src/releasing/operations/page/seen/figure-words.ts';
import { figure, figuresOf } from '../played-seen.ts';

test.each<[Figure, ReturnType<typeof changeOf>]>([
  [figure('lcp', 2_900, 1_800), 'worse'],
  [figure('lcp', 1_800, 2_900), 'better'],
  [figure('lcp', 1_890, 1_800), undefined],
  [figure('lcp', 190, 100), undefined],
  [figure('cls', 0.3, 0.1), 'worse'],
  [figure('lcp', 2_900), undefined],
])('%j is %s', (measured, change) => {
  expect(changeOf(measured)).toBe(change);
});

test.each([
  ['lcp', 240.4, '240 ms'],
  ['lcp', 1_849, '1.8 s'],
  ['lcp', 61_000, '61 s'],
  ['cls', 0.043, '0.04'],
] as const)('%s %d is written %s', (name, value, words) => {
  expect(FIGURE_WORDS[name].inWords(value)).toBe(words);
});

test.each([
  [112, 100, '+12 %'],
  [97, 100, '−3 %'],
  [100.2, 100, '±0 %'],
  [5, 0, '±0 %'],
])('from %d to %d is %s', (now, before, words) => {
  expect(percent(now, before)).toBe(words);
});

test('figures of all pages are those without a route and a device', () => {
  expect(figuresOfAll(undefined)).toEqual([]);
  expect(figuresOfAll(figuresOf()).map(({ name }) => name)).toEqual(['lcp', 'cls', 'inp']);
});
