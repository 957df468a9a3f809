/** The versions of a picture. A change here changes the addresses of all pictures, and nothing else. */

/** Widths in pixels, as far as the picture has them: phones at two and three dots a pixel, then columns of a page. */
const WIDTHS = [320, 480, 640, 960, 1280, 1920] as const;

/** Width in pixels of the placeholder. */
export const PLACEHOLDER_WIDTH = 16;

/** The options of sharp for each format. */
const OPTIONS = {
  // The next step takes three times as long without a smaller file.
  avif: { quality: 50, effort: 3 },
  webp: { quality: 74, effort: 5 },
  jpeg: { quality: 76, mozjpeg: true },
  /** JPEG has no transparency. */
  png: { compressionLevel: 9, palette: true },
};

/** @returns the formats of a picture; the last one works in every browser. */
export function formatsOf(isOpaque: boolean) {
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

/** All inputs of the versions besides the picture. @param encoders versions of the encoders */
export function recipeText(encoders: object): string {
  return JSON.stringify({ WIDTHS, PLACEHOLDER_WIDTH, OPTIONS, encoders });
}
