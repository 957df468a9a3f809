import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ReleaseHead, StateStore } from '../../../platform/database/state-store.ts';
import type { Holds } from '../holds.ts';
import { isMigration } from './waiting.ts';

const MAX_WAITING = 50;
/** Apps whose waiting releases are tried together with a new one: every subset of them, the largest first. */
const MAX_COMPANIONS = 4;

/**
 * What waits for another app's version and nothing else holds back.
 * @param besides apps that have a newer word of their own.
 * @returns sets of releases to try together with a new one, the largest first and the empty one last: one bad release
 *   must not hold up the others.
 */
export async function companionSets(
  { state, holds }: { state: StateStore; holds: Holds },
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
