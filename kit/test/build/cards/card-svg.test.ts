import { expect, it } from 'vitest';
import { cardSvg, setLines } from '../../../src/build/cards/card-svg.ts';
import { readTypefaces, type Typeface } from '../../../src/build/cards/typeface.ts';
import type { Drawing } from '../../../src/contract/page/drawing.ts';
import type { CardText } from '../../../src/contract/release/mfe-config.ts';

const faces = readTypefaces();
const drawing: Drawing = {
  lines: 'M1 1h9',
  current: 'M2 2h9',
  guide: 'M3 3h9',
  tone: 'M4 4h9v9z',
  shade: 'M6 6h9v9z',
  rider: 'M7 7h9',
  mark: [5, 5],
};
const svg = (title: string, entry: Partial<CardText> = { drawing }) =>
  cardSvg({ title, label: '10 February 2026 · 6 min', ...entry }, faces);

it('draws the same SVG for the same page on every machine: letters are outlines, and no resource is fetched', () => {
  const drawn = svg('Strong <validators> & "more"');
  expect(drawn).toBe(svg('Strong <validators> & "more"'));
  expect(drawn).not.toMatch(/<text|font|href|url\(|validators/);
});

it('draws another SVG for another title or another label', () => {
  expect(new Set([svg('One title'), svg('Another title'), svg('One title', { label: 'b' })]).size).toBe(3);
});

it('draws every part of the drawing, with its words as outlines, and none without a drawing', () => {
  const { mark: _, words: __, ...paths } = drawing;
  for (const path of Object.values(paths)) {
    expect(svg('One title')).toContain(`d="${path}"`);
    expect(svg('One title', {})).not.toContain(`d="${path}"`);
  }
  expect(svg('One title')).toContain('cx="5"');
  const withWords = svg('One title', { drawing: { ...drawing, words: [[40, 60, 'alarm']] } });
  expect(withWords!.length).toBeGreaterThan(svg('One title')!.length + 100);
  expect(withWords).not.toContain('alarm');
});

it('draws a word with its middle at its place', () => {
  const outlines: number[] = [];
  const mono: Typeface = {
    known: (text) => text,
    width: (text, size) => text.length * size,
    outline: (_, x) => String(outlines.push(x)),
  };
  cardSvg({ title: 'One title', drawing: { ...drawing, words: [[100, 60, 'two']] } }, { ...faces, mono });
  expect(outlines).toContain(100 - (3 * 22) / 2);
});

it.each([
  ['One title', 0.7],
  ['A queue without a limit is an outage with a delay', 0.66],
])('scales the drawing down for the higher title %j', (title, most) => {
  const [, scale] = /scale\((0\.\d+)\)/.exec(svg(title)!)!.map(Number);
  expect(scale).toBeLessThanOrEqual(most);
  expect(scale).toBeGreaterThan(most - 0.1);
});

it.each(['', ' ', '日本語'])(
  'returns null for the title %j, which has no letter that the typefaces contain',
  (title) => {
    expect(svg(title)).toBeNull();
  },
);

/** Every letter is half as wide as it is high. The face contains only ASCII and the ellipsis. */
const face: Typeface = {
  known: (text) => text.replace(/[^ -~…]/g, ''),
  width: (text, size) => (text.length * size) / 2,
  outline: () => '',
};
const BOX = { width: 100, lines: 2, sizes: [40, 20, 10] };

it.each([
  ['Note', ['Note'], 40],
  ['One two', ['One', 'two'], 40],
  ['One two three', ['One two', 'three'], 20],
  ['Three words and five more', ['Three words', 'and five more'], 10],
  ['Ideas in. Reality out.', ['Ideas in.', 'Reality out.'], 10],
  ['extraordinary', ['extraordinary'], 10],
  [
    'Far more words than two lines of the smallest size take',
    ['Far more words than', 'two lines of the…'],
    10,
  ],
  ['anunbreakablewordthatiswiderthanaline', ['anunbreakablewordth…'], 10],
  ['  spaced \n out ', ['spaced out'], 20],
  ['Zürich', ['Zrich'], 40],
  ['日本', [''], 40],
])('sets %j in the lines %j of size %i', (text, lines, size) => {
  expect(setLines(text, face, BOX)).toEqual({ lines, size });
});
