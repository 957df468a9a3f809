import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import type { SharedChange } from '@voltframe/kit/contract/operations/site-status';
import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { satisfies } from 'semver';
import { heldSetting, type ReleaseHead, type ReleaseKey } from '../state/release-store.ts';
import type { StateStore } from '../state/state-store.ts';
import type { Mutex } from '../../platform/runtime/one-at-a-time.ts';

const MAX_WAITING = 50;
/** The actions that replace the releases of the app that wait or are held. */
const REPLACE_WAITING: ReadonlySet<HistoryAction> = new Set(['activate', 'rollback', 'retire', 'withdraw']);
const SHARED_CODES: string[] = [admissionErrors.SHARED_MISSING.code, admissionErrors.SHARED_VERSION.code];

/**
 * Releases that wait for another app's version, and admitted releases that a pin or a freeze holds: at most
 * the newest decision of each app. Every method that writes acquires the mutex.
 */
export interface Waiting {
  /**
   * Marks releases as waiting, in place of the waiting releases of their apps.
   * @param findings the reasons why they wait for another app; none: they are admitted, and wait for the end of a
   * hold.
   * @param isRetry whether the platform tries stored releases again. This is no decision of a team: a release that
   * waits already stays one of those that wait, and replaces none.
   * @param isReplaced called while the mutex is locked. Whether a newer decision about them was made meanwhile.
   * @param record adds the history to the transaction.
   * @returns false, without a change, after a newer decision, or when admitted releases are no longer held.
   */
  mark: (
    releases: readonly ReleaseKey[],
    findings: Finding[],
    isRetry: boolean,
    isReplaced: () => boolean,
    record: (tx: StateStore) => Promise<void>,
  ) => Promise<boolean>;
  /** Ends the waiting of releases that a live release replaces, when its team publishes it again. */
  end: (live: ReleaseKey) => Promise<void>;
  /** Ends the hold of releases of these apps that no pin or freeze holds any longer. @returns these releases. */
  releaseHeld: (apps: readonly string[]) => Promise<ReleaseKey[]>;
  /** @returns the releases that wait for another version of an app. */
  waitingFor(app: string): Promise<ReleaseHead[]>;
  /**
   * @param besides apps with a newer decision.
   * @returns all waiting releases that are not held, the newest of each app; and, where some of them wait for another
   *   version of a shared module only, all releases of that migration. Both without the apps of `besides`; empty sets
   *   are left out.
   */
  companionSets(besides: ReadonlySet<string>): Promise<Release[][]>;
}

export function createWaiting({ state, mutex }: { state: StateStore; mutex: Mutex }): Waiting {
  const allWaiting = () => state.releases({ state: 'waiting', limit: MAX_WAITING });
  const stored = async (heads: ReleaseHead[]): Promise<Release[]> => {
    const entries = await Promise.all(heads.map(({ app, digest }) => state.release(app, digest)));
    return entries.flatMap((entry) => entry?.release ?? []);
  };
  return {
    mark: (releases, findings, isRetry, isReplaced, record) =>
      mutex(async () => {
        const isHeld = findings.length === 0;
        const apps = releases.map(({ app }) => app);
        if (isReplaced() || (isHeld && !(await holdOn(state, apps)))) return false;
        await state.atomically(async (tx) => {
          for (const { app, digest } of releases) {
            const stays = isRetry && !isHeld && (await tx.release(app, digest))?.state === 'waiting';
            if (!stays)
              await tx.supersede(await replacedBy(tx, { app, digest }, !isMigration(findings)), [app]);
            await tx.setReleaseState(app, digest, isHeld ? 'admitted' : 'waiting', findings);
            if (isHeld) await tx.setSetting(heldSetting(app), digest);
          }
          await record(tx);
        });
        return true;
      }),
    end: (live: ReleaseKey) =>
      mutex(async () => state.supersede(await replacedBy(state, live, true), [live.app])),
    releaseHeld: (apps: readonly string[]) =>
      mutex(async () => {
        const free: ReleaseKey[] = [];
        for (const app of apps) {
          const digest = (await holdOn(state, [app])) ? undefined : await state.setting(heldSetting(app));
          if (digest === undefined) continue;
          await state.setSetting(heldSetting(app), undefined);
          free.push({ app, digest });
        }
        return free;
      }),
    async waitingFor(app: string) {
      const waits = ({ waitsFor }: Finding) => waitsFor === app || waitsFor === '*';
      return (await allWaiting()).filter(({ findings }) => findings.some(waits));
    },
    async companionSets(besides: ReadonlySet<string>): Promise<Release[][]> {
      const choices: ReleaseHead[][] = [];
      for (const heads of waitingOfEach(await allWaiting()))
        if (!besides.has(heads[0]!.app) && !(await holdOn(state, [heads[0]!.app]))) choices.push(heads);
      const all = choices.map(([newest]) => newest!);
      const migrating = choices.flatMap((heads) => heads.find(migrates) ?? []);
      const isSame = migrating.length === all.length && migrating.every((head) => all.includes(head));
      const sets = [all, ...(isSame ? [] : [migrating])].filter(({ length }) => length > 0);
      return Promise.all(sets.map((heads) => stored(heads)));
    },
  };
}

/**
 * @param digest of the release of the decision, if any.
 * @param keepsMigration whether a release that waits for shared modules of another shell stays: a hotfix does not undo
 *   a migration.
 * @returns the waiting releases of an app that a newer decision replaces.
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

/** @returns the apps whose waiting releases these entries of the history replace, and those releases. */
export async function supersededBy(
  state: Pick<StateStore, 'releases'>,
  history: readonly { action: HistoryAction; app: string | null; to: string | null }[],
): Promise<{ apps: string[]; releases: ReleaseKey[] }> {
  const decided = history.filter(({ action, app }) => app !== null && REPLACE_WAITING.has(action));
  const replaced = decided.map(({ app, to, action }) =>
    replacedBy(state, { app: app!, digest: to ?? undefined }, action === 'activate'),
  );
  return { apps: decided.map(({ app }) => app!), releases: (await Promise.all(replaced)).flat() };
}

/** @returns whether a release waits for nothing but the shared modules of another shell. */
function isMigration(findings: readonly Finding[]): boolean {
  return (
    findings.length > 0 &&
    findings.every(({ code, waitsFor }) => waitsFor === SHELL && SHARED_CODES.includes(code))
  );
}

/** @returns whether a release is part of a migration to another version of a shared module. */
function migrates({ app, findings }: ReleaseHead): boolean {
  return app === SHELL || isMigration(findings);
}

/** @returns for each app the newest release, and the newest of a migration that also waits. */
function waitingOfEach(newestFirst: ReleaseHead[]): ReleaseHead[][] {
  const byApp = Map.groupBy(newestFirst, ({ app }) => app);
  return [...byApp.values()].map(([newest, ...older]) => {
    const migration = older.find(({ findings }) => isMigration(findings));
    return [newest!, ...(migration ? [migration] : [])];
  });
}

/**
 * @param live current live releases.
 * @param waiting releases that wait for another app's version, newest first.
 * @returns each shared module whose version in the waiting shell is not accepted by every live remote: the remotes
 * that accept it, the remotes with a waiting release that accepts it, and the remaining ones. Pure.
 */
export function sharedChanges(live: readonly Release[], waiting: readonly Release[]): SharedChange[] {
  const shell = live.find(({ app }) => app === SHELL);
  const next = waiting.find(({ app }) => app === SHELL);
  if (!shell || !next) return [];
  const remotes = live.filter(({ app }) => app !== SHELL);
  return Object.entries(shell.shared.provides).flatMap(([module, version]) => {
    const to = Object.hasOwn(next.shared.provides, module) ? next.shared.provides[module]! : null;
    const fits = (release: Release) => accepts(release, module, to);
    const accepted = remotes.filter(fits).map(({ app }) => app);
    const others = remotes.map(({ app }) => app).filter((app) => !accepted.includes(app));
    if (others.length === 0) return [];
    const ready = others.filter((app) => waiting.some((release) => release.app === app && fits(release)));
    const missing = others.filter((app) => !ready.includes(app));
    return [{ module, from: version, to, shell: next.digest, accepted, ready, missing }];
  });
}

function accepts({ shared }: Release, module: string, version: string | null): boolean {
  if (!Object.hasOwn(shared.requires, module)) return true;
  const range = shared.requires[module]!;
  return version !== null && satisfies(version, range, { includePrerelease: true });
}

/** A pin or a freeze. Releases that are admitted during it wait, and go live when it ends. */
export interface Hold {
  by: 'pin' | 'freeze';
  reason: string;
}

/** While the site is frozen nothing goes live, except rollbacks. */
export interface Freeze {
  by: string;
  /** Milliseconds since the epoch. */
  at: number;
  reason: string;
}

const FREEZE = 'frozen';

/** @returns the hold on the first of these apps that may not change; undefined: all may change. */
export async function holdOn(
  state: Pick<StateStore, 'setting' | 'pins'>,
  apps: readonly string[],
): Promise<Hold | undefined> {
  const freeze = await freezeOf(state);
  if (freeze && apps.length > 0) {
    const why = freeze.reason && `: ${freeze.reason}`;
    return { by: 'freeze', reason: `the site is frozen by ${freeze.by}${why}` };
  }
  const pin = (await state.pins()).find(({ app }) => apps.includes(app));
  return pin && { by: 'pin', reason: `${pin.app} is pinned by ${pin.actor}` };
}

export async function isPinned(state: Pick<StateStore, 'pins'>, app: string): Promise<boolean> {
  return (await state.pins()).some((pin) => pin.app === app);
}

export async function freezeOf(state: Pick<StateStore, 'setting'>): Promise<Freeze | undefined> {
  const text = await state.setting(FREEZE);
  return text === undefined ? undefined : (JSON.parse(text) as Freeze);
}

/** @param freeze undefined ends it. */
export function setFreeze(state: Pick<StateStore, 'setSetting'>, freeze: Freeze | undefined): Promise<void> {
  return state.setSetting(FREEZE, freeze && JSON.stringify(freeze));
}
