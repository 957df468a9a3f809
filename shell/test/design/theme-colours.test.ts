import { expect, it } from 'vitest';
import { THEME_COLOURS } from '../../src/design/theme-colours.ts';
import { hexOf } from './oklch.ts';
import { token } from './tokens.ts';

it('browsers draw their bars in the ground of the scheme', () => {
  const { light, dark } = token('--ground');
  const drawn = THEME_COLOURS.map(({ content, media }) => [media, content]);
  expect(drawn).toEqual([
    ['(prefers-color-scheme: light)', hexOf(light)],
    ['(prefers-color-scheme: dark)', hexOf(dark)],
  ]);
});
