import type { Release } from '@voltframe/kit/contract/release/release';
import type { ReleaseHead, StateStore } from '../../stores/state-store.ts';
import type { Holds } from '../holds.ts';

const MAX_WAITING = 50;
/** Waiting releases that are tried together with a new one: every subset of them, the largest first. */
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
  const waiting: Release[] = [];
  for (const { app, digest } of newestOfEach(stored)) {
    const free = !besides.has(app) && !(await holds.of(app));
    const found = free ? await state.release(app, digest) : undefined;
    if (found) waiting.push(found.release);
  }
  return subsets(waiting.slice(0, MAX_COMPANIONS));
}

function newestOfEach(releases: ReleaseHead[]): ReleaseHead[] {
  const newest = new Map<string, ReleaseHead>();
  for (const release of releases) if (!newest.has(release.app)) newest.set(release.app, release);
  return [...newest.values()];
}

function subsets<Item>(items: Item[]): Item[][] {
  const all = Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((__, i) => bits & (1 << i)),
  );
  return all.toSorted((a, b) => b.length - a.length);
}
