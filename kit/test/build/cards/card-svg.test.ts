import { expect, it } from 'vitest';
import { cardSvg } from '../../../src/build/cards/card-svg.ts';
import { readTypefaces } from '../../../src/build/cards/typeface.ts';

const faces = readTypefaces();
const svg = (title: string, seed = 'a-post', label = '10 February 2026 · 6 min') =>
  cardSvg({ title, label }, seed, faces);

it('is the same for the same page, on whatever machine: letters are outlines, and nothing is fetched', () => {
  const drawn = svg('Strong <validators> & "more"');
  expect(drawn).toBe(svg('Strong <validators> & "more"'));
  expect(drawn).not.toMatch(/<text|font|href|url\(|validators/);
});

it('is another one for another title or another page', () => {
  expect(new Set([svg('One title'), svg('Another title'), svg('One title', 'b-post')]).size).toBe(3);
});

it.each(['', ' ', '日本語'])('of the title %j there is none: nothing could be read', (title) => {
  expect(svg(title)).toBeNull();
});
