import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import {
  heldSetting,
  type ReleaseHead,
  type ReleaseKey,
  type StateStore,
} from '../../platform/database/state-store.ts';
import { type Decisions, replacesWaiting } from '../releases/newer-decision.ts';
import type { Mutex } from '../../platform/processes/one-at-a-time.ts';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { SharedChange } from '@voltframe/kit/contract/operations/site-status';
import { satisfies } from 'semver';
import type { Change } from '@voltframe/kit/contract/operations/operations';
import { gatewayErrors } from '../../platform/errors.ts';
import type { Candidates } from './candidates.ts';

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

/** Apps whose waiting releases are tried together with a new one: every subset of them, the largest first. */
const MAX_COMPANIONS = 4;

/**
 * What waits for another app's version and nothing else holds back.
 * @param besides apps that have a newer word of their own.
 * @returns sets of releases to try together with a new one, the largest first and the empty one last: one bad release
 *   must not hold up the others.
 */
export async function companionSets(
  { state, holds }: { state: StateStore; holds: { of(app: string): Promise<unknown> } },
  besides: ReadonlySet<string>,
): Promise<Release[][]> {
  const stored = await state.releases({ state: 'waiting', limit: MAX_WAITING });
  const choices: ReleaseHead[][] = [];
  for (const heads of waitingOfEach(stored))
    if (!besides.has(heads[0]!.app) && !(await holds.of(heads[0]!.app))) choices.push(heads);
  const few = selections(choices.slice(0, MAX_COMPANIONS)).toSorted((a, b) => b.length - a.length);
  const sets = choices.length > MAX_COMPANIONS ? [...wholeSets(choices), ...few] : few;
  const releases = await releasesOf(state, choices.flat());
  return sets.map((set) => set.flatMap((head) => releases.get(head) ?? []));
}

/**
 * Where more wait than every subset of can be tried: all, and what belongs to another version of a shared module, which may need
 * every app of the site.
 */
function wholeSets(choices: ReleaseHead[][]): ReleaseHead[][] {
  const migrating = choices.flatMap((heads) => {
    const head = heads.find(({ app, findings }) => app === SHELL || isMigration(findings));
    return head ? [head] : [];
  });
  const all = choices.map(([newest]) => newest!);
  return migrating.length > 0 ? [all, migrating] : [all];
}

async function releasesOf(state: StateStore, heads: ReleaseHead[]): Promise<Map<ReleaseHead, Release>> {
  const found = await Promise.all(heads.map(({ app, digest }) => state.release(app, digest)));
  return new Map(heads.flatMap((head, index) => (found[index] ? [[head, found[index].release]] : [])));
}

/** @returns of each app the newest, and the newest that waits beside it for another shell's shared modules. */
function waitingOfEach(newestFirst: ReleaseHead[]): ReleaseHead[][] {
  const byApp = Map.groupBy(newestFirst, ({ app }) => app);
  return [...byApp.values()].map(([newest, ...older]) => {
    const migration = older.find(({ findings }) => isMigration(findings));
    return [newest!, ...(migration ? [migration] : [])];
  });
}

/** @returns every way to take one or none of each choice. */
function selections<Item>(choices: Item[][]): Item[][] {
  return choices.reduce<Item[][]>(
    (sets, choice) => sets.flatMap((set) => [...choice.map((item) => [...set, item]), set]),
    [[]],
  );
}

/**
 * What of the shared modules keeps the shell's next release waiting. Pure.
 * @param live releases of now.
 * @param waiting releases that wait for another app's version, newest first.
 * @returns each module whose next version not every live remote accepts, with who accepts it, who waits with it, who is missing.
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

/**
 * Takes back what waits of an app, for another app or for a hold to end; what is being checked gives way too.
 * @param now ms since the epoch.
 * @throws GW_NOTHING_WAITS
 */
export function withdraw(
  {
    state,
    decisions,
    candidates,
    mutex,
  }: { state: StateStore; decisions: Decisions; candidates: Candidates; mutex: Mutex },
  app: string,
  actor: string,
  now: number,
): Promise<Change> {
  return mutex(async () => {
    decisions.record(app, 'withdraw');
    const waiting: ReleaseKey[] = await replacedBy(state, { app }, false);
    const held = await state.setting(heldSetting(app));
    if (held !== undefined) waiting.push({ app, digest: held });
    if (waiting.length === 0) throw gatewayErrors.NOTHING_WAITS({ app });
    await state.supersede([], [app]);
    const { id, releases } = candidates.base();
    for (const { digest } of waiting) {
      await state.setReleaseState(app, digest, 'withdrawn', []);
      const from = releases[app]?.digest ?? null;
      await state.addHistory({ at: now, actor, action: 'withdraw', app, from, to: digest, note: '' });
    }
    const names = waiting.map(({ digest }) => digest.slice(0, 12)).join(', ');
    return {
      message: `${app} ${names} is taken back; it goes live only when it is published again`,
      ...(id !== null && { composition: id }),
    };
  });
}
