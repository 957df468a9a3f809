import type encoders from 'sharp';
import type { Sharp } from 'sharp';
import { IMAGE_LIMITS } from './image-file.ts';
import { formatsOf, PLACEHOLDER_WIDTH, recipeText, widthsOf } from './picture-recipe.ts';

/** A picture in all sizes and formats. */
export type PictureVersions = Awaited<ReturnType<typeof makeVersions>>;

/** The encoders: twenty megabytes of native code, loaded for the first picture. */
async function loadSharp(): Promise<typeof encoders> {
  return (await import('sharp')).default;
}

/** @returns a text that changes with the output of the encoders. */
export async function recipe(): Promise<string> {
  return recipeText((await loadSharp()).versions);
}

/**
 * Makes every version of a picture, with the size of the largest: turned as its camera says, without what its camera wrote into it (the place, say),
 * in sRGB.
 * @throws the error of the decoder for a broken picture
 */
export async function makeVersions(body: Buffer) {
  const sharp = await loadSharp();
  const original = sharp(body, { limitInputPixels: IMAGE_LIMITS.made.pixels }).autoOrient();
  const { autoOrient, pages = 1 } = await original.metadata();
  if (pages > 1) throw new Error('it moves: import it with ?url, to send it as it is');
  const widths = widthsOf(autoOrient.width);
  // Decoded once; all versions are scaled from the largest.
  const { data, info } = await original
    .resize({ width: widths.at(-1)! })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const largest = (): Sharp => sharp(data, { raw: { width, height, channels } });
  const { isOpaque } = await largest().stats();
  const versions: { width: number; type: string; extension: string; body: Buffer }[] = [];
  for (const { name, type, extension, options } of formatsOf(isOpaque))
    for (const size of widths) {
      const made = largest().resize({ width: size }).toFormat(name, options);
      versions.push({ width: size, type, extension, body: await made.toBuffer() });
    }
  if (!isOpaque) return { width, height, versions };
  const few = await largest().resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 30 }).toBuffer();
  return { width, height, placeholder: `data:image/webp;base64,${few.toString('base64')}`, versions };
}
