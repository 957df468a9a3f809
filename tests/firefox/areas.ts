import sharp from 'sharp';

/** Size of a cell of a picture, in CSS pixels: larger than a line of text or an edge. */
const CELL = { width: 48, height: 96 };
/** Largest difference of a channel (0 to 255) between equal colours. */
const OTHER_COLOUR = 5;

type Colour = [red: number, green: number, blue: number];

/** The most common colour of each cell, row by row. */
interface Areas {
  columns: number;
  colours: Colour[];
}

/**
 * Compares large areas of two pictures of a page. A cell is compared with the same cell and with those above and below
 * it, because two browsers draw text and lines differently, and break lines at other words.
 * @param one a PNG
 * @param other a PNG of the same width; its height may differ by some lines of text
 * @returns the share of the cells that have another colour, 0 to 1, and the first of them by column and row
 */
export async function differentAreas(
  one: Uint8Array,
  other: Uint8Array,
): Promise<{ share: number; first: string }> {
  const { width, height } = await sharp(one).metadata();
  const [left, right] = await Promise.all([one, other].map((png) => areasOf(png, width, height)));
  const { columns, colours } = left!;
  const differs = colours.map((colour, cell) =>
    [cell, cell - columns, cell + columns].every((at) => !isAlike(colour, right!.colours[at])),
  );
  const first = differs.indexOf(true);
  return {
    share: differs.filter(Boolean).length / differs.length,
    first:
      first < 0
        ? ''
        : `${first % columns}/${Math.floor(first / columns)}: ` +
          `${colours[first]!.join(' ')} and ${right!.colours[first]!.join(' ')}`,
  };
}

function isAlike(one: Colour, other: Colour | undefined): boolean {
  return one.every((channel, at) => Math.abs(channel - (other?.[at] ?? Infinity)) <= OTHER_COLOUR);
}

async function areasOf(png: Uint8Array, width: number, height: number): Promise<Areas> {
  const image = sharp(png).removeAlpha().resize(width, height, { fit: 'fill', kernel: 'nearest' });
  const { data } = await image.raw().toBuffer({ resolveWithObject: true });
  const columns = Math.floor(width / CELL.width);
  const rows = Math.floor(height / CELL.height);
  const colours = Array.from({ length: columns * rows }, (_, cell) =>
    commonColour(data, width, (cell % columns) * CELL.width, Math.floor(cell / columns) * CELL.height),
  );
  return { columns, colours };
}

/** @returns the median of each channel in the cell at this place. */
function commonColour(data: Uint8Array, width: number, left: number, top: number): Colour {
  const counts = [new Uint16Array(256), new Uint16Array(256), new Uint16Array(256)];
  for (let y = top; y < top + CELL.height; y++)
    for (let x = left; x < left + CELL.width; x++)
      for (let channel = 0; channel < 3; channel++) counts[channel]![data[(y * width + x) * 3 + channel]!]!++;
  const half = (CELL.width * CELL.height) / 2;
  return counts.map((count) => {
    let seen = 0;
    return count.findIndex((pixels) => (seen += pixels) > half);
  }) as Colour;
}
