import { readFileSync } from 'node:fs';
import path from 'node:path';
// oxlint-disable-next-line import/default -- Node takes its `main`, which is CommonJS
import opentype, { type PathCommand } from 'opentype.js';

/** A typeface whose letters are drawn as outlines, so that every machine draws the same without an installed font. */
export interface Typeface {
  /** @returns the text without characters that the typeface lacks. */
  known(text: string): string;
  /** @param size of the letters, px. @returns px */
  width(text: string, size: number): number;
  /** @returns data of an SVG path. @param y of the baseline */
  outline(text: string, x: number, y: number, size: number): string;
}

export type Typefaces = ReturnType<typeof readTypefaces>;

/**
 * The two typefaces of the site, subsetted by `shell/fonts/card-fonts.ts`: that of titles, wide and heavy, and that of
 * labels.
 */
export function readTypefaces() {
  return { display: readTypeface('archivo-wide.ttf'), mono: readTypeface('jetbrains-mono.ttf') };
}

function readTypeface(file: string): Typeface {
  const { buffer, byteOffset, byteLength } = readFileSync(path.join(import.meta.dirname, 'fonts', file));
  const font = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
  return {
    known: (text) => [...text].filter((letter) => font.charToGlyphIndex(letter) > 0).join(''),
    width: (text, size) => font.getAdvanceWidth(text, size),
    outline: (text, x, y, size) => font.getPath(text, x, y, size).commands.map(step).join(''),
  };
}

/** Not the library's own `toPathData`: its rounding makes some numbers NaN. */
function step(command: PathCommand): string {
  if (command.type === 'Z') return 'Z';
  const { type, x, y } = command;
  const through = 'x2' in command ? [command.x1, command.y1, command.x2, command.y2] : [];
  const around = 'x1' in command && !('x2' in command) ? [command.x1, command.y1] : [];
  return type + [...through, ...around, x, y].map((value) => String(Math.round(value * 10) / 10)).join(' ');
}
