import type { ContentEntry, PageImage } from '../../contract/page/page-server.ts';
import type { MarkdownSource } from '../../contract/release/mfe-config.ts';
import type { App } from '../app-paths.ts';
import type { PlaceCard } from './place-card.ts';

/** Gives each entry of a collection its `card`, where the collection says what is written on it. @param images as of {@link PlaceCard} */
export async function addCards(
  entries: { slug: string; card?: unknown }[],
  { card }: MarkdownSource,
  placeCard: PlaceCard,
  images: Map<string, Buffer>,
): Promise<void> {
  if (!card) return;
  const add = async (entry: (typeof entries)[number]): Promise<void> => {
    entry.card = await placeCard(card(entry as ContentEntry), entry.slug, images);
  };
  await Promise.all(entries.map(add));
}

/**
 * @param placeCard absent: there are no pictures
 * @param content its `files` are what `data` of a route's `card` reads
 * @returns route → its picture
 */
export async function routeCards(
  { config }: App,
  placeCard: PlaceCard | undefined,
  { files, images }: { files: Map<string, string>; images: Map<string, Buffer> },
): Promise<Record<string, PageImage>> {
  const read = <T>(name: string): T => JSON.parse(files.get(`data/${name}.json`) ?? 'null') as T;
  const cards: Record<string, PageImage> = {};
  for (const { id, card } of config.routes) {
    const placed = card && (await placeCard?.(card(read), id, images));
    if (placed) cards[id] = placed;
  }
  return cards;
}
