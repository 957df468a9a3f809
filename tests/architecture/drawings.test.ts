import { readdirSync } from 'node:fs';
import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import { describe, expect, it } from 'vitest';
import { POST_DRAWINGS } from '../../mfe-blog/src/post-drawings.ts';
import { PROJECT_DRAWINGS } from '../../mfe-marketing/src/project-drawings.ts';
import { root } from './source-files.ts';

/** Limit of an SVG before compression. */
const MOST_CHARACTERS = 2_200;
const TABLES = [
  { folder: 'mfe-blog/content/posts', drawings: POST_DRAWINGS },
  { folder: 'mfe-marketing/content/portfolio', drawings: PROJECT_DRAWINGS },
];
const ALL = TABLES.flatMap(({ drawings }) => Object.entries(drawings));

it.each(TABLES)('every text of $folder has a drawing, and every drawing a text', ({ folder, drawings }) => {
  const texts = readdirSync(`${root}/${folder}`).filter((name) => name.endsWith('.md'));
  expect(Object.keys(drawings).toSorted()).toEqual(texts.map((name) => name.slice(0, -3)).toSorted());
});

it('no two texts share a drawing', () => {
  expect(new Set(ALL.map(([, { current }]) => current)).size).toBe(ALL.length);
});

describe.each(ALL)('drawing of %s', (_, drawing) => {
  it('is small and has no invalid number', () => {
    const svg = drawingSvg(drawing);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg.length).toBeLessThan(MOST_CHARACTERS);
  });

  it('places its words and its mark inside its field', () => {
    for (const [x, y] of [drawing.mark!, ...(drawing.words ?? [])]) {
      expect(x).toBeGreaterThanOrEqual(34);
      expect(x).toBeLessThanOrEqual(600);
      expect(y).toBeGreaterThanOrEqual(30);
      expect(y).toBeLessThanOrEqual(392);
    }
  });
});
