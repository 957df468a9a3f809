import { existsSync, readFileSync } from 'node:fs';
import { imageSize } from 'image-size';

/** Largest image of an app: in bytes, and in pixels of both sides together. Visitors have phones, and pay for what is sent. */
export const IMAGE_LIMITS = { bytes: 500_000, pixels: 4_000_000 } as const;

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

export interface ImageFile {
  body: Buffer;
  width: number;
  height: number;
}

/** @returns whether a name is of an image that browsers show. */
export function isImage(name: string): boolean {
  return IMAGE.test(name);
}

/** @param name for people. @returns the image, or what is wrong with it. */
export function readImage(file: string, name: string): ImageFile | string {
  if (!existsSync(file)) return `${name} does not exist`;
  const body = readFileSync(file);
  if (body.length > IMAGE_LIMITS.bytes)
    return `${name} has ${body.length} bytes, ${IMAGE_LIMITS.bytes} are allowed`;
  const size = sizeOf(body);
  if (!size) return `${name} is no image that browsers show`;
  const { width, height } = size;
  // A drawing has no pixels.
  if (!/\.svg$/i.test(name) && width * height > IMAGE_LIMITS.pixels)
    return `${name} has ${width} × ${height} pixels, ${IMAGE_LIMITS.pixels} are allowed`;
  return { body, width, height };
}

function sizeOf(body: Buffer): { width: number; height: number } | undefined {
  try {
    return imageSize(body);
  } catch {
    return undefined;
  }
}
