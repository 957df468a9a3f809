import { expect, it } from 'vitest';
import { readTypefaces } from '../../../src/build/cards/typeface.ts';

const { display, mono } = readTypefaces();

it('contains the letters of western Europe and typographic punctuation, and drops other characters', () => {
  expect(display.known('Größe “à la carte” — 日本 2026…')).toBe('Größe “à la carte” —  2026…');
});

it('measures text in proportion to its size', () => {
  expect(display.width('Wide', 80)).toBeCloseTo(2 * display.width('Wide', 40));
  expect(mono.width('iiii', 20)).toBeCloseTo(mono.width('WWWW', 20));
  expect(display.width('Wide', 40)).toBeGreaterThan(mono.width('Wide', 40));
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
    expect(outlines.join('')).toMatch(/^(?:[MLQC](?:-?[\d.]+ ?)+|Z)+$/);
  }
});

it('draws the dot and the letter that the library cannot serialize', () => {
  expect(display.outline('Ideas in.', 64, 400, 92)).not.toContain('NaN');
});
