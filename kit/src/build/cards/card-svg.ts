import type { Drawing } from '../../contract/page/drawing.ts';
import type { CardText } from '../../contract/release/mfe-config.ts';
import type { Typeface, Typefaces } from './typeface.ts';

/**
 * Size that the large networks show completely: 1.91 : 1, at least 1200 wide (Facebook, LinkedIn; X cuts it to 2 :
 * 1). WhatsApp has the lowest limit of bytes.
 */
export const CARD = { width: 1200, height: 630, mostBytes: 300_000 } as const;

/** The dark scheme of `shell/src/design/tokens.css`, for renderers without OKLCH. */
export const CARD_COLOURS = {
  ground: '#080c14',
  hairline: '#282e39',
  edge: '#686f7e',
  ink: '#f0f1eb',
  inkDim: '#aab0ba',
  volt: '#caf208',
} as const;

const MARGIN = 64;
const LINES = 20;
const BRACKET = 30;
/** The field of the title; `sizes` of its letters to try, the largest first, px. */
const TITLE = { width: CARD.width - 2 * MARGIN, lines: 3, sizes: [88, 76, 66, 56, 48] };
const LABEL_SIZE = 25;
/** Line height of the display face, relative to its size. */
const CAP_HEIGHT = 0.72;
/** Position of the title, and its field with some space below. */
const DRAWING = { right: 1138, top: 36, width: 640, height: 410 };
/** The two paths of the site's mark, `shell/src/design/favicon.svg`. */
const MARK = {
  frame: 'M11 4H4v7M21 28h7v-7M28 11V4h-7M4 21v7h7',
  current: 'M2 18h8l4.5-8 4.5 12.5 3.5-6H30',
};

/** @returns the picture of a page in the design of the site; null without text. */
export function cardSvg({ title, label = '', drawing }: CardText, faces: Typefaces): string | null {
  const { lines, size } = setLines(title, faces.display, TITLE);
  if (lines.join('') === '') return null;
  const { ground, hairline, edge, ink, inkDim, volt } = CARD_COLOURS;
  const { width, height } = CARD;
  const first = height - MARGIN - 14 - (lines.length - 1) * size * 1.04;
  const letters = lines.map((line, i) => faces.display.outline(line, MARGIN, first + i * size * 1.04, size));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${ground}" d="M0 0h${width}v${height}H0z"/>`,
    path(hairline, gridLines(), 1),
    drawing ? drawn(drawing, faces, first - size * CAP_HEIGHT) : '',
    `<g transform="translate(${MARGIN} 58) scale(1.6)">`,
    path(ink, MARK.frame, 2.5),
    path(volt, MARK.current, 2.5),
    '</g>',
    path(edge, brackets(24), 2),
    `<path fill="${inkDim}" d="${faces.mono.outline(faces.mono.known(label), MARGIN + 72, 92, LABEL_SIZE)}"/>`,
    // A background around the letters separates them from the drawing.
    `<path fill="${ink}" stroke="${ground}" stroke-width="10" stroke-linejoin="round" paint-order="stroke" d="${letters.join('')}"/>`,
    '</svg>',
  ].join('');
}

function path(stroke: string, data: string, thickness: number): string {
  return `<path fill="none" stroke="${stroke}" stroke-width="${thickness}" d="${data}"/>`;
}

/**
 * The drawing of `LineArt`, beside the label.
 * @param bottom where the title begins: the drawing ends above
 */
function drawn(
  { lines, current, guide = '', tone = '', shade = '', rider = '', mark, words = [] }: Drawing,
  faces: Typefaces,
  bottom: number,
): string {
  const scale = Math.min(0.7, (bottom - DRAWING.top) / DRAWING.height);
  const left = DRAWING.right - DRAWING.width * scale;
  const { hairline, edge, inkDim, volt } = CARD_COLOURS;
  const written = words.map(([x, y, text, end]) => {
    const known = faces.mono.known(text);
    const before = end === 'start' ? 0 : end === 'end' ? 1 : 0.5;
    return faces.mono.outline(known, x - faces.mono.width(known, 22) * before, y, 22);
  });
  return [
    `<g transform="translate(${left.toFixed(1)} ${DRAWING.top}) scale(${scale.toFixed(3)})">`,
    `<path fill="${hairline}" d="${tone}"/>`,
    `<path fill="${edge}" fill-opacity="0.4" d="${shade}"/>`,
    path(edge, lines, 1.75),
    `<path fill="none" stroke="${edge}" stroke-width="1.75" stroke-dasharray="2 7" d="${guide}"/>`,
    path(volt, current, 3.5),
    path(inkDim, rider, 2.5),
    mark ? `<circle fill="${volt}" cx="${mark[0]}" cy="${mark[1]}" r="8"/>` : '',
    `<path fill="${inkDim}" d="${written.join('')}"/>`,
    '</g>',
  ].join('');
}

/** The 20 vertical lines of every page. */
function gridLines(): string {
  const step = (CARD.width - 2 * MARGIN) / (LINES - 1);
  return Array.from({ length: LINES }, (_, i) => `M${(MARGIN + i * step).toFixed(1)} 0V${CARD.height}`).join(
    '',
  );
}

/** The corners of a frame. @param inset px */
function brackets(inset: number): string {
  const [right, bottom] = [CARD.width - inset, CARD.height - inset];
  return [
    `M${inset + BRACKET} ${inset}H${inset}V${inset + BRACKET}`,
    `M${right - BRACKET} ${inset}H${right}V${inset + BRACKET}`,
    `M${inset + BRACKET} ${bottom}H${inset}V${bottom - BRACKET}`,
    `M${right - BRACKET} ${bottom}H${right}V${bottom - BRACKET}`,
  ].join('');
}

/**
 * @returns the lines of the text in the largest size (px) that fits. A text that fits in no size ends with an
 * ellipsis.
 */
export function setLines(text: string, face: Typeface, { width, lines, sizes }: typeof TITLE) {
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
