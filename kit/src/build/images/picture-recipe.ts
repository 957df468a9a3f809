/** What is made of a picture. A change of it changes the addresses of all pictures, and nothing else. */

/** Widths in pixels, as far as the picture has them: phones at two and three dots a pixel, then columns of a page. */
const WIDTHS = [320, 480, 640, 960, 1280, 1920] as const;

/** Width in pixels of what is shown until a picture comes. */
export const PLACEHOLDER_WIDTH = 16;

/** The options of sharp for each format. */
const OPTIONS = {
  // One step more takes three times as long, and saves nothing.
  avif: { quality: 50, effort: 3 },
  webp: { quality: 74, effort: 5 },
  jpeg: { quality: 76, mozjpeg: true },
  /** JPEG has no transparency. */
  png: { compressionLevel: 9, palette: true },
};

/** @returns the formats of a picture, the one that every browser shows last. */
export function formatsOf(isOpaque: boolean) {
  const names = ['avif', 'webp', isOpaque ? 'jpeg' : 'png'] as const;
  return names.map((name) => ({
    name,
    extension: `.${name.replace('jpeg', 'jpg')}`,
    type: `image/${name}`,
    options: OPTIONS[name],
  }));
}

/** @param width of the picture. @returns the widths it is made in, the largest last: none is wider than it. */
export function widthsOf(width: number): number[] {
  const largest = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((one) => one < largest), largest];
}

/** All that decides what comes out, besides the picture itself. @param encoders versions of them */
export function recipeText(encoders: object): string {
  return JSON.stringify({ WIDTHS, PLACEHOLDER_WIDTH, OPTIONS, encoders });
}
