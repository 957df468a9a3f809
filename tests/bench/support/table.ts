/** A figure and its bar. */
export interface Row {
  /** The name of the figure: `/ JavaScript until hydrated`. */
  name: string;
  /** `≤ 110 KB`; empty = no bar. */
  bar: string;
  measured: string;
  ok?: boolean;
}

/** A bar that is a largest value. */
export function atMost(name: string, value: number, bar: number, unit: Unit = plain): Row {
  return { name, bar: `≤ ${unit(bar)}`, measured: unit(value), ok: value <= bar };
}

/** A bar that is a smallest value. */
export function atLeast(name: string, value: number, bar: number, unit: Unit = plain): Row {
  return { name, bar: `≥ ${unit(bar)}`, measured: unit(value), ok: value >= bar };
}

/** A figure without a bar. */
export function figure(name: string, measured: string): Row {
  return { name, bar: '', measured };
}

/** The row of a failed part, so that the rows of the other parts are still printed. */
export function notMeasured(error: Error): Row[] {
  return [{ name: 'not measured', bar: '', measured: error.message, ok: false }];
}

type Unit = (value: number) => string;

const plain: Unit = (value) => String(Math.round(value * 1000) / 1000);
/** Bytes as 1,000-byte kilobytes. */
export const kilobytes: Unit = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
export const milliseconds: Unit = (ms) => `${ms.toFixed(0)} ms`;
export const ratio: Unit = (value) => value.toFixed(2);

/** @returns the rows as a Markdown table. */
export function formatTable(title: string, rows: Row[]): string {
  const cells = [
    ['measure', 'bar', 'measured', ''],
    ...rows.map(({ name, bar, measured, ok }) => [
      name,
      bar,
      measured,
      ok === undefined ? '' : ok ? 'ok' : 'MISSED',
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const line = (row: string[]): string => `| ${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [`## ${title}`, '', line(cells[0]!), rule, ...cells.slice(1).map(line), ''].join('\n');
}
