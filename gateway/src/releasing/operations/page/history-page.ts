import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { type Html, html } from './html.ts';
import { digestOf, sinceOf } from './layout.ts';
import { appLink, badge, releaseLink } from './pieces.ts';
import { type Cell, tableOf } from './table.ts';

/** @param now ms since the epoch. */
export function historyPage(history: HistoryEntry[], now: number): Html {
  return html`<h1>History</h1>
    ${historyTable('Changes', history, now)}`;
}

export function historyTable(caption: string, history: HistoryEntry[], now: number): Html | false {
  const row = ({ at, actor, action, app, from, to, identity, note }: HistoryEntry): Cell[] => [
    sinceOf(at, now),
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
