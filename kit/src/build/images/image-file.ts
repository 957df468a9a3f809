import path from 'node:path';
import { imageSize } from 'image-size';

/**
 * Largest image of an app, in bytes, and in pixels of both sides together.
 */
export const IMAGE_LIMITS = {
  /** Largest image that is sent unchanged. */
  sent: { bytes: 500_000, pixels: 4_000_000 },
  /** Largest image of which the build generates versions, such as a photograph. */
  made: { bytes: 25_000_000, pixels: 50_000_000 },
} as const;

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/**
 * Formats of which the build generates versions; not SVG, which has no pixels, and not GIF, which may be animated.
 */
const MADE = /\.(?:png|jpe?g|webp|avif)$/i;
/** EXIF orientations from 5 on swap width and height. */
const FIRST_ON_ITS_SIDE = 5;

export interface ImageFile {
  body: Buffer;
  /** The size after the EXIF rotation. */
  width: number;
  height: number;
}

/** @returns whether a file has an image format of browsers. */
export function isImage(name: string): boolean {
  return IMAGE.test(name);
}

/** @returns whether the build generates versions of an image of this name. */
export function isPicture(name: string): boolean {
  return MADE.test(name);
}

/**
 * @param name for messages. @param use whether versions are generated, or the image is sent unchanged.
 * @returns the image, or its defect.
 */
export function imageOf(body: Buffer, name: string, use: keyof typeof IMAGE_LIMITS): ImageFile | string {
  const limits = IMAGE_LIMITS[use];
  if (body.length > limits.bytes) return `${name} has ${body.length} bytes, ${limits.bytes} are allowed`;
  const size = sizeOf(body);
  if (!size) return `${name} is no image that browsers show`;
  const { width, height, type } = size;
  if (type !== typeOf(name)) return `${name} is a ${type} image with another extension`;
  // An SVG has no pixels.
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

/** The format name of image-size. */
function typeOf(name: string): string {
  return path.extname(name).slice(1).toLowerCase().replace('jpeg', 'jpg');
}
