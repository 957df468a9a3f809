import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { ReleaseKey, StateStore } from '../../../platform/database/state-store.ts';
import { replacesWaiting } from '../../releases/newer-decision.ts';
import type { Mutex } from '../../../platform/processes/one-at-a-time.ts';

/** Releases that wait for another app's version: of each app the newest decision, or none. */
export interface Waiting {
  /**
   * Keeps refused releases for when another app changes, in place of what waited of theirs.
   * @param isReplaced called while the mutex is held: whether a newer decision about them was made meanwhile.
   * @returns false, keeping none, when it was.
   */
  mark(releases: readonly ReleaseKey[], findings: Finding[], isReplaced: () => boolean): Promise<boolean>;
  /** Ends the waiting of what a release that is live replaces: its team says again that this is the one. */
  end(live: ReleaseKey): Promise<void>;
}

const MAX_WAITING = 50;
const SHELL = 'shell';
const SHARED_CODES: string[] = [admissionErrors.SHARED_MISSING.code, admissionErrors.SHARED_VERSION.code];

export function createWaiting({ state, mutex }: { state: StateStore; mutex: Mutex }): Waiting {
  return {
    mark: (releases, findings, isReplaced) =>
      mutex(async () => {
        if (isReplaced()) return false;
        for (const { app, digest } of releases) {
          const replaced = await replacedBy(state, { app, digest }, !isMigration(findings));
          await state.supersede(replaced, [app]);
          await state.setReleaseState(app, digest, 'waiting', findings);
        }
        return true;
      }),
    end: (live) => mutex(async () => state.supersede(await replacedBy(state, live, true), [live.app])),
  };
}

/**
 * What waits of an app and is replaced by a newer decision on it.
 * @param digest the release that the decision is about, if it is about one.
 * @param keepsMigration whether what waits for another shell's shared modules stays beside it: a hotfix does not undo a migration.
 */
export async function replacedBy(
  state: Pick<StateStore, 'releases'>,
  { app, digest }: { app: string; digest?: string | undefined },
  keepsMigration: boolean,
): Promise<ReleaseKey[]> {
  const waiting = await state.releases({ app, state: 'waiting', limit: MAX_WAITING });
  return waiting
    .filter((head) => head.digest !== digest && !(keepsMigration && isMigration(head.findings)))
    .map((head) => ({ app, digest: head.digest }));
}

/** @returns what waits for another version of an app. */
export async function waitingFor(state: Pick<StateStore, 'releases'>, app: string): Promise<ReleaseKey[]> {
  const waiting = await state.releases({ state: 'waiting', limit: MAX_WAITING });
  return waiting.filter(({ findings }) =>
    findings.some(({ waitsFor }) => waitsFor === app || waitsFor === '*'),
  );
}

/** @returns the apps of entries of the history that replace waiting releases, and those releases. */
export async function supersededBy(
  state: Pick<StateStore, 'releases'>,
  history: readonly { action: HistoryAction; app: string | null; to: string | null }[],
): Promise<{ apps: string[]; releases: ReleaseKey[] }> {
  const decided = history.filter(({ action, app }) => app !== null && replacesWaiting(action));
  const replaced = decided.map(({ app, to, action }) =>
    replacedBy(state, { app: app!, digest: to ?? undefined }, action === 'activate'),
  );
  return { apps: decided.map(({ app }) => app!), releases: (await Promise.all(replaced)).flat() };
}

/** Whether a remote's release waits for nothing but another shell's shared modules. */
export function isMigration(findings: readonly Finding[]): boolean {
  return (
    findings.length > 0 &&
    findings.every(({ code, waitsFor }) => waitsFor === SHELL && SHARED_CODES.includes(code))
  );
}
