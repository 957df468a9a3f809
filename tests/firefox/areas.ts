import sharp from 'sharp';

/** Cells of a picture, in a row and below each other, in CSS pixels: a line of text or an edge is a small part of one. */
const CELL = { width: 48, height: 96 };
/** Difference of one channel (0 to 255) from which a cell has another colour. */
const OTHER_COLOUR = 5;

type Colour = [red: number, green: number, blue: number];

/** The colour that most of each cell has, row by row. */
interface Areas {
  columns: number;
  colours: Colour[];
}

/**
 * How much of two pictures of a page differs by large areas. What most pixels of a cell have is compared, with the same
 * cell and those above and below it: two browsers may set text, hairlines and drawings differently, and break a line
 * elsewhere.
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
