import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import { expect, it } from 'vitest';
import { SERVICE_DRAWINGS } from '../src/service-drawings.ts';

it('gives each of the seven services a drawing of its own', () => {
  const drawings = Object.values(SERVICE_DRAWINGS).map(drawingSvg);
  expect([drawings.length, new Set(drawings).size]).toEqual([7, 7]);
});

it.each(Object.entries(SERVICE_DRAWINGS))(
  'draws %s in one current with its mark and words within 640 × 400',
  (_, { current, mark, words = [] }) => {
    expect(current).toMatch(/^M/);
    expect(mark).toBeDefined();
    for (const [x, y] of [mark!, ...words.map(([left, top]) => [left, top] as const)]) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(640);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(400);
    }
  },
);

/** Where each drawing has its scale. */
const SCALE = 352;

it.each(Object.entries(SERVICE_DRAWINGS))('writes no word of %s over the scale', (_, { words = [] }) => {
  for (const [, top] of words) expect(top <= SCALE - 12 || top >= SCALE + 20).toBe(true);
});
