import { expect, it } from 'vitest';
import { cardSvg } from '../../../src/build/cards/card-svg.ts';
import { readTypefaces } from '../../../src/build/cards/typeface.ts';
import type { Drawing } from '../../../src/contract/page/drawing.ts';
import type { CardText } from '../../../src/contract/release/mfe-config.ts';

const faces = readTypefaces();
const drawing: Drawing = {
  lines: 'M1 1h9',
  current: 'M2 2h9',
  guide: 'M3 3h9',
  tone: 'M4 4h9v9z',
  mark: [5, 5],
};
const svg = (title: string, entry: Partial<CardText> = { drawing }) =>
  cardSvg({ title, label: '10 February 2026 · 6 min', ...entry }, faces);

it('is the same for the same page, on whatever machine: letters are outlines, and nothing is fetched', () => {
  const drawn = svg('Strong <validators> & "more"');
  expect(drawn).toBe(svg('Strong <validators> & "more"'));
  expect(drawn).not.toMatch(/<text|font|href|url\(|validators/);
});

it('is another one for another title or another label', () => {
  expect(new Set([svg('One title'), svg('Another title'), svg('One title', { label: 'b' })]).size).toBe(3);
});

it('has all parts of the picture of its entry, words as outlines, and none where there is no picture', () => {
  const { mark: _, words: __, ...paths } = drawing;
  for (const path of Object.values(paths)) {
    expect(svg('One title')).toContain(`d="${path}"`);
    expect(svg('One title', {})).not.toContain(`d="${path}"`);
  }
  expect(svg('One title')).toContain('cx="5"');
  const told = svg('One title', { drawing: { ...drawing, words: [[40, 60, 'alarm']] } });
  expect(told!.length).toBeGreaterThan(svg('One title')!.length + 100);
  expect(told).not.toContain('alarm');
});

it.each([
  ['One title', 0.7],
  ['A queue without a limit is an outage with a delay', 0.66],
])('the higher the title %j, the smaller the picture above it', (title, most) => {
  const [, scale] = /scale\((0\.\d+)\)/.exec(svg(title)!)!.map(Number);
  expect(scale).toBeLessThanOrEqual(most);
  expect(scale).toBeGreaterThan(most - 0.1);
});

it.each(['', ' ', '日本語'])('of the title %j there is none: nothing could be read', (title) => {
  expect(svg(title)).toBeNull();
});
