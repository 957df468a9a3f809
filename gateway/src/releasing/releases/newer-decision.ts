import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { StateStore } from '../../platform/database/state-store.ts';

/** The actor of a change by a release source. */
export const SOURCE = 'source';

/**
 * The releases that each action of the history replaces. Other actions replace nothing.
 * - `publishing`: releases of the app that are being published.
 * - `waiting`: releases of the app that wait or are held.
 * - `build`: earlier builds.
 */
const DECIDES: Partial<Record<HistoryAction, readonly ('publishing' | 'waiting' | 'build')[]>> = {
  activate: ['waiting', 'build'],
  rollback: ['publishing', 'waiting', 'build'],
  retire: ['publishing', 'waiting', 'build'],
  withdraw: ['publishing', 'waiting', 'build'],
  // A refused, waiting or held release also counts as the newest decision of its team.
  refuse: ['build'],
  admit: ['build'],
};

/** @returns whether an action replaces releases of the app that wait or are held. */
export function replacesWaiting(action: HistoryAction): boolean {
  return DECIDES[action]?.includes('waiting') ?? false;
}

export type Decisions = ReturnType<typeof createDecisions>;

/**
 * The decisions of this gateway on apps, in their order: a newer decision replaces a release that is being published.
 */
export function createDecisions() {
  const sequence = new Map<string, number>();
  const numberOf = (app: string) => sequence.get(app) ?? 0;
  return {
    /** @returns a function that names those of these apps with a newer decision. */
    since(apps: readonly string[]) {
      const before = apps.map(numberOf);
      return () => apps.filter((app, index) => numberOf(app) !== before[index]);
    },
    /** Records an action. An action that replaces no release that is being published has no effect. */
    record(app: string, action: HistoryAction): void {
      if (DECIDES[action]?.includes('publishing')) sequence.set(app, numberOf(app) + 1);
    },
  };
}

const MAX_ENTRIES = 200;
/** File times may lag behind the clock: by milliseconds on Linux, by more on other file systems. */
const COARSE_MS = 1_000;

/**
 * The history does not contain the build, so times are compared.
 * @param builtAt ms since the epoch.
 * @returns the newest decision on an app since then that was not made by a source; undefined: none.
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
