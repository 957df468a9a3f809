import { expect, test } from 'vitest';
import { figuresTable } from '../../../../../src/releasing/operations/page/apps/figures-table.ts';
import { figure, figuresOf } from '../played-seen.ts';
import { digest, HOUR, NOW, wordsOf } from '../played-status.ts';

const TODAY = NOW - (NOW % (24 * HOUR));
const trend = [3, 2, 1, 0].map((days) => ({
  dayMs: TODAY - days * 24 * HOUR,
  release: digest(days > 1 ? 'b' : 'a'),
  p75: 1_000 + days,
  count: 9,
}));

test('each figure is beside that of the release before, with by how much it changed', () => {
  const words = wordsOf(figuresTable(figuresOf(), new Map(), NOW));
  expect(words).toContain('Largest paint 2.9 s 1.8 s +61 % 240');
  expect(words).toContain('Layout shift 0.04 0.04 ±0 % 240');
  expect(words).toContain('Answer to input 120 ms 180 ms −33 % 240');
});

test('what is first measured has nothing to be compared with', () => {
  const figures = figuresOf({ routes: [{ figures: [figure('lcp', 900)] }] });
  expect(wordsOf(figuresTable(figures, new Map(), NOW))).toContain('Largest paint 900 ms – – 240');
});

test('how it went is drawn, where it is known', () => {
  const table = figuresTable(figuresOf(), new Map([['lcp', trend]]), NOW);
  expect(table).toMatchObject({
    text: expect.stringContaining('Largest paint, 14 days: from 1.0 s to 1.0 s'),
  });
  expect(wordsOf(figuresTable(figuresOf(), new Map(), NOW))).not.toContain('14 days');
});

test('nothing measured, nothing shown; figures by device or route are no figures of all', () => {
  expect(figuresTable(undefined, new Map(), NOW)).toBe(false);
  const routes = [
    { route: 'blog.home', figures: [figure('lcp', 1)] },
    { device: 'small' as const, figures: [figure('lcp', 2)] },
  ];
  expect(figuresTable(figuresOf({ routes }), new Map(), NOW)).toBe(false);
});
