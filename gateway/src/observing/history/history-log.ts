import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import type { FastifyBaseLogger } from 'fastify';
import type { HistoryLog } from './history-store.ts';

/** Actions that change what visitors see, or what can change it. All others are logged at the level `info`. */
const MESSAGES: Partial<Record<HistoryAction, string>> = {
  activate: '{app} {release} is live',
  refuse: '{app} {release} was refused',
  rollback: '{app} was rolled back to {release}',
  retire: '{app} was retired',
  withdraw: '{app} {release} was withdrawn',
  pin: '{app} was pinned',
  unpin: '{app} was unpinned',
  freeze: 'the site was frozen',
  unfreeze: 'the site was unfrozen',
};

/** @returns a function that logs one line for an entry. It is in the log of the gateway that made the decision only. */
export function createHistoryLog(logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>): HistoryLog {
  return ({ at: _, ...entry }) => {
    const { action, app, to, waitsFor } = entry;
    const message = MESSAGES[action];
    const text = (message ?? `history: ${action}`)
      .replace('{app}', app ?? 'the site')
      .replace('{release}', to?.slice(0, 12) ?? '');
    // A release that waits is an ordinary step of a change of several apps.
    const level = message === undefined ? 'info' : action === 'refuse' && !waitsFor ? 'error' : 'warn';
    logger[level](entry, text);
  };
}
