import { describe, expect, it } from 'vitest';
import { draw } from '../../../src/react/components/drawings.ts';
const SLUGS = ['cold-chain-watch', 'town-hall-forms', 'greenhouse-rover', 'museum-night-guide', 'a', ''];
const MAX_BYTES = 6_000;

describe('draw', () => {
  it('gives the same picture for the same slug', () => {
    for (const slug of SLUGS) expect(draw(slug)).toEqual(draw(slug));
  });

  it('gives another picture for another slug', () => {
    expect(new Set(SLUGS.map((slug) => draw(slug).lines)).size).toBe(SLUGS.length);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])('draws kind %i small, in whole numbers, with a live line', (kind) => {
    for (const slug of SLUGS) {
      const { lines, current } = draw(slug, kind);
      expect(lines.length + current.length).toBeLessThan(MAX_BYTES);
      expect(current).toMatch(/^M/);
      expect(lines + current).not.toMatch(/NaN|Infinity|undefined|\d\.\d{2}/);
    }
  });
});
