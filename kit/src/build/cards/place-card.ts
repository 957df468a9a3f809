import sharp from 'sharp';
import type { PageImage, ContentEntry } from '../../contract/page/page-server.ts';
import type { CardText, MarkdownSource } from '../../contract/release/mfe-config.ts';
import { assetUrl } from '../../contract/release/release.ts';
import type { App } from '../app-paths.ts';
import { storedOrMade } from '../made-cache.ts';
import { hashedName } from '../release/release-files.ts';
import { CARD, cardSvg } from './card-svg.ts';
import { readTypefaces } from './typeface.ts';

/**
 * Draws the picture of a page.
 * @param name part of its file's name. @param files path in the release → body; the picture is added.
 * @returns undefined without text
 */
export type PlaceCard = (
  text: CardText,
  name: string,
  files: Map<string, Buffer>,
) => Promise<PageImage | undefined>;

/**
 * Drawings have few colours. A picture takes 75 ms of CPU, 200 with more effort for a tenth fewer bytes: a blog may
 * have a thousand.
 */
const PNG = { palette: true, colours: 32, dither: 0, effort: 1, compressionLevel: 6 } as const;

/** Pictures of pages for social networks. Drawn pictures are stored in the app's cache. */
export function createCards(app: App): PlaceCard {
  const faces = readTypefaces();
  return async (text, name, files) => {
    const svg = cardSvg(text, faces);
    if (svg === null) return undefined;
    const key = JSON.stringify([PNG, sharp.versions, svg]);
    const body = await storedOrMade(app, 'cards', key, () => sharp(Buffer.from(svg)).png(PNG).toBuffer());
    const file = `client/${hashedName(`card-${name.replaceAll(/[^\w-]/g, '-').slice(0, 60)}.png`, body)}`;
    files.set(file, body);
    return { src: assetUrl(app.config.name, file), width: CARD.width, height: CARD.height, alt: text.title };
  };
}

/**
 * Adds a `card` to each entry of a collection that declares the text of its pictures.
 * @param images see {@link PlaceCard}
 */
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
 * @param content its `files` are the data of a route's `card`
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
