import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { AppStatus, Status } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { historyTable } from '../history-page.ts';
import { type Html, html } from '../html.ts';
import { sinceOf } from '../layout.ts';
import { actionLink, appLink, badge, findings, holdText, notice, releaseLink, stateText } from '../pieces.ts';
import { type Cell, tableOf } from '../table.ts';
import { sortConcerns } from './concern.ts';
import { contractTable } from './contract-view.ts';
import { glance } from './glance-view.ts';
import { leaseTable, previewTable } from './kept-view.ts';
import { statusConcerns } from './status-concerns.ts';
import { upstreamsTable } from './upstreams-view.ts';
import { sharedTable, type Waiting, waitingTable } from './waiting-view.ts';

export interface Overview extends Waiting {
  status: Status;
  history: HistoryEntry[];
  you: Token;
  done: string | undefined;
  /** ms since the epoch. */
  now: number;
}

export function overviewPage({ status, waiting, held, history, you, done, now }: Overview): Html {
  const { frozen, apps, leases, previews } = status;
  const concerns = sortConcerns(statusConcerns(status), you.app);
  return html`${glance(status, concerns, now)} ${notice(done)}
    <p class="actions">${actionLink(you, frozen ? 'unfreeze' : 'freeze', { app: '' })}</p>
    ${tableOf(
      'Apps',
      ['App', 'Live release', 'Since', 'Routes', 'State'],
      apps.map((app) => appRow(app, now)),
      'No app is live.',
    )}
    ${waitingTable({ waiting, held }, status, you, now)} ${sharedTable(status)} ${upstreamsTable(status, now)}
    ${previewTable(previews)} ${historyTable('Latest changes', history, now)}
    <p><a href="/-/log">The whole history</a></p>
    ${contractTable(status)} ${leaseTable(leases, now)}`;
}

function appRow(entry: AppStatus, now: number): Cell[] {
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
  return [appLink(app), releaseLink(app, live, identity), sinceOf(activatedAt, now), routes, state];
}
