import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { imageSize } from 'image-size';

/**
 * Largest image of an app, in bytes, and in pixels of both sides together. Visitors have phones, and pay for what is
 * sent.
 */
export const IMAGE_LIMITS = {
  /** Of one that is sent as it is. */
  sent: { bytes: 500_000, pixels: 4_000_000 },
  /** Of one whose versions are made by the build: what cameras take. */
  made: { bytes: 25_000_000, pixels: 50_000_000 },
} as const;

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** Of these the build makes versions; drawings have no pixels, and a GIF moves. */
const MADE = /\.(?:png|jpe?g|webp|avif)$/i;
/** From the sixth on the EXIF orientations lie on their side. */
const FIRST_ON_ITS_SIDE = 5;

export interface ImageFile {
  body: Buffer;
  /** As it is shown: turned as its camera says. */
  width: number;
  height: number;
}

/** @returns whether a name is of an image that browsers show. */
export function isImage(name: string): boolean {
  return IMAGE.test(name);
}

/** @returns whether the build makes versions of an image of this name. */
export function isPicture(name: string): boolean {
  return MADE.test(name);
}

/**
 * @param name for people. @param use whether its versions are made, or it is sent as it is.
 * @returns the image, or what is wrong with it.
 */
export function readImage(
  file: string,
  name: string,
  use: keyof typeof IMAGE_LIMITS = 'sent',
): ImageFile | string {
  if (!existsSync(file)) return `${name} does not exist`;
  return imageOf(readFileSync(file), name, use);
}

/** As {@link readImage}, of one that was read. */
export function imageOf(body: Buffer, name: string, use: keyof typeof IMAGE_LIMITS): ImageFile | string {
  const limits = IMAGE_LIMITS[use];
  if (body.length > limits.bytes) return `${name} has ${body.length} bytes, ${limits.bytes} are allowed`;
  const size = sizeOf(body);
  if (!size) return `${name} is no image that browsers show`;
  const { width, height, type } = size;
  if (type !== typeOf(name)) return `${name} is none: what is in it is ${type}`;
  // A drawing has no pixels.
  if (type !== 'svg' && width * height > limits.pixels)
    return `${name} has ${width} × ${height} pixels, ${limits.pixels} are allowed`;
  return { body, width, height };
}

function sizeOf(body: Buffer): { width: number; height: number; type: string } | undefined {
  try {
    const { width, height, orientation = 1, type = '' } = imageSize(body);
    const sides = orientation >= FIRST_ON_ITS_SIDE ? { width: height, height: width } : { width, height };
    return { ...sides, type };
  } catch {
    return undefined;
  }
}

/** As image-size calls it. */
function typeOf(name: string): string {
  return path.extname(name).slice(1).toLowerCase().replace('jpeg', 'jpg');
}
