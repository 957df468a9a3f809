import { readdirSync } from 'node:fs';
import path from 'node:path';
import { imageSize } from 'image-size';
import { expect, it } from 'vitest';
import type { App } from '../../../src/build/app-paths.ts';
import { CARD } from '../../../src/build/cards/card-svg.ts';
import { createCards, addCards, routeCards, type PlaceCard } from '../../../src/build/cards/place-card.ts';
import type { MarkdownSource } from '../../../src/contract/release/mfe-config.ts';
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

const imageOf = (alt: string) => ({ src: '/card.png', width: 1, height: 1, alt });
/** Places no card for an empty title. */
const place: PlaceCard = async ({ title }, seed) => (title === '' ? undefined : imageOf(`${seed}: ${title}`));

it('adds a card to each entry, with the text that its collection returns', async () => {
  const entries = [{ slug: 'one' }, { slug: 'two' }];
  const source = { card: ({ slug }) => ({ title: slug.toUpperCase() }) } as MarkdownSource;
  await addCards(entries, source, place, new Map());
  expect(entries).toEqual([
    { slug: 'one', card: imageOf('one: ONE') },
    { slug: 'two', card: imageOf('two: TWO') },
  ]);
});

it('leaves the entries of a collection without cards unchanged', async () => {
  const entries = [{ slug: 'one' }];
  await addCards(entries, {} as MarkdownSource, place, new Map());
  expect(entries).toEqual([{ slug: 'one' }]);
});

it.each([
  ['returns the cards of routes', place, { about: imageOf('about: A lab.') }],
  ['returns no card without a function that draws', undefined, {}],
])('%s', async (_, placeCard, cards) => {
  const routes = [
    {
      id: 'about',
      card: (data: (name: string) => unknown) => ({ title: (data('about') as { heading: string }).heading }),
    },
    { id: 'empty', card: () => ({ title: '' }) },
    { id: 'plain' },
  ];
  const files = new Map([['data/about.json', '{"heading":"A lab."}']]);
  expect(
    await routeCards({ config: { routes } } as unknown as App, placeCard, { files, images: new Map() }),
  ).toEqual(cards);
});
