import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type {
  AppStatus,
  HeldRelease,
  ReleaseSummary,
  Status,
} from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { type ActionName, ACTIONS, type ActionTarget } from './actions.ts';
import { megabytes } from '../../limits/in-words.ts';
import { type Html, html } from './html.ts';
import { digestOf, timeOf } from './layout.ts';
import {
  actionLink,
  appLink,
  badge,
  findings,
  holdText,
  notice,
  releaseLink,
  stateText,
  toneOf,
} from './pieces.ts';
import { type Cell, tableOf } from './table.ts';
import { contractTable } from './contract-view.ts';
import { upstreamsTable } from './upstreams-view.ts';
import { sharedTable, type Waiting, waitingTable } from './waiting-view.ts';

export function signInPage(failed: boolean): Html {
  return html`<h1>Sign in</h1>
    ${
      failed &&
      html`<p class="notice bad" role="alert" id="wrong">
        This token does not work. It may be mistyped, expired or revoked.
      </p>`
    }
    <form class="card" method="post" action="/-/sign-in">
      <label for="token">Token</label>
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="current-password"
        required
        autofocus
        spellcheck="false"
        ${failed && html`aria-invalid="true" aria-describedby="wrong"`}
      />
      <p class="hint">The token of your team, or of an operator. It is not kept in the browser.</p>
      <button>Sign in</button>
    </form>`;
}

export interface Overview extends Waiting {
  status: Status;
  history: HistoryEntry[];
  you: Token;
  done: string | undefined;
}

export function overviewPage({ status, waiting, held, history, you, done }: Overview): Html {
  const { site, composition, frozen, apps, leases, previews, disk } = status;
  return html`<h1>${site.name || 'The site'}</h1>
    ${notice(done)}
    ${
      composition
        ? html`<p class="lead">
            Composition ${digestOf(composition.id)}, live since ${timeOf(composition.activatedAt)}, at
            <a href="${site.url}">${site.url}</a>
          </p>`
        : html`<p class="lead">Nothing is live yet.</p>`
    }
    ${
      frozen &&
      html`<p class="notice warn">
        Frozen by ${frozen.by} since ${timeOf(frozen.at)}${frozen.reason && `: ${frozen.reason}`}
      </p>`
    }
    ${
      disk &&
      disk.freeBytes < disk.reserveBytes &&
      html`<p class="notice bad">
        The disk is almost full: ${megabytes(disk.freeBytes)} are free, and ${megabytes(disk.reserveBytes)}
        stay for what visitors send. No release, preview or rendering is written to it until there is room.
      </p>`
    }
    <p class="actions">${actionLink(you, frozen ? 'unfreeze' : 'freeze', { app: '' })}</p>
    ${tableOf(
      'Apps',
      ['App', 'Live release', 'Since', 'Routes', 'State'],
      apps.map(appRow),
      'No app is live.',
    )}
    ${waitingTable({ waiting, held }, status, you)} ${sharedTable(status)} ${contractTable(status)}
    ${upstreamsTable(status)} ${leaseTable(leases)} ${previewTable(previews)}
    ${historyTable('Latest changes', history)}
    <p><a href="/-/log">The whole history</a></p>`;
}

function leaseTable(leases: Status['leases']): Html {
  const row = ({ id, activatedAt, until }: Status['leases'][number]): Cell[] => [
    digestOf(id),
    timeOf(activatedAt),
    timeOf(until),
  ];
  return tableOf(
    'Still served',
    ['Composition', 'Live since', 'Served until'],
    leases.map(row),
    'No earlier composition has a lease.',
  );
}

function previewTable(previews: Status['previews']): Html {
  const row = ({ id, apps, until, url }: Status['previews'][number]): Cell[] => [
    html`<a href="${url}">${digestOf(id)}</a>`,
    apps.join(', ') || 'nothing',
    timeOf(until),
  ];
  return tableOf(
    'Previews',
    ['Preview', 'Differs in', 'Works until'],
    previews.map(row),
    'No candidate is kept for a look.',
  );
}

function appRow(entry: AppStatus): Cell[] {
  const { app, live, identity, activatedAt, routes, pinned, held, warnings, newest } = entry;
  const state = html`${badge('live', 'good')} ${pinned && badge(`pinned by ${pinned.by}`, 'warn')}
  ${warnings && html`${badge('to mend', 'warn')} ${findings(warnings)}`}
  ${held !== undefined && badge(`newer: ${holdText(pinned !== null)}`, 'warn')}
  ${
    newest &&
    newest.digest !== held &&
    html`${badge(`newer: ${stateText(newest.state)}`, newest.state === 'refused' ? 'bad' : 'warn')}
    ${findings(newest.checks)}`
  }`;
  return [appLink(app), releaseLink(app, live, identity), timeOf(activatedAt), routes, state];
}

export interface AppPage {
  app: string;
  status: AppStatus | undefined;
  held: HeldRelease | undefined;
  releases: ReleaseSummary[];
  history: HistoryEntry[];
  you: Token;
  done: string | undefined;
}

export function appPage({ app, status, held, releases, history, you, done }: AppPage): Html {
  const row = (release: ReleaseSummary): Cell[] => {
    const { digest, state, live, source, receivedAt, identity, rolledBackAt, checks } = release;
    const target = { app, digest };
    const isHeld = digest === held?.digest;
    const states = html`${live && badge('live', 'good')} ${badge(stateText(state), toneOf(state))}
    ${isHeld && badge(holdText(held?.by === 'pin'), 'warn')}
    ${rolledBackAt !== null && badge('rolled back', 'bad')} ${findings(checks)}`;
    const actions = html`${(isHeld || state === 'waiting') && actionLink(you, 'withdraw', { app })}
    ${state === 'admitted' && !live && actionLink(you, 'rollback', target, 'Make live')}
    ${state === 'admitted' && !live && actionLink(you, 'pin', target, 'Make live and pin')}`;
    return [releaseLink(app, digest, identity), states, timeOf(receivedAt), source, actions];
  };
  return html`<p><a href="/-/">Overview</a></p>
    <h1>${app}</h1>
    ${notice(done)}
    ${
      status
        ? html`<p class="lead">
            ${releaseLink(app, status.live, status.identity)}, live since
            ${timeOf(status.activatedAt)}${status.pinned && `, pinned by ${status.pinned.by}`}
          </p>`
        : html`<p class="lead">Not on the site.</p>`
    }
    ${
      status?.warnings &&
      html`<section class="notice warn" id="to-mend">
        <p>What other apps changed left something of this one to mend:</p>
        ${findings(status.warnings, true)}
      </section>`
    }
    <p class="actions">
      ${
        status && [
          actionLink(you, 'rollback', { app }),
          actionLink(you, status.pinned ? 'unpin' : 'pin', { app }),
          status.kind === 'remote' && actionLink(you, 'retire', { app }),
        ]
      }
    </p>
    ${tableOf('Releases', ['Release', 'State', 'Received', 'Source', 'Actions'], releases.map(row), 'None is kept.')}
    ${historyTable('Changes', history)}`;
}

export function historyPage(history: HistoryEntry[]): Html {
  return html`<h1>History</h1>
    ${historyTable('Changes', history)}`;
}

/** @param details what it would do, where that is known before; @param digest of the release that it was found for. */
export function confirmPage(
  name: ActionName,
  target: ActionTarget,
  live: string | undefined,
  { details, digest = target.digest }: { details?: Html; digest?: string | undefined } = {},
): Html {
  const { question, effect, label } = ACTIONS[name];
  const { app } = target;
  return html`<h1>${question(target)}</h1>
    <form class="card" method="post" action="/-/do/${name}">
      ${details ?? (app && live && html`<p>Live now: ${digestOf(live)}</p>`)}
      <p>${effect}</p>
      <input type="hidden" name="app" value="${app}" />
      ${digest !== undefined && html`<input type="hidden" name="digest" value="${digest}" />`}
      ${
        name === 'freeze' &&
        html`<label for="reason">Reason, for everyone whose release waits</label>
          <input id="reason" name="reason" maxlength="200" autocomplete="off" />`
      }
      <p class="actions">
        <button>${label}</button>
        <a href="${app ? `/-/apps/${app}` : '/-/'}">Cancel</a>
      </p>
    </form>`;
}

/** What was asked for does not fit the other apps of now. */
export function refusedPage({ releases, checks }: Verdict): Html {
  return html`<h1>Refused</h1>
    <p class="notice bad" role="alert">
      ${releases.map(({ app, digest }) => `${app} ${digest.slice(0, 12)}`).join(', ')} does not fit the other
      apps of now. Nothing has changed.
    </p>
    ${findings(checks, true)}
    <p><a href="/-/">Overview</a></p>`;
}

export function errorPage(message: string, fix: string | undefined): Html {
  return html`<h1>That did not work</h1>
    <p class="notice bad" role="alert">${message}${!/[.!?]$/.test(message) && '.'} ${fix}</p>
    <p><a href="/-/">Overview</a></p>`;
}

function historyTable(caption: string, history: HistoryEntry[]): Html {
  const row = ({ at, actor, action, app, from, to, identity, note }: HistoryEntry): Cell[] => [
    timeOf(at),
    actor,
    badge(action, action === 'refuse' || action === 'fallback' ? 'bad' : 'plain'),
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
  );
}
