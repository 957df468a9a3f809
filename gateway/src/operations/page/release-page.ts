import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import { type RouteMeasurement, bytesAlike } from '@voltframe/kit/contract/operations/measurements';
import type { ReleaseSummary } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { heldSetting } from '../../platform/database/release-rows.ts';
import { findRelease, summaryOf } from '../../releasing/activation/live-releases.ts';
import { maySee } from '../authorize.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { errorTable, identitiesOf } from './errors.ts';
import { type Cell, factList, type Html, html, tableOf } from './html.ts';
import {
  actionLink,
  appLink,
  badge,
  digestOf,
  holdText,
  identityOf,
  identityWords,
  sinceOf,
  stateText,
  toneOf,
} from './layout.ts';
import { budgetBar } from './charts.ts';
import { type Measured, percent, readMeasured } from './observed.ts';
import type { AddView } from './send-page.ts';
import type { ReleaseRoute } from '@voltframe/kit/contract/release/release';

const MOST_ERRORS = 20;

/** The page of a release of an app. */
export function registerReleasePage(view: AddView, deps: OpsDeps): void {
  const { state, site, errors, now } = deps;
  view('GET', '/-/apps/:app/releases/:digest', async (you, request) => {
    const { app: named, digest: start } = request.params as { app: string; digest: string };
    const stored = await findRelease(state, named, start, 'any');
    const { digest, routes, files } = stored.release;
    const body = releasePage({
      summary: summaryOf(stored, site.live()?.composition.apps[named]),
      routes,
      bytes: Object.values(files).reduce((sum, file) => sum + file.bytes, 0),
      files: Object.keys(files).length,
      held: (await state.setting(heldSetting(named))) === digest,
      pinned: (await state.pins()).some((pin) => pin.app === named),
      ...(maySee(you, named) && {
        measured: await readMeasured(deps, named, digest),
        errors: (await errors.list({ app: named, release: digest, limit: MOST_ERRORS })).groups,
      }),
      you,
      now: now(),
    });
    return { title: `${named} ${digest.slice(0, 12)}`, body };
  });
}

export interface ReleasePage {
  summary: ReleaseSummary;
  /** Number of its pages. */
  routes: NamedRoutes;
  files: number;
  /** The size of all files of the release. */
  bytes: number;
  /** Whether a pin or a freeze keeps the release from going live. */
  held: boolean;
  pinned: boolean;
  /** The measurements of admission and the errors of visitors; absent when the token may not read them. */
  measured?: Measured;
  errors?: ErrorGroup[];
  you: Token;
  /** ms since the epoch. */
  now: number;
}

/** The page of one release: its state and, for a refused release, each defect with its fix. */
export function releasePage(page: ReleasePage): Html {
  const { summary, held, pinned, you } = page;
  const { app, digest, state, live, identity, checks } = summary;
  const target = { app, digest };
  const mayGoLive = state === 'admitted' && !live;
  return html`<p class="trail"><a href="/-/">Overview</a> / ${appLink(app)}</p>
    <h1 class="message">${app}: ${identity ? identityWords(identity) : digestOf(digest)}</h1>
    <p class="lead">
      ${identity && digestOf(digest)} ${live && badge('live', 'good')}
      ${badge(stateText(state), toneOf(state))} ${held && badge(holdText(pinned), 'warn')}
    </p>
    <p class="actions">
      ${(held || state === 'waiting') && actionLink(you, 'withdraw', { app })}
      ${mayGoLive && actionLink(you, 'rollback', target, 'Make live')}
      ${mayGoLive && actionLink(you, 'pin', target, 'Make live and pin')}
    </p>
    ${facts(page)} ${checks.length > 0 && defects(checks)} ${noticed(page)}`;
}

function facts({ summary, routes, files, bytes, now }: ReleasePage): Html {
  const { digest, source, receivedAt, identity, rolledBackAt } = summary;
  return factList({
    From:
      identity !== undefined && html`${identityOf(identity)}${identity.branch && ` on ${identity.branch}`}`,
    Digest: html`<code>${digest}</code>`,
    Received: html`${sinceOf(receivedAt, now)}, from ${source}`,
    'Rolled back': rolledBackAt !== null && sinceOf(rolledBackAt, now),
    Files: `${files}, ${Math.ceil(bytes / 1000)} kB`,
    Pages: routes.length > 0 ? routes.map(({ path }) => html`<code>${path}</code> `) : 'none',
  });
}

function noticed({ summary, routes, measured, errors = [], now }: ReleasePage): Html {
  const identities = identitiesOf([summary]);
  return html`${measured && changedTable(measured, routes)}
  ${errorTable('Errors of it', errors, { identities, now })}`;
}

function defects(checks: ReleaseSummary['checks']): Html {
  return html`<section id="defects">
    <h2>${checks.length === 1 ? 'One defect' : `${checks.length} defects`}</h2>
    ${checks.map(
      ({ code, app, reason, fix, waitsFor }) =>
        html`<div class="card defect">
          <p><code>${code}</code> ${app}${waitsFor !== undefined && `, waits for ${waitsFor}`}</p>
          <p>${reason}</p>
          <p class="hint">${fix}</p>
        </div>`,
    )}
  </section>`;
}

/** The names and budgets of the routes of a release. */
export type NamedRoutes = readonly Pick<ReleaseRoute, 'id' | 'path' | 'budget'>[];

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

/** The measurements of each route, with the used share of its budget. Empty without measurements. */
export function measuredTable({ measured, measuredBefore }: Measured, routes: NamedRoutes): Html | false {
  const rows = Object.entries(measured?.routes ?? {}).map(([id, now]): Cell[] => {
    const route = routes.find((entry) => entry.id === id);
    const before = measuredBefore?.routes[id];
    const cells = COLUMNS.map(([name, head, inWords]) => {
      const value = inWords(now[name]);
      const was = before && inWords(before[name]);
      const budget = name === 'requests' ? undefined : route?.budget[name];
      return html`<span class="figure">${value}</span>
        ${was !== undefined && was !== value && html`<span class="hint">was ${was}</span>`}
        ${
          budget !== undefined &&
          html`${budgetBar(`${head} of ${route?.path ?? id}`, now[name], budget)}
            <span class="hint">of ${inWords(budget)}</span>`
        }`;
    });
    return [html`<code>${route?.path ?? id}</code>`, ...cells];
  });
  return tableOf('Routes', ['Route', ...HEADS], rows);
}

/** The routes of a release that differ from those of the release before. */
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
