import { escapeHtml } from './escape-html.ts';

/** A picture as SVG paths on a field of 640 × 400: its lines, and the one line that carries the current. */
export interface Drawing {
  lines: string;
  current: string;
  /** Dashed: a limit, or a way that is not taken. */
  guide?: string;
  /** Areas. */
  tone?: string;
  /** Areas in a second tone, which the picture is about. */
  shade?: string;
  /** Lines that move along the current when it is drawn. They are drawn where they arrive: at its end. */
  rider?: string;
  /** The moment or place that the picture is about. */
  mark?: readonly [x: number, y: number];
  words?: readonly Word[];
}

/** A label. `x` is the middle of the text, or the named end of it: the size of a label depends on the picture's. */
export type Word = readonly [x: number, y: number, text: string, end?: 'start' | 'end'];

/**
 * The SVG that `LineArt` shows. A loader creates it, so that a document contains the same text in its HTML and in its
 * data, which compresses well, and the browser needs no code for it.
 * @returns SVG without an element around it
 */
export function drawingSvg(drawing?: Drawing): string {
  if (!drawing) return SCALE;
  const known = drawn.get(drawing) ?? draw(drawing);
  drawn.set(drawing, known);
  return known;
}

/** Loaders ask for the same drawings at each rendering. */
const drawn = new WeakMap<Drawing, string>();
const SCALE = path('scale', 'M40 352H600');

function draw({ lines, current, guide, tone, shade, rider, mark, words = [] }: Drawing): string {
  return [
    SCALE,
    path('tone', tone),
    path('shade', shade),
    `<path d='${escapeHtml(lines)}'/>`,
    path('guide', guide),
    path('current', current),
    path('rider', rider),
    mark ? `<circle cx='${mark[0]}' cy='${mark[1]}' r='7'/>` : '',
    ...words.map(
      ([x, y, text, end]) =>
        `<text${end ? ` class='${end}'` : ''} x='${x}' y='${y}'>${escapeHtml(text)}</text>`,
    ),
  ].join('');
}

function path(part: string, data = ''): string {
  return data === '' ? '' : `<path class='${part}' d='${escapeHtml(data)}'/>`;
}
