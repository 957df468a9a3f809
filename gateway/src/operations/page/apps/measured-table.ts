import type { AppFigures, RouteMeasurement } from '@voltframe/kit/contract/operations/figures';
import { budgetBar } from '../charts/budget-bar.ts';
import { type Html, html } from '../html.ts';
import { percent } from '../seen/figure-words.ts';
import { type Cell, tableOf } from '../table.ts';

/** Largest sizes of a route, as far as the release sets them. */
export type Budget = Partial<Record<keyof RouteMeasurement, number>>;

type Measured = Pick<AppFigures, 'measured' | 'measuredBefore'>;

const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
const COLUMNS: [name: keyof RouteMeasurement, head: string, inWords: (value: number) => string][] = [
  ['html', 'HTML', kB],
  ['js', 'JavaScript', kB],
  ['css', 'CSS', kB],
  ['images', 'Pictures', kB],
  ['requests', 'Requests', String],
  ['renderMs', 'Rendering', (ms) => `${ms.toFixed(1)} ms`],
];
/** A machine renders no two times alike. */
const RENDER_NOISE = 1.5;

/** What admission measured of each route, with how much of its budget it uses. Nothing where nothing was measured. */
export function measuredTable(
  { measured, measuredBefore }: Measured,
  budgets: Readonly<Record<string, Budget>>,
): Html | false {
  const rows = Object.entries(measured?.routes ?? {}).map(([route, now]): Cell[] => [
    html`<code>${route}</code>`,
    ...COLUMNS.map(([name, head, inWords]) =>
      cellOf({
        label: `${head} of ${route}`,
        now: now[name],
        before: measuredBefore?.routes[route]?.[name],
        budget: budgets[route]?.[name],
        inWords,
      }),
    ),
  ]);
  return tableOf('Routes', ['Route', ...COLUMNS.map(([, head]) => head)], rows);
}

/** What a release changed: its routes that differ from those of the release before. */
export function changedTable({ measured, measuredBefore }: Measured): Html | false {
  if (!measured || !measuredBefore) return false;
  const [now, before] = [measured.routes, measuredBefore.routes];
  const all = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const changed = all.filter((route) => differ(now[route], before[route]));
  const rows = changed.map((route): Cell[] => [
    html`<code>${route}</code>`,
    ...COLUMNS.map(([name, , inWords]) => changeCell(now[route]?.[name], before[route]?.[name], inWords)),
  ]);
  const rest = all.length - changed.length;
  return html`${tableOf('What it changed', ['Route', ...COLUMNS.map(([, head]) => head)], rows, 'Nothing that is measured: bytes, requests and rendering are as before.')}
  ${changed.length > 0 && rest > 0 && html`<p class="hint">${rest === 1 ? 'One route is' : `${rest} routes are`} as before.</p>`}`;
}

function differ(now: RouteMeasurement | undefined, before: RouteMeasurement | undefined): boolean {
  if (!now || !before) return true;
  return COLUMNS.some(([name]) => isChange(name, now[name], before[name]));
}

function isChange(name: keyof RouteMeasurement, now: number, before: number): boolean {
  if (name !== 'renderMs') return now !== before;
  return now > before * RENDER_NOISE || before > now * RENDER_NOISE;
}

function changeCell(
  now: number | undefined,
  before: number | undefined,
  inWords: (value: number) => string,
): Cell {
  if (now === undefined) return html`<span class="hint">gone, was ${inWords(before!)}</span>`;
  if (before === undefined) return html`${inWords(now)} <span class="hint">new</span>`;
  if (inWords(now) === inWords(before)) return inWords(now);
  const tone = now > before ? 'bad' : 'good';
  return html`<span>${inWords(before)} → ${inWords(now)}</span>
    <span class="badge ${tone}">${percent(now, before)}</span>`;
}

interface MeasuredCell {
  label: string;
  now: number;
  before: number | undefined;
  budget: number | undefined;
  inWords(value: number): string;
}

function cellOf({ label, now, before, budget, inWords }: MeasuredCell): Cell {
  const changed = before !== undefined && inWords(before) !== inWords(now);
  return html`<span class="figure">${inWords(now)}</span>
    ${changed && html`<span class="hint">was ${inWords(before)}</span>`}
    ${budget !== undefined && html`${budgetBar(label, now, budget)} <span class="hint">of ${inWords(budget)}</span>`}`;
}
