import { expect, it } from 'vitest';
import { readTypefaces } from '../../../src/build/cards/typeface.ts';

const { display, mono } = readTypefaces();

it('contains the letters of western Europe and typographic punctuation, and drops other characters', () => {
  expect(display.known('Größe “à la carte” — 日本 2026…')).toBe('Größe “à la carte” —  2026…');
});

it('draws letters at the given position', () => {
  const [, x, y] = /^M(-?[\d.]+)[ ,]?(-?[\d.]+)/.exec(display.outline('I', 100, 50, 40)) ?? [];
  expect(Number(x)).toBeGreaterThan(99);
  expect(Number(x)).toBeLessThan(120);
  expect(Number(y)).toBeLessThanOrEqual(50);
});

it('draws every known letter with numbers only', () => {
  const letters = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)).join('');
  for (const face of [display, mono]) {
    const outlines = [92, 54, 25].map((size) => face.outline(face.known(letters), 64, 400.5, size));
    expect(outlines.join('')).toMatch(/^[MLQCZ\d. -]+$/);
  }
});
