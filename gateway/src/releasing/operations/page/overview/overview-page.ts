import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { AppStatus, Status } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import { sortConcerns } from '../concerns/concern.ts';
import { seenConcerns } from '../concerns/seen-concerns.ts';
import { statusConcerns } from '../concerns/status-concerns.ts';
import { historyTable } from '../history-page.ts';
import { type Html, html } from '../html.ts';
import { sinceOf } from '../layout.ts';
import { actionLink, appLink, badge, findings, holdText, notice, releaseLink, stateText } from '../pieces.ts';
import { compareErrors } from '../seen/errors-compared.ts';
import { FIGURE_WORDS, figuresOfAll } from '../seen/figure-words.ts';
import type { AppSeen } from '../seen/seen.ts';
import { type Cell, tableOf } from '../table.ts';
import { contractTable } from './contract-view.ts';
import { glance } from './glance-view.ts';
import { leaseTable, previewTable } from './kept-view.ts';
import { upstreamsTable } from './upstreams-view.ts';
import { sharedTable, type Waiting, waitingTable } from './waiting-view.ts';

export interface Overview extends Waiting {
  status: Status;
  history: HistoryEntry[];
  /** Of the apps that who looks may see. */
  seen: AppSeen[];
  you: Token;
  done: string | undefined;
  /** ms since the epoch. */
  now: number;
}

export function overviewPage({ status, waiting, held, history, seen, you, done, now }: Overview): Html {
  const { frozen, apps, leases, previews } = status;
  const found = [...statusConcerns(status), ...seen.flatMap((entry) => seenConcerns(entry, now))];
  const concerns = sortConcerns(found, you.app);
  return html`${glance(status, concerns, now)} ${notice(done)}
    <p class="actions">${actionLink(you, frozen ? 'unfreeze' : 'freeze', { app: '' })}</p>
    ${appTable(apps, seen, now)} ${waitingTable({ waiting, held }, status, you, now)} ${sharedTable(status)}
    ${upstreamsTable(status, now)} ${previewTable(previews)} ${historyTable('Latest changes', history, now)}
    <p><a href="/-/log">The whole history</a></p>
    ${contractTable(status)} ${leaseTable(leases, now)}`;
}

function appTable(apps: AppStatus[], seen: AppSeen[], now: number): Html | false {
  // A column that would be empty for all takes no room.
  const noticed = seen.length > 0 ? ['Errors, a day', 'Largest paint'] : [];
  const row = (entry: AppStatus): Cell[] => {
    const { app, live, identity, activatedAt } = entry;
    const own = seen.find((one) => one.app === app);
    const cells = noticed.length > 0 ? [own ? errorsOf(own, now) : '–', (own && paintOf(own)) ?? '–'] : [];
    const release = releaseLink(app, live, identity);
    return [appLink(app), release, sinceOf(activatedAt, now), ...cells, stateOf(entry)];
  };
  const heads = ['App', 'Live release', 'Since', ...noticed, 'State'];
  return tableOf('Apps', heads, apps.map(row), 'No app is live.');
}

function errorsOf(seen: AppSeen, now: number): Html {
  const { times, worse } = compareErrors(seen, now);
  const count = html`<a href="/-/apps/${encodeURIComponent(seen.app)}#errors">${times}</a>`;
  return worse ? html`${count} ${badge('more than before', 'bad')}` : count;
}

function paintOf({ figures }: AppSeen): string | undefined {
  const lcp = figuresOfAll(figures).find(({ name }) => name === 'lcp');
  return lcp && FIGURE_WORDS.lcp.inWords(lcp.p75);
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
