import type { Typeface } from './typeface.ts';

/** @param sizes to try, the largest first, px. */
export interface Box {
  width: number;
  lines: number;
  sizes: readonly number[];
}

/**
 * @returns the lines of the text in the largest size (px) that fits. A text that fits in no size ends with an
 * ellipsis.
 */
export function setLines(text: string, face: Typeface, { width, lines, sizes }: Box) {
  const known = face.known(text).trim();
  const fitsIn = (size: number) => (line: string) => face.width(line, size) <= width;
  for (const size of sizes) {
    const set = breakLines(known, fitsIn(size));
    if (set.length <= lines && set.every(fitsIn(size)))
      return { lines: balanced(known, set.length, width, (line) => face.width(line, size)), size };
  }
  const size = sizes.at(-1)!;
  const fits = fitsIn(size);
  const set = breakLines(known, fits).slice(0, lines);
  return { lines: set.map((line, i) => cut(line, i === lines - 1, fits)), size };
}

/** @returns the same number of lines with balanced widths, so that the last line is not a single word. */
function balanced(text: string, count: number, width: number, widthOf: (line: string) => number): string[] {
  let [narrow, wide] = [0, width];
  while (wide - narrow > 1) {
    const middle = (narrow + wide) / 2;
    const set = breakLines(text, (line) => widthOf(line) <= middle);
    if (set.length <= count && set.every((line) => widthOf(line) <= middle)) wide = middle;
    else narrow = middle;
  }
  return breakLines(text, (line) => widthOf(line) <= wide);
}

/** A word that is wider than a line is a line of its own. */
function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function cut(line: string, isLast: boolean, fits: (line: string) => boolean): string {
  if (!isLast && fits(line)) return line;
  let kept = line;
  while (kept !== '' && !fits(`${kept}…`)) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}
