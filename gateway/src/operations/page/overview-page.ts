import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import {
  type AppStatus,
  type GatewayStatus,
  type ReleaseSummary,
  type SharedChange,
  type Status,
  type UpstreamStatus,
  liveContracts,
} from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { summaryOf } from '../../releasing/activation/live-releases.ts';
import { maySee } from '../authorize.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { readStatus } from '../routes/reading.ts';
import { type Concern, concernList, seenConcerns, sortConcerns, statusConcerns } from './concerns.ts';
import { doneOf } from './confirm-page.ts';
import { type Cell, type Html, html, tableOf } from './html.ts';
import {
  actionLink,
  appLink,
  appLinks,
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
import { type AppSeen, readSeen } from './observed.ts';
import type { AddView } from './send-page.ts';

const LATEST = 20;
const MOST_HISTORY = 500;

/** The overview and the history. */
export function registerOverview(view: AddView, deps: OpsDeps): void {
  const { state, now } = deps;
  view('GET', '/-/', async (you, request) => {
    const waiting = await state.releases({ state: 'waiting', limit: LATEST });
    const status = await readStatus(deps, you);
    const { held = [] } = status;
    const stored = await Promise.all(held.map(({ app: named, digest }) => state.release(named, digest)));
    const seen = status.apps.filter(({ app }) => maySee(you, app));
    const body = overviewPage({
      status,
      waiting: waiting.map((release) => summaryOf(release, undefined)),
      held: stored.filter((release) => release !== undefined).map((release) => summaryOf(release, undefined)),
      history: await state.history({ limit: LATEST }),
      seen: await Promise.all(seen.map((app) => readSeen(deps, app))),
      you,
      done: doneOf(request),
      now: now(),
    });
    return { title: 'Overview', body, renews: true };
  });
  view('GET', '/-/log', async () => ({
    title: 'History',
    renews: true,
    body: historyPage(await state.history({ limit: MOST_HISTORY }), now()),
  }));
}

export interface Overview {
  status: Status;
  /** Releases that wait for another app. */
  waiting: ReleaseSummary[];
  /** Admitted releases that wait for a pin or a freeze to end. */
  held: ReleaseSummary[];
  history: HistoryEntry[];
  /** The apps whose measurements the token may read. */
  seen: AppSeen[];
  you: Token;
  done: string | undefined;
  /** ms since the epoch. */
  now: number;
}

export function overviewPage(overview: Overview): Html {
  const { status, history, seen, you, done, now } = overview;
  const { frozen, apps, leases, previews } = status;
  const found = [...statusConcerns(status), ...seen.flatMap((entry) => seenConcerns(entry, now))];
  const concerns = sortConcerns(found, you.app);
  return html`${glance(status, concerns, now)} ${notice(done)}
    <p class="actions">${actionLink(you, frozen ? 'unfreeze' : 'freeze', { app: '' })}</p>
    ${appTable(apps, seen, now)} ${waitingTable(overview)} ${sharedTable(status)}
    ${upstreamsTable(status, now)} ${previewTable(previews)} ${historyTable('Latest changes', history, now)}
    <p><a href="/-/log">The whole history</a></p>
    ${gatewayTable(status, now)} ${contractTable(status)} ${leaseTable(leases, now)}`;
}

function appTable(apps: AppStatus[], seen: AppSeen[], now: number): Html | false {
  // A column without values is left out.
  const noticed = seen.length > 0 ? ['Errors, a week'] : [];
  const row = (entry: AppStatus): Cell[] => {
    const { app, live, identity, activatedAt } = entry;
    const own = seen.find((one) => one.app === app);
    const cells = noticed.map(() => (own ? errorsOf(own) : '–'));
    const release = releaseLink(app, live, identity);
    return [appLink(app), release, sinceOf(activatedAt, now), ...cells, stateOf(entry)];
  };
  const heads = ['App', 'Live release', 'Since', ...noticed, 'State'];
  return tableOf('Apps', heads, apps.map(row), 'No app is live.', Infinity);
}

function errorsOf({ app, groups }: AppSeen): Html {
  return html`<a href="/-/apps/${encodeURIComponent(app)}#errors">${groups.length}</a>`;
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

/** The head of the page: the live composition, its age and the number of problems. */
function glance(status: Status, concerns: Concern[], now: number): Html {
  const { site, composition, apps } = status;
  return html`<p class="label">${site.name || 'The site'}</p>
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
  const row = ({ id, version, contract, composition: shown, seenAt }: GatewayStatus): Cell[] => [
    id,
    version,
    `${contract.oldest} to ${contract.newest}`,
    html`${shown === null ? 'nothing yet' : digestOf(shown)}
    ${shown !== live && badge('not the live one', 'warn')}`,
    // At least 0, because the clocks of two machines differ.
    `${Math.max(0, Math.round((now - seenAt) / 1_000))} s ago`,
  ];
  const heads = ['Gateway', 'Version', 'Contracts', 'Shows composition', 'Last word'];
  return tableOf('Gateways', heads, gateways.map(row));
}

/** The versions of the contract that the gateway accepts, and the live releases by version. */
function contractTable(status: Pick<Status, 'contract' | 'apps'>): Html | false {
  const { contract } = status;
  const live = liveContracts(status);
  if (!contract || live.length === 0) return false;
  const { oldest, newest, kit } = contract;
  const rows = live.map(({ version, apps, fate }): Cell[] => [
    version,
    appLinks(apps),
    fate
      ? html`<span
          >${badge(fate.text, fate.taken ? 'warn' : 'bad')} <span class="hint">build with ${kit}</span></span
        >`
      : '–',
  ]);
  const taken = oldest === newest ? newest : `${oldest} to ${newest}`;
  return tableOf(`Contract: ${taken} is taken`, ['Built for', 'Live', 'What comes'], rows);
}

/** The leased compositions of open pages. Empty without leases. */
function leaseTable(leases: Status['leases'], now: number): Html | false {
  const row = ({ id, activatedAt, until }: Status['leases'][number]): Cell[] => [
    digestOf(id),
    sinceOf(activatedAt, now),
    timeOf(until),
  ];
  return tableOf(
    'Still served',
    ['Composition', 'Live since', 'Served until'],
    leases.map(row),
    '',
    MOST_LEASES,
  );
}

/** Folded, because few readers look for them. */
const MOST_LEASES = 1;

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
      appLinks(apps),
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
  const rows = [
    ...waiting.map((release) =>
      row(release, html`${badge(waitText(release, status), 'warn')} ${findings(release.checks)}`),
    ),
    ...held.map((release) => row(release, badge(holdText(isPinned(release.app)), 'warn'))),
  ];
  return tableOf('What waits', ['App', 'Release', 'Received', 'Why', 'Actions'], rows);
}

function waitText({ app, digest }: ReleaseSummary, { waiting = [] }: Status): string {
  const known = waiting.find((entry) => entry.app === app && entry.digest === digest);
  return `for ${known?.waitsFor.join(', ') || 'another app'}`;
}

/** The shared modules whose next version waits for apps. Empty without any. */
function sharedTable({ sharedChanges = [] }: Status): Html | false {
  if (sharedChanges.length === 0) return false;
  const named = (apps: string[]): Cell => (apps.length > 0 ? appLinks(apps) : '–');
  const row = ({ module, from, to, shell, accepted, ready, missing }: SharedChange): Cell[] => [
    html`<span>${module} ${badge(`${from} → ${to ?? 'none'}`, 'plain')}</span>`,
    digestOf(shell),
    named(accepted),
    named(ready),
    named(missing),
  ];
  return tableOf(
    'Shared modules that change',
    ['Module', 'Shell', 'Accept it', 'Wait with it', 'Missing'],
    sharedChanges.map(row),
  );
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
