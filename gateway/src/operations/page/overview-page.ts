import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import {
  type AppStatus,
  type Status,
  type UpstreamStatus,
} from '@voltframe/kit/contract/operations/site-status';
import { copiesText } from '@voltframe/kit/contract/operations/shared-libraries';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readStatus, type StatusDeps } from '../routes/reading.ts';
import { type Concern, concernList, sortConcerns, statusConcerns } from './concerns.ts';
import { AFTER_ACTION, doneOf } from './confirm-page.ts';
import { type Html, html, tableOf } from './html.ts';
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
    const body = overviewPage({
      status: await readStatus(parts, you),
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
  history: HistoryEntry[];
  you: Token;
  done: string | undefined;
  /** ms since the epoch. */
  now: number;
}

export function overviewPage({ status, history, you, done, now }: Overview): Html {
  const { frozen, apps, previews } = status;
  const concerns = sortConcerns(statusConcerns(status), you.app);
  return html`${glance(status, concerns, now)} ${notice(done)}
    <p class="actions">${actionLink(you, frozen ? 'unfreeze' : 'freeze', { app: '' })}</p>
    ${appTable(apps, now)} ${waitingTable(status, you)} ${upstreamsTable(status, now)} ${policyTable(status)}
    ${libraryTable(status)} ${previewTable(previews)} ${historyTable('Latest changes', history, now)}
    <p><a href="/-/log">The whole history</a></p>
    ${gatewayTable(status, now)}`;
}

function appTable(apps: AppStatus[], now: number): Html | false {
  const rows = apps.map((entry) => {
    const { app, live, identity, activatedAt, errors } = entry;
    return {
      App: appLink(app),
      'Live release': releaseLink(app, live, identity),
      Since: sinceOf(activatedAt, now),
      'Errors, an hour':
        errors !== undefined && html`<a href="/-/apps/${encodeURIComponent(app)}#errors">${errors}</a>`,
      State: stateOf(entry),
    };
  });
  return tableOf('Apps', rows, 'No app is live.', Infinity);
}

function stateOf({ pinned, held, warnings, newest }: AppStatus): Html {
  return html`${badge('live', 'good')} ${pinned && badge(`pinned by ${pinned.by}`, 'warn')}
  ${warnings && html`${badge('to mend', 'warn')} ${findings(warnings)}`}
  ${held !== undefined && badge(`newer: ${holdText(pinned !== null)}`, 'warn')}
  ${
    newest &&
    newest.digest !== held &&
    html`${badge(`newer: ${newest.rolledBackAt ? 'rolled back' : stateText(newest.state)}`, newest.state === 'refused' ? 'bad' : 'warn')}
    ${findings(newest.checks)}`
  }`;
}

/** The pages whose documents allow stylesheets or scripts that admission has not read. */
function policyTable({ policies = [] }: Status): Html | false {
  const rows = policies.map(({ app, part, runtimeStyles, scripts = [] }) => ({
    App: appLink(app),
    Page: html`<code>${part}</code>`,
    'Its document allows': [
      ...(runtimeStyles ? ['stylesheets that it makes while it renders'] : []),
      ...(scripts.length > 0 ? [`code of ${scripts.join(', ')}`] : []),
    ].join('; '),
  }));
  return tableOf('Policies of their own', rows);
}

/** @param app only the libraries of this app. */
export function libraryTable({ libraries = [] }: Pick<Status, 'libraries'>, app?: string): Html | false {
  const shown = libraries.filter(
    ({ copies }) => app === undefined || copies.some(({ apps }) => apps.includes(app)),
  );
  const rows = shown.map((library) => ({
    Library: html`<code>${library.name}</code>`,
    Versions: copiesText(library),
    State: library.copies.length > 1 && badge(`${library.copies.length} copies`, 'warn'),
  }));
  return tableOf('Shared libraries', rows);
}

/** The head of the page: the live composition, its age and the number of problems. */
function glance(status: Status, concerns: Concern[], now: number): Html {
  const { site, composition, apps } = status;
  return html`<p class="hint">${site.name || 'The site'}</p>
    <h1>${answerOf(status, concerns)}</h1>
    ${
      composition &&
      html`<ul class="readout">
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
  const rows = gateways.map(({ id, version, composition: shown, seenAt }) => ({
    Gateway: id,
    Version: version,
    'Shows composition': html`${shown === null ? 'nothing yet' : digestOf(shown)}
    ${shown !== live && badge('not the live one', 'warn')}`,
    // At least 0, because the clocks of two machines differ.
    'Last word': `${Math.max(0, Math.round((now - seenAt) / 1_000))} s ago`,
  }));
  return tableOf('Gateways', rows);
}

/** The previews. Empty without previews. */
function previewTable(previews: Status['previews']): Html | false {
  const rows = previews.map(({ id, name, apps, until, url }) => ({
    Preview: html`<a href="${url}">${name ?? digestOf(id)}</a>`,
    Of: apps.join(', '),
    'Works until': timeOf(until),
  }));
  return tableOf('Previews', rows);
}

/** The upstreams and their states. */
function upstreamsTable({ upstreams = [] }: Pick<Status, 'upstreams'>, now: number): Html | false {
  const rows = upstreams.map((upstream) => {
    const { name, apps, answers, oldestAt, lastError } = upstream;
    const failure =
      lastError &&
      html`<span class="hint"
        >last error ${sinceOf(lastError.at, now)}: ${lastError.reason} (${lastError.code})</span
      >`;
    return {
      Upstream: name,
      Apps: apps.join(', '),
      State: html`${stateBadge(upstream)} ${failure}`,
      Answers: answers,
      'Oldest of': oldestAt === undefined ? '–' : sinceOf(oldestAt, now),
    };
  });
  return tableOf('Upstreams', rows);
}

function stateBadge({ circuit, failing, answers, lastError }: UpstreamStatus): Html {
  if (circuit !== 'closed') return badge('fails, left alone for a while', 'bad');
  if (answers === 0 && lastError) return badge('no answer yet', 'bad');
  return failing > 0 ? badge(`${failing} cannot be had anew`, 'warn') : badge('answers', 'good');
}

/** The releases that wait for another app, for a pin or for a freeze. Empty without any. */
function waitingTable({ waiting = [], held = [] }: Status, you: Token): Html | false {
  const row = ({ app, digest }: { app: string; digest: string }, why: string) => ({
    App: appLink(app),
    Release: releaseLink(app, digest),
    Why: badge(why, 'warn'),
    Actions: actionLink(you, 'withdraw', { app }),
  });
  return tableOf('What waits', [
    ...waiting.map((release) => row(release, `waits for ${release.waitsFor.join(', ') || 'another app'}`)),
    ...held.map((release) => row(release, holdText(release.by === 'pin'))),
  ]);
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
  const rows = history.map(({ at, actor, action, app, from, to, identity, note }) => ({
    When: sinceOf(at, now),
    Who: actor,
    What: badge(action, action === 'refuse' ? 'bad' : 'plain'),
    App: app === null ? '–' : appLink(app),
    From: app === null ? digestOf(from) : releaseLink(app, from),
    To: app === null ? digestOf(to) : releaseLink(app, to, identity),
    Note: note && html`<span class="note">${note}</span>`,
  }));
  return tableOf(caption, rows, 'Nothing happened yet.', most);
}
