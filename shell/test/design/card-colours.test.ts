import { expect, it } from 'vitest';
import { CARD_COLOURS } from '@voltframe/kit/build/cards/card-svg';
import { hexOf } from './oklch.ts';
import { token } from './tokens.ts';

it('the cards of pages have the colours of the dark scheme', () => {
  const names = Object.keys(CARD_COLOURS).map(
    (name) => [name, `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`] as const,
  );
  const colours = Object.fromEntries(names.map(([name, property]) => [name, hexOf(token(property).dark)]));
  expect(CARD_COLOURS).toEqual(colours);
});
