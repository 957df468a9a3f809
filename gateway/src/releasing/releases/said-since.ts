import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { StateStore } from '../../platform/database/state-store.ts';

/** Who acts where a source brings a release. */
export const SOURCE = 'source';

/** What its team, or an operator, says of which release an app is to be at; also where it was refused, waits or is held. */
const WORDS = new Set<HistoryAction>(['activate', 'refuse', 'admit', 'rollback', 'retire', 'withdraw']);
const MAX_ENTRIES = 200;
/** The times of files are behind the clock: by milliseconds on Linux, by more on other file systems. */
const COARSE_MS = 1_000;

/**
 * @param builtAt ms since the epoch.
 * @returns the newest thing that somebody said of an app since; undefined when nothing was but by a source.
 */
export async function saidSince(
  state: Pick<StateStore, 'history'>,
  app: string,
  builtAt: number,
): Promise<HistoryEntry | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  const later = entries.filter(({ at, actor }) => at > builtAt + COARSE_MS && actor !== SOURCE);
  return later.find(({ action }) => WORDS.has(action));
}
