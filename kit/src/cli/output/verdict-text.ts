import { copiesText } from '../../contract/operations/shared-libraries.ts';
import { triedAgain, type Verdict } from '../../contract/operations/verdict.ts';
import { printable, shortDigest, timeText, textTable } from './text-table.ts';
import {
  bytesAlike,
  type MeasuredRelease,
  type ReleaseMeasurement,
  type RouteMeasurement,
} from '../../contract/operations/measurements.ts';

/** @returns the outcome for a release as text. */
export function describeVerdict(verdict: Verdict): string {
  const { checks, warnings = [], measured = [], previewUrl, previewUntil } = verdict;
  const names = verdict.releases.map(({ app, digest }) => `${app} ${shortDigest(digest)}`).join(', ');
  const lines = [`${names}: ${outcome(verdict)}`];
  for (const { code, app, reason, fix } of checks)
    lines.push('', `  ${code} (${app})`, `  ${printable(reason)}`, `  → ${printable(fix)}`);
  for (const { code, owner, reason, fix } of warnings)
    lines.push('', `  warning ${code} (for ${owner})`, `  ${printable(reason)}`, `  → ${printable(fix)}`);
  for (const release of measured) {
    const changes = describeChanges(release);
    if (changes !== undefined) lines.push('', changes.replaceAll(/^/gm, '  '));
  }
  for (const library of verdict.libraries ?? [])
    lines.push('', `  shared ${printable(library.name)}: ${printable(copiesText(library))}`);
  if (previewUrl) lines.push('', `  ${previewUrl}`);
  if (previewUntil) lines.push(`  works until ${timeText(previewUntil)}; mfe publish makes it live`);
  return lines.join('\n');
}

function outcome({ accepted, activated, waiting, composition, checks, previewUrl, behind }: Verdict): string {
  const late = behind ? `; not yet shown, after 10 s, by ${behind.map(printable).join(', ')}` : '';
  if (activated) return `live, in composition ${shortDigest(composition)}${late}`;
  if (waiting?.for === 'app')
    return `refused for now: ${printable(waiting.reason)}; ${triedAgain(waiting.apps ?? [])}`;
  if (waiting) return `accepted, but waits (${waiting.for}): ${printable(waiting.reason)}`;
  if (!accepted)
    return `refused, ${checks.length === 1 ? 'one defect' : `${checks.length} defects`}; nothing has changed`;
  return previewUrl ? 'accepted; address of the preview:' : 'every check passed; nothing was activated';
}

const KINDS = ['html', 'js', 'css', 'images'] as const;
/** Most routes that are listed, those with the largest changes first. */
const MOST_ROUTES = 20;

/**
 * @returns a line for each route with other sizes than in the live release; undefined without a difference.
 */
export function describeChanges({ app, measured, before }: MeasuredRelease): string | undefined {
  if (!before) return undefined;
  const routes = new Set([...Object.keys(measured.routes), ...Object.keys(before.routes)]);
  const rows = [...routes].flatMap((route) => changeOf(route, measured, before));
  if (rows.length === 0) return undefined;
  const shown = rows.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_ROUTES);
  const left = rows.length - shown.length;
  const table = textTable(
    [`${app}: changes`, 'html', 'js', 'css', 'images', 'requests'],
    shown.map(({ cells }) => cells),
  );
  return left > 0 ? `${table}\nand ${left} more routes` : table;
}

function changeOf(route: string, { routes }: ReleaseMeasurement, before: ReleaseMeasurement) {
  const name = printable(route);
  const now = ownOf(routes, route);
  const then = ownOf(before.routes, route);
  if (!now) return [{ cells: [`${name} (gone)`], weight: 0 }];
  const cells = [
    ...KINDS.map((kind) => changeCell(now[kind], then?.[kind], kilobytes, bytesAlike)),
    changeCell(now.requests, then?.requests, String, Object.is),
  ];
  if (!then) return [{ cells: [`${name} (new)`, ...cells], weight: totalOf(now) }];
  if (cells.every((cell) => cell === '')) return [];
  return [{ cells: [name, ...cells], weight: Math.abs(totalOf(now) - totalOf(then)) }];
}

function ownOf(routes: ReleaseMeasurement['routes'], route: string): RouteMeasurement | undefined {
  return Object.hasOwn(routes, route) ? routes[route] : undefined;
}

function totalOf(page: RouteMeasurement): number {
  return KINDS.reduce((sum, kind) => sum + page[kind], 0);
}

/** @returns '' for an unchanged value. */
function changeCell(
  now: number,
  then: number | undefined,
  text: (value: number) => string,
  isSame: (one: number, other: number) => boolean,
): string {
  if (then === undefined) return text(now);
  const change = `${now > then ? '+' : '−'}${text(Math.abs(now - then))}`;
  return isSame(now, then) ? '' : `${text(now)} (${change})`;
}

function kilobytes(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}
