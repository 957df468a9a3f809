import { bytesAlike } from '@voltframe/kit/contract/figures/measured-alike';
import type { AppFigures, RouteMeasurement } from '@voltframe/kit/contract/operations/figures';
import type { ReleaseRoute } from '@voltframe/kit/contract/release/release';
import { budgetBar } from '../charts/budget-bar.ts';
import { type Html, html } from '../html.ts';
import { percent } from '../seen/figure-words.ts';
import { type Cell, tableOf } from '../table.ts';

/** Of a release: how its routes are called, and what each may cost. */
export type NamedRoutes = readonly Pick<ReleaseRoute, 'id' | 'path' | 'budget'>[];

type Measured = Pick<AppFigures, 'measured' | 'measuredBefore'>;

const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
type Column = keyof RouteMeasurement;
const COLUMNS: [name: Column, head: string, inWords: (value: number) => string][] = [
  ['html', 'HTML', kB],
  ['js', 'JavaScript', kB],
  ['css', 'CSS', kB],
  ['images', 'Pictures', kB],
  ['requests', 'Requests', String],
];
const HEADS = COLUMNS.map(([, head]) => head);
const AS_BEFORE = 'Nothing that is measured: bytes and requests are as before.';

/** What admission measured of each route, with how much of its budget it uses. Nothing where nothing was measured. */
export function measuredTable({ measured, measuredBefore }: Measured, routes: NamedRoutes): Html | false {
  const rows = Object.entries(measured?.routes ?? {}).map(([id, now]): Cell[] => {
    const route = routes.find((entry) => entry.id === id);
    const before = measuredBefore?.routes[id];
    const cells = COLUMNS.map(([name, head, inWords]) => {
      const label = `${head} of ${route?.path ?? id}`;
      return cellOf({ label, now: now[name], before: before?.[name], budget: limitOf(name, route), inWords });
    });
    return [html`<code>${route?.path ?? id}</code>`, ...cells];
  });
  return tableOf('Routes', ['Route', ...HEADS], rows);
}

function limitOf(name: Column, route: NamedRoutes[number] | undefined): number | undefined {
  return name === 'requests' ? undefined : route?.budget[name];
}

/** What a release changed: its routes that differ from those of the release before. */
export function changedTable({ measured, measuredBefore }: Measured, routes: NamedRoutes): Html | false {
  if (!measured || !measuredBefore) return false;
  const [now, before] = [measured.routes, measuredBefore.routes];
  const all = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const changed = all.filter((id) => differ(now[id], before[id]));
  const rows = changed.map((id): Cell[] => [
    html`<code>${routes.find((route) => route.id === id)?.path ?? id}</code>`,
    ...COLUMNS.map((column) => changeCell(column, now[id], before[id])),
  ]);
  const rest = all.length - changed.length;
  return html`${tableOf('What it changed', ['Route', ...HEADS], rows, AS_BEFORE)}
  ${changed.length > 0 && rest > 0 && html`<p class="hint">${rest === 1 ? 'One route is' : `${rest} routes are`} as before.</p>`}`;
}

function differ(now: RouteMeasurement | undefined, before: RouteMeasurement | undefined): boolean {
  if (!now || !before) return true;
  return COLUMNS.some(([name]) => !isAlike(name, now, before));
}

function isAlike(name: Column, now: RouteMeasurement, before: RouteMeasurement): boolean {
  return name === 'requests' ? now.requests === before.requests : bytesAlike(now[name], before[name]);
}

function changeCell(
  [name, , inWords]: (typeof COLUMNS)[number],
  now: RouteMeasurement | undefined,
  before: RouteMeasurement | undefined,
): Cell {
  if (!now) return html`<span class="hint">gone, was ${inWords(before![name])}</span>`;
  if (!before) return html`${inWords(now[name])} <span class="hint">new</span>`;
  if (isAlike(name, now, before)) return inWords(now[name]);
  const tone = now[name] > before[name] ? 'bad' : 'good';
  return html`<span>${inWords(before[name])} → ${inWords(now[name])}</span>
    <span class="badge ${tone}">${percent(now[name], before[name])}</span>`;
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
