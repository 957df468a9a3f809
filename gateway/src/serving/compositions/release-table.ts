import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { StateStore } from '../../platform/database/state-store.ts';

/** Releases as they are needed, each in memory once as long as somebody holds it: manifests may be large. */
export interface ReleaseTable {
  /** @throws when it is not in the store. */
  find(app: string, digest: string): Promise<Release>;
  /** The releases of a composition. @throws when one is missing. */
  of(composition: Composition): Promise<Record<string, Release>>;
  /** Knows these without asking the store. */
  add(releases: Iterable<Release>): void;
  /** Forgets those that nobody holds any more. */
  tidy(): void;
}

export function createReleaseTable(state: Pick<StateStore, 'release'>): ReleaseTable {
  const held = new Map<string, WeakRef<Release>>();
  const find = async (app: string, digest: string): Promise<Release> => {
    const known = held.get(digest)?.deref();
    if (known) return known;
    const stored = await state.release(app, digest);
    if (!stored) throw new Error(`The release ${app}@${digest.slice(0, 12)} is not in the store`);
    held.set(digest, new WeakRef(stored.release));
    return stored.release;
  };
  return {
    find,
    async of({ apps }) {
      const entries = Object.entries(apps).map(
        async ([app, digest]) => [app, await find(app, digest)] as const,
      );
      return Object.fromEntries(await Promise.all(entries));
    },
    add(releases) {
      for (const release of releases) held.set(release.digest, new WeakRef(release));
    },
    tidy() {
      for (const [digest, reference] of held) if (!reference.deref()) held.delete(digest);
    },
  };
}
