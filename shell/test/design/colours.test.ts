import { describe, expect, it } from 'vitest';
import { CARD_COLOURS } from '@voltframe/kit/build/cards/card-svg';
import { THEME_COLOURS } from '../../src/design/theme-colours.ts';
import { contrast, hexOf, token } from './oklch.ts';

const GROUNDS = ['--ground', '--surface', '--surface-2'];
const TEXTS = ['--ink', '--ink-dim', '--volt', '--info', '--coral'];
const CODE = ['--code-key', '--code-string', '--code-number', '--code-name', '--code-comment'];
const pairs: [text: string, ground: string, ratio: number][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground, 4.5] as [string, string, number])),
  ...CODE.map((text) => [text, '--surface', 4.5] as [string, string, number]),
  ['--on-volt', '--volt-fill', 4.5],
  ['--volt-fill', '--on-volt', 4.5],
  ['--ground', '--ink', 4.5],
  ['--edge', '--ground', 3],
  ['--edge', '--surface', 3],
  ['--volt-line', '--ground', 3],
];

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it.each(pairs)('%s on %s has a contrast of at least %d', (text, ground, ratio) => {
    expect(contrast(token(text)[scheme], token(ground)[scheme])).toBeGreaterThanOrEqual(ratio);
  });
});

it('measures black on white as 21', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
});

it('the cards of pages have the colours of the dark scheme', () => {
  const names = Object.keys(CARD_COLOURS).map(
    (name) => [name, `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`] as const,
  );
  const colours = Object.fromEntries(names.map(([name, property]) => [name, hexOf(token(property).dark)]));
  expect(CARD_COLOURS).toEqual(colours);
});

it('the theme colours are the ground of each scheme', () => {
  const { light, dark } = token('--ground');
  const drawn = THEME_COLOURS.map(({ content, media }) => [media, content]);
  expect(drawn).toEqual([
    ['(prefers-color-scheme: light)', hexOf(light)],
    ['(prefers-color-scheme: dark)', hexOf(dark)],
  ]);
});
