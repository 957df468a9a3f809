import { readdirSync } from 'node:fs';
import path from 'node:path';
import { imageSize } from 'image-size';
import { expect, it } from 'vitest';
import type { App } from '../../../src/build/app-paths.ts';
import { CARD } from '../../../src/build/cards/card-svg.ts';
import { createCards } from '../../../src/build/cards/place-card.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

function cardsIn(folder: string) {
  return createCards({ config: { name: 'blog' }, paths: { root: folder } } as App);
}

/** Words and a drawing that fill the picture. */
const FULL = {
  title:
    'Evaluate retrieval before you ship it, then watch what becomes of it when documents change, then again',
  label: '10 February 2026 · 12 min',
};

it('writes a card that large networks show whole, within the strictest byte limit', async () => {
  const files = new Map<string, Buffer>();
  const image = await cardsIn(temporaryFolder())(FULL, 'evaluate/retrieval', files);
  const [[file, body]] = [...files] as [[string, Buffer]];
  expect(image).toEqual({
    src: `/assets/blog/${path.basename(file)}`,
    width: 1200,
    height: 630,
    alt: FULL.title,
  });
  expect(file).toMatch(/^client\/card-evaluate-retrieval\.[0-9a-f]{10}\.png$/);
  expect(imageSize(body)).toMatchObject({ type: 'png', width: CARD.width, height: CARD.height });
  expect(body.length).toBeLessThan(CARD.mostBytes);
});

it('draws a card once, and the same card in another folder', async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  const draw = async (folder: string): Promise<string[]> => {
    const files = new Map<string, Buffer>();
    await cardsIn(folder)(FULL, 'a-post', files);
    return [...files.keys()];
  };
  expect(await draw(one)).toEqual(await draw(other));
  expect(readdirSync(path.join(one, '.cache/cards'))).toHaveLength(1);
});

it('places no card for a title without a known letter', async () => {
  const files = new Map<string, Buffer>();
  expect([await cardsIn(temporaryFolder())({ title: '日本' }, 'x', files), files.size]).toEqual([
    undefined,
    0,
  ]);
});
