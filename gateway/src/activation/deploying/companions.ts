import type { Release } from '@voltframe/kit/contract/release/release';
import type { ReleaseHead, StateStore } from '../../stores/state-store.ts';
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
  const choices: Release[][] = [];
  for (const heads of waitingOfEach(stored)) {
    const { app } = heads[0]!;
    if (besides.has(app) || (await holds.of(app))) continue;
    const found = await Promise.all(heads.map(({ digest }) => state.release(app, digest)));
    choices.push(found.flatMap((one) => (one ? [one.release] : [])));
  }
  return selections(choices.slice(0, MAX_COMPANIONS)).toSorted((a, b) => b.length - a.length);
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
