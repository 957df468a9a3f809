import sharp from 'sharp';
import type { PageImage } from '../../contract/page/page-server.ts';
import type { CardText } from '../../contract/release/mfe-config.ts';
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
