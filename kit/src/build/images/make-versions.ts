import type { Sharp } from 'sharp';
import { IMAGE_LIMITS } from './image-file.ts';

// A change of the versions changes the addresses of all pictures, and nothing else.
/** Widths in pixels, as far as the picture has them: phones at two and three dots a pixel, then columns of a page. */
const WIDTHS = [320, 480, 640, 960, 1280, 1920] as const;

/** Width in pixels of the placeholder. */
const PLACEHOLDER_WIDTH = 16;

/** The options of sharp for each format. */
const OPTIONS = {
  // The next step takes three times as long without a smaller file.
  avif: { quality: 50, effort: 3 },
  webp: { quality: 74, effort: 5 },
  jpeg: { quality: 76, mozjpeg: true },
  /** JPEG has no transparency. */
  png: { compressionLevel: 9, palette: true },
};

/** A picture in all sizes and formats. */
export type PictureVersions = Awaited<ReturnType<typeof makeVersions>>;

/** @returns all inputs of the versions besides the picture, with the versions of the encoders. */
export async function recipe(): Promise<string> {
  const { default: sharp } = await import('sharp');
  return JSON.stringify({ WIDTHS, PLACEHOLDER_WIDTH, OPTIONS, encoders: sharp.versions });
}

/**
 * Makes every version of a picture, with the size of the largest: turned as its camera says, in sRGB, and without the
 * data that the camera stored in it, for example the place. The bytes are the same on each machine.
 * @throws the error of the decoder for a broken picture
 */
export async function makeVersions(body: Buffer) {
  // Twenty megabytes of native code, loaded for the first picture.
  const { default: sharp } = await import('sharp');
  // The encoder of AVIF writes other bytes for another number of threads, which sharp takes from the machine.
  sharp.concurrency(1);
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

/** @returns the formats of a picture; the last one works in every browser. */
function formatsOf(isOpaque: boolean) {
  const names = ['avif', 'webp', isOpaque ? 'jpeg' : 'png'] as const;
  return names.map((name) => ({
    name,
    extension: `.${name.replace('jpeg', 'jpg')}`,
    type: `image/${name}`,
    options: OPTIONS[name],
  }));
}

/**
 * @param width of the picture. @returns the widths of its versions, the largest last, none wider than the picture.
 */
export function widthsOf(width: number): number[] {
  const largest = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((one) => one < largest), largest];
}
