import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { StateStore } from '../../platform/database/state-store.ts';

/** The actor of a change that a release source brings. */
export const SOURCE = 'source';

/**
 * The effect of each action of the history on the release of its app. Other actions decide nothing.
 * - `publishing`: releases of the app that are on their way to be live give way.
 * - `waiting`: releases of the app that wait or are held give way.
 * - `build`: builds that were made before give way.
 */
const DECIDES: Partial<Record<HistoryAction, readonly ('publishing' | 'waiting' | 'build')[]>> = {
  activate: ['waiting', 'build'],
  rollback: ['publishing', 'waiting', 'build'],
  retire: ['publishing', 'waiting', 'build'],
  withdraw: ['publishing', 'waiting', 'build'],
  // A release that was refused, waits or is held is the newest decision of its team all the same.
  refuse: ['build'],
  admit: ['build'],
};

/** @returns whether releases of the app that wait or are held give way to an action. */
export function replacesWaiting(action: HistoryAction): boolean {
  return DECIDES[action]?.includes('waiting') ?? false;
}

export type Decisions = ReturnType<typeof createDecisions>;

/** The decisions on apps that this gateway made, in their order: a release on its way gives way to a newer decision. */
export function createDecisions() {
  const sequence = new Map<string, number>();
  const numberOf = (app: string) => sequence.get(app) ?? 0;
  return {
    /** @returns names those of these apps on which a newer decision was made since. */
    since(apps: readonly string[]) {
      const before = apps.map(numberOf);
      return () => apps.filter((app, index) => numberOf(app) !== before[index]);
    },
    /** Records an action; one that does not end what is on its way changes nothing. */
    record(app: string, action: HistoryAction): void {
      if (DECIDES[action]?.includes('publishing')) sequence.set(app, numberOf(app) + 1);
    },
  };
}

const MAX_ENTRIES = 200;
/** The times of files are behind the clock: by milliseconds on Linux, by more on other file systems. */
const COARSE_MS = 1_000;

/**
 * A build has no place in the order of the history, so times are compared.
 * @param builtAt ms since the epoch.
 * @returns the newest decision on an app since, other than by a source; undefined when there is none.
 */
export async function decisionSinceBuild(
  state: Pick<StateStore, 'history'>,
  app: string,
  builtAt: number,
): Promise<HistoryEntry | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  const later = entries.filter(({ at, actor }) => at > builtAt + COARSE_MS && actor !== SOURCE);
  return later.find(({ action }) => DECIDES[action]?.includes('build'));
}
