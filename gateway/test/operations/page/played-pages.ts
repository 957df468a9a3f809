import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import { appPage } from '../../../src/operations/page/app-page.ts';
import { errorPage } from '../../../src/operations/page/errors.ts';
import { historyPage, overviewPage } from '../../../src/operations/page/overview-page.ts';
import type { Html } from '../../../src/operations/page/html.ts';
import { errorGroup } from './played-errors.ts';
import { appStatus, digest, history, NOW, operator, release, statusOf } from './played-status.ts';

const tokenMade: HistoryEntry = {
  ...history[0]!,
  actor: 'gateway',
  action: 'token-create',
  app: null,
  from: null,
  to: null,
  note: 'ada (t_0123456789ab)',
};

/** The entry with the longest commit message that is shown. */
const longer = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  identity: { ...entry.identity, message: 'Say it shorter on the first page of the blog, '.repeat(2) },
});

/** Pages of a site whose blog has an error. */
export function playedPages(): Record<'overview' | 'app' | 'error' | 'history', Html> {
  const group = errorGroup();
  const gateway = { version: '1.4.0', contract: { oldest: 1, newest: 2 }, seenAt: NOW };
  const gateways = [
    { ...gateway, id: `${'w'.repeat(60)}-aa11`, composition: digest('7') },
    { ...gateway, id: 'web-2-bb22', composition: digest('6') },
  ];
  const shown = { history, you: operator, done: undefined, now: NOW };
  return {
    overview: overviewPage({ ...shown, status: statusOf({ gateways }) }),
    app: appPage({
      ...shown,
      app: 'blog',
      status: appStatus('blog'),
      releases: [release('blog', { live: true }), release('blog', { digest: digest('b') })],
      errors: { groups: [group], more: true },
    }),
    error: errorPage({
      app: 'blog',
      id: group.id,
      groups: [group, errorGroup({ release: digest('b'), isNew: false })],
      live: digest('a'),
      now: NOW,
    }),
    history: historyPage([...history.map(longer), tokenMade], NOW),
  };
}
