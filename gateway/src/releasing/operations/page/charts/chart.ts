import { type Html, html } from '../html.ts';

/** Units of a chart's drawing; it is as wide as there is room, and keeps its height. */
export const WIDTH = 480;

export interface Chart {
  /** What it shows. */
  title: string;
  /** What can be seen in it, in words: for who does not see it. */
  words: string;
  height: number;
  drawing: Html;
}

/** A drawing that says what is in it. Lines keep their width however wide it is (charts.css). */
export function chart({ title, words, height, drawing }: Chart): Html {
  return html`<svg
    class="chart"
    role="img"
    aria-label="${`${title}: ${words}`}"
    viewBox="0 0 ${WIDTH} ${height}"
    preserveAspectRatio="none"
    height="${height}"
  >
    <title>${title}</title>
    ${drawing}
  </svg>`;
}

/** A coordinate: to a tenth of a unit. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}
