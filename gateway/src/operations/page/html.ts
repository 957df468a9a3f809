import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';

/** Escaped HTML. Only {@link html} creates it. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Value = Html | string | number | null | undefined | false | readonly Value[];

/**
 * A template whose values are escaped, for text and quoted attributes, unless they are {@link Html}; lists are joined.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((entry: Value) => textOf(entry)).join('');
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? escapeHtml(value) : '';
}

/** The content of one cell: text, or HTML of {@link html}. */
export type Cell = Value;

/**
 * A section with a table. On a small screen the stylesheet shows each row as a card with the names of the columns; the
 * roles keep the semantics of a table, which `display` would remove.
 * @param rows the cells, in the order of `heads`; the first names the row.
 * @param empty the text for a table without rows; without it, such a table is left out.
 * @param most rows that are shown; further ones are folded.
 */
export function tableOf(
  caption: string,
  heads: string[],
  rows: Cell[][],
  empty = '',
  most = MOST_ROWS,
): Html | false {
  if (rows.length === 0 && empty === '') return false;
  const id = caption.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  if (rows.length === 0)
    return html`<section id="${id}">
      <h2>${caption}</h2>
      <p class="empty">${empty}</p>
    </section>`;
  const folded = rows.slice(most);
  return html`<section id="${id}">
    <h2>${caption}</h2>
    ${framed(caption, heads, rows.slice(0, most))}
    ${
      folded.length > 0 &&
      html`<details>
        <summary>${folded.length} more</summary>
        ${framed(`${caption}, further`, heads, folded)}
      </details>`
    }
  </section>`;
}

/** Default number of visible rows of a table, because a small screen shows each as a card. */
const MOST_ROWS = 5;

function framed(caption: string, heads: string[], rows: Cell[][]): Html {
  return html`<table role="table" aria-label="${caption}">
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((cells) => rowOf(heads, cells))}
    </tbody>
  </table>`;
}

/** A list of facts. A fact without a value is left out. */
export function factList(facts: Readonly<Record<string, Value>>): Html {
  return html`<dl class="facts">
    ${Object.entries(facts).map(
      ([name, value]) =>
        value !== false &&
        value !== undefined &&
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** An empty cell has no content at all, so that the stylesheet hides its line on a small screen. */
function rowOf(heads: string[], [first, ...cells]: Cell[]): Html {
  const trimmed = (cell: Cell) => new Html(html`${cell}`.text.trim());
  return html`<tr role="row">
    <th role="rowheader" scope="row" data-label="${heads[0]}">${first}</th>
    ${cells.map((cell, index) => html`<td role="cell" data-label="${heads[index + 1]}">${trimmed(cell)}</td>`)}
  </tr>`;
}
