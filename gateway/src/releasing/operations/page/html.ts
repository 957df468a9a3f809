import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';

/** Text that is HTML already. Made by {@link html} only. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Value = Html | string | number | null | undefined | false | readonly Value[];

/** A template whose values are escaped, for text and quoted attributes, unless they are {@link Html}; lists are joined. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((entry: Value) => textOf(entry)).join('');
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? escapeHtml(value) : '';
}
