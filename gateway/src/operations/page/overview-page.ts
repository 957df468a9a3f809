import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import {
  type AppStatus,
  type GatewayStatus,
  type ReleaseSummary,
  type Status,
  type UpstreamStatus,
} from '@voltframe/kit/contract/operations/site-status';
import { copiesText } from '@voltframe/kit/contract/operations/shared-libraries';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { summaryOf } from '../../releasing/activation/live-releases.ts';
import { readStatus, type StatusDeps } from '../routes/reading.ts';
import { type Concern, concernList, sortConcerns, statusConcerns } from './concerns.ts';
import { AFTER_ACTION, doneOf } from './confirm-page.ts';
import { type Cell, type Html, html, tableOf } from './html.ts';
import {
  actionLink,
  appLink,
  badge,
  digestOf,
  findings,
  holdText,
  notice,
  releaseLink,
  sinceOf,
  stateText,
  timeOf,
} from './layout.ts';
import { sendPage } from './send-page.ts';

const LATEST = 20;
const MOST_HISTORY = 500;

/** The overview and the history. */
export const overviewRoutes: FastifyPluginAsyncZod<StatusDeps> = async (app, parts) => {
  const { state, now } = parts;
  app.get('/-/', { schema: AFTER_ACTION }, async ({ token: you, query }, reply) => {
    const waiting = await state.releases({ state: 'waiting', limit: LATEST });
    const status = await readStatus(parts, you);
    const stored = await Promise.all(
      (status.held ?? []).map(({ app: named, digest }) => state.release(named, digest)),
    );
    const body = overviewPage({
      status,
      waiting: waiting.map((release) => summaryOf(release, undefined)),
      held: stored.filter((release) => release !== undefined).map((release) => summaryOf(release, undefined)),
      history: await state.history({ limit: LATEST }),
      you,
      done: doneOf(query),
      now: now(),
    });
    return sendPage(reply, 200, { title: 'Overview', you, body, renews: true });
  });
  app.get('/-/log', { schema: {} }, async ({ token: you }, reply) => {
    const body = historyPage(await state.history({ limit: MOST_HISTORY }), now());
    return sendPage(reply, 200, { title: 'History', you, body, renews: true });
  });
};

export interface Overview {
  status: Status;
  /** Releases that wait for another app. */
  waiting: ReleaseSummary[];
  /** Admitted releases that wait for a pin or a freeze to end. */
  held: ReleaseSummary[];
  history: HistoryEntry[];
  you: Token;
  done: string | undefined;
  /** ms since the epoch. */
  now: number;
}

export function overviewPage(overview: Overview): Html {
  const { status, history, you, done, now } = overview;
  const { frozen, apps, previews } = status;
  const concerns = sortConcerns(statusConcerns(status), you.app);
  return html`${glance(status, concerns, now)} ${notice(done)}
    <p class="actions">${actionLink(you, frozen ? 'unfreeze' : 'freeze', { app: '' })}</p>
    ${appTable(apps, now)} ${waitingTable(overview)} ${upstreamsTable(status, now)} ${policyTable(status)}
    ${libraryTable(status)} ${previewTable(previews)} ${historyTable('Latest changes', history, now)}
    <p><a href="/-/log">The whole history</a></p>
    ${gatewayTable(status, now)}`;
}

function appTable(apps: AppStatus[], now: number): Html | false {
  const row = (entry: AppStatus): Cell[] => {
    const { app, live, identity, activatedAt, errors } = entry;
    const count =
      errors !== undefined && html`<a href="/-/apps/${encodeURIComponent(app)}#errors">${errors}</a>`;
    return [appLink(app), releaseLink(app, live, identity), sinceOf(activatedAt, now), count, stateOf(entry)];
  };
  const heads = ['App', 'Live release', 'Since', 'Errors, an hour', 'State'];
  return tableOf('Apps', heads, apps.map(row), 'No app is live.', Infinity);
}

function stateOf({ pinned, held, warnings, newest }: AppStatus): Html {
  return html`${badge('live', 'good')} ${pinned && badge(`pinned by ${pinned.by}`, 'warn')}
  ${warnings && html`${badge('to mend', 'warn')} ${findings(warnings)}`}
  ${held !== undefined && badge(`newer: ${holdText(pinned !== null)}`, 'warn')}
  ${
    newest &&
    newest.digest !== held &&
    html`${badge(`newer: ${stateText(newest.state)}`, newest.state === 'refused' ? 'bad' : 'warn')}
    ${findings(newest.checks)}`
  }`;
}

/** The pages whose documents allow stylesheets or scripts that admission has not read. */
function policyTable({ policies = [] }: Status): Html | false {
  if (policies.length === 0) return false;
  const rows = policies.map(({ app, part, runtimeStyles, scripts = [] }): Cell[] => [
    appLink(app),
    html`<code>${part}</code>`,
    [
      ...(runtimeStyles ? ['stylesheets that it makes while it renders'] : []),
      ...(scripts.length > 0 ? [`code of ${scripts.join(', ')}`] : []),
    ].join('; '),
  ]);
  return tableOf('Policies of their own', ['App', 'Page', 'Its document allows'], rows);
}

/** @param app only the libraries of this app. */
export function libraryTable({ libraries = [] }: Pick<Status, 'libraries'>, app?: string): Html | false {
  const shown = libraries.filter(
    ({ copies }) => app === undefined || copies.some(({ apps }) => apps.includes(app)),
  );
  if (shown.length === 0) return false;
  const rows = shown.map((library): Cell[] => [
    html`<code>${library.name}</code>`,
    copiesText(library),
    library.copies.length > 1 && badge(`${library.copies.length} copies`, 'warn'),
  ]);
  return tableOf('Shared libraries', ['Library', 'Versions', 'State'], rows);
}

/** The head of the page: the live composition, its age and the number of problems. */
function glance(status: Status, concerns: Concern[], now: number): Html {
  const { site, composition, apps } = status;
  return html`<p class="hint">${site.name || 'The site'}</p>
    <h1>${answerOf(status, concerns)}</h1>
    ${
      composition &&
      html`<ul class="readout">
        <li>
          ${concerns.some(({ tone }) => tone === 'bad') ? badge('online', 'warn') : badge('online', 'good')}
        </li>
        <li>composition ${digestOf(composition.id)}</li>
        <li>${apps.length === 1 ? 'one release' : `${apps.length} releases`}</li>
        <li>live since ${sinceOf(composition.activatedAt, now)}</li>
        <li><a href="${site.url}">${site.url}</a></li>
      </ul>`
    }
    ${concernList(concerns)}`;
}

function answerOf({ composition }: Status, concerns: Concern[]): string {
  if (concerns.length > 0)
    return concerns.length === 1 ? 'One thing to look at' : `${concerns.length} things to look at`;
  return composition ? 'All is well' : 'Nothing is live yet';
}

/** The gateways on the database of the site. Empty where the gateway lists none. */
function gatewayTable(
  { gateways = [], composition }: Pick<Status, 'gateways' | 'composition'>,
  now: number,
): Html | false {
  const live = composition?.id ?? null;
  const row = ({ id, version, composition: shown, seenAt }: GatewayStatus): Cell[] => [
    id,
    version,
    html`${shown === null ? 'nothing yet' : digestOf(shown)}
    ${shown !== live && badge('not the live one', 'warn')}`,
    // At least 0, because the clocks of two machines differ.
    `${Math.max(0, Math.round((now - seenAt) / 1_000))} s ago`,
  ];
  const heads = ['Gateway', 'Version', 'Shows composition', 'Last word'];
  return tableOf('Gateways', heads, gateways.map(row));
}

/** The previews. Empty without previews. */
function previewTable(previews: Status['previews']): Html | false {
  const row = ({ id, name, apps, until, url }: Status['previews'][number]): Cell[] => [
    html`<a href="${url}">${name ?? digestOf(id)}</a>`,
    apps.join(', '),
    timeOf(until),
  ];
  return tableOf('Previews', ['Preview', 'Of', 'Works until'], previews.map(row));
}

/** The upstreams and their states. */
function upstreamsTable({ upstreams }: Pick<Status, 'upstreams'>, now: number): Html | false {
  if (!upstreams) return false;
  const row = (upstream: UpstreamStatus): Cell[] => {
    const { name, apps, answers, oldestAt, lastError } = upstream;
    const failure =
      lastError &&
      html`<span class="hint"
        >last error ${sinceOf(lastError.at, now)}: ${lastError.reason} (${lastError.code})</span
      >`;
    return [
      name,
      apps.join(', '),
      html`${stateBadge(upstream)} ${failure}`,
      answers,
      oldestAt === undefined ? '–' : sinceOf(oldestAt, now),
    ];
  };
  return tableOf('Upstreams', ['Upstream', 'Apps', 'State', 'Answers', 'Oldest of'], upstreams.map(row));
}

function stateBadge({ circuit, failing, answers, lastError }: UpstreamStatus): Html {
  if (circuit !== 'closed') return badge('fails, left alone for a while', 'bad');
  if (answers === 0 && lastError) return badge('no answer yet', 'bad');
  return failing > 0 ? badge(`${failing} cannot be had anew`, 'warn') : badge('answers', 'good');
}

/** The waiting releases with their reasons. Empty without any. */
function waitingTable({ waiting, held, status, you, now }: Overview): Html | false {
  const row = ({ app, digest, identity, receivedAt }: ReleaseSummary, why: Cell): Cell[] => [
    appLink(app),
    releaseLink(app, digest, identity),
    sinceOf(receivedAt, now),
    why,
    actionLink(you, 'withdraw', { app }),
  ];
  const isPinned = (app: string) =>
    status.held?.some((entry) => entry.app === app && entry.by === 'pin') ?? false;
  const waitsFor = ({ app, digest }: ReleaseSummary) => {
    const known = status.waiting?.find((entry) => entry.app === app && entry.digest === digest);
    return known?.waitsFor.join(', ') || 'another app';
  };
  const rows = [
    ...waiting.map((release) =>
      row(release, html`${badge(`for ${waitsFor(release)}`, 'warn')} ${findings(release.checks)}`),
    ),
    ...held.map((release) => row(release, badge(holdText(isPinned(release.app)), 'warn'))),
  ];
  return tableOf('What waits', ['App', 'Release', 'Received', 'Why', 'Actions'], rows);
}

/** @param now ms since the epoch. */
export function historyPage(history: HistoryEntry[], now: number): Html {
  return html`<h1>History</h1>
    ${historyTable('Changes', history, now, MOST_CHANGES)}`;
}

/** Rows of the history that are shown; further ones are folded. */
const MOST_CHANGES = 25;

export function historyTable(
  caption: string,
  history: HistoryEntry[],
  now: number,
  most?: number,
): Html | false {
  const row = ({ at, actor, action, app, from, to, identity, note }: HistoryEntry): Cell[] => [
    sinceOf(at, now),
    actor,
    badge(action, action === 'refuse' ? 'bad' : 'plain'),
    app === null ? '–' : appLink(app),
    app === null ? digestOf(from) : releaseLink(app, from),
    app === null ? digestOf(to) : releaseLink(app, to, identity),
    html`<span class="note">${note}</span>`,
  ];
  return tableOf(
    caption,
    ['When', 'Who', 'What', 'App', 'From', 'To', 'Note'],
    history.map(row),
    'Nothing happened yet.',
    most,
  );
}
