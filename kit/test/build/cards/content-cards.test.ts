import { expect, it } from 'vitest';
import type { App } from '../../../src/build/app-paths.ts';
import { addCards, routeCards } from '../../../src/build/cards/content-cards.ts';
import type { PlaceCard } from '../../../src/build/cards/place-card.ts';
import type { MarkdownSource } from '../../../src/contract/release/mfe-config.ts';

const imageOf = (alt: string) => ({ src: '/card.png', width: 1, height: 1, alt });
/** There is none of a text without letters. */
const place: PlaceCard = async ({ title }, seed) => (title === '' ? undefined : imageOf(`${seed}: ${title}`));

it('gives each entry its own, of what its collection says is written on it', async () => {
  const entries = [{ slug: 'one' }, { slug: 'two' }];
  const source = { card: ({ slug }) => ({ title: slug.toUpperCase() }) } as MarkdownSource;
  await addCards(entries, source, place, new Map());
  expect(entries).toEqual([
    { slug: 'one', card: imageOf('one: ONE') },
    { slug: 'two', card: imageOf('two: TWO') },
  ]);
});

it('leaves entries of a collection that says nothing as they are', async () => {
  const entries = [{ slug: 'one' }];
  await addCards(entries, {} as MarkdownSource, place, new Map());
  expect(entries).toEqual([{ slug: 'one' }]);
});

it.each([
  ['names the routes that have one', place, { about: imageOf('about: A lab.') }],
  ['names none where nobody draws', undefined, {}],
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
