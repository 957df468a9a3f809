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

/** Default number of visible rows of a table, because a small screen shows each as a card. */
const MOST_ROWS = 5;

/**
 * A section with a table. On a small screen the stylesheet shows each row as a card with the names of the columns; the
 * roles keep the semantics of a table, which `display` would remove.
 * @param rows the cells of each by the names of their columns, the same in every row; the first cell names the row.
 * @param empty the text for a table without rows; without it, such a table is left out.
 * @param most rows that are shown; further ones are folded.
 */
export function tableOf(
  caption: string,
  rows: Readonly<Record<string, Value>>[],
  empty = '',
  most = MOST_ROWS,
): Html | false {
  if (rows.length === 0 && empty === '') return false;
  const folded = rows.slice(most);
  return html`<section id="${caption.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}">
    <h2>${caption}</h2>
    ${rows.length === 0 ? html`<p class="empty">${empty}</p>` : framed(caption, rows.slice(0, most))}
    ${
      folded.length > 0 &&
      html`<details>
        <summary>${folded.length} more</summary>
        ${framed(`${caption}, further`, folded)}
      </details>`
    }
  </section>`;
}

function framed(caption: string, rows: Readonly<Record<string, Value>>[]): Html {
  const heads = Object.keys(rows[0]!);
  return html`<table role="table" aria-label="${caption}">
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          html`<tr role="row">
            ${Object.entries(row).map(cellOf)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** An empty cell has no content at all, so that the stylesheet hides its line on a small screen. */
function cellOf([head, value]: [string, Value], column: number): Html {
  const content = new Html(html`${value}`.text.trim());
  return column === 0
    ? html`<th role="rowheader" scope="row" data-label="${head}">${content}</th>`
    : html`<td role="cell" data-label="${head}">${content}</td>`;
}

/** A list of facts. A fact without a value is left out. */
export function factList(facts: Readonly<Record<string, Value>>): Html {
  return html`<dl>
    ${Object.entries(facts).map(
      ([name, value]) =>
        value !== false &&
        value !== undefined &&
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}
