import { expect, it } from 'vitest';
import { THEME_COLOURS } from '../../src/design/theme-colours.ts';
import { hexOf } from './oklch.ts';
import { token } from './tokens.ts';

it('the theme colours are the ground of each scheme', () => {
  const { light, dark } = token('--ground');
  const drawn = THEME_COLOURS.map(({ content, media }) => [media, content]);
  expect(drawn).toEqual([
    ['(prefers-color-scheme: light)', hexOf(light)],
    ['(prefers-color-scheme: dark)', hexOf(dark)],
  ]);
});
