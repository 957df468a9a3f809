import { expect, it } from 'vitest';
import { PROJECT_DRAWINGS } from '../src/project-drawings.ts';

/** Of its HTML, before compression. */
const MOST_CHARACTERS = 2_000;

it('no picture serves two entries', () => {
  const lines = Object.values(PROJECT_DRAWINGS).map(({ current }) => current);
  expect(new Set(lines).size).toBe(lines.length);
});

it.each(Object.entries(PROJECT_DRAWINGS))(
  'the picture of %s is small, in its field, with the one place it is about',
  (_, drawing) => {
    const { lines, current, guide = '', tone = '', mark, words = [] } = drawing;
    const text = [lines, current, guide, tone].join('');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
    expect(text.length).toBeLessThan(MOST_CHARACTERS);
    for (const [x, y] of [mark!, ...words]) {
      expect(x).toBeGreaterThanOrEqual(34);
      expect(x).toBeLessThanOrEqual(600);
      expect(y).toBeGreaterThanOrEqual(30);
      expect(y).toBeLessThanOrEqual(392);
    }
  },
);
