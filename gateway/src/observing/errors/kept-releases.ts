import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Site } from '../../serving/compositions/site.ts';
import type { StateStore } from '../../platform/database/state-store.ts';

export interface KeptReleasesPorts {
  state: Pick<StateStore, 'composition' | 'release'>;
  /** Undefined while the gateway starts. */
  site(): Pick<Site, 'live' | 'releasesOf'> | undefined;
}

/**
 * @param id of a composition, as anybody may name it.
 * @returns its releases; undefined when it never was live, or one of them is not kept any more.
 * @throws when the database is away
 */
export async function keptReleases(
  { state, site: siteNow }: KeptReleasesPorts,
  id: string,
): Promise<Record<string, Release> | undefined> {
  const site = siteNow();
  const live = site?.live();
  if (live?.composition.id === id) return live.releases;
  const stored = await state.composition(id);
  if (!site || !stored || stored.activatedAt === 0) return undefined;
  try {
    return await site.releasesOf(stored.composition);
  } catch (error) {
    if (await hasAll(state, stored.composition)) throw error;
    return undefined;
  }
}

/** Compositions are kept for longer than some of their releases. */
async function hasAll(state: Pick<StateStore, 'release'>, { apps }: Composition): Promise<boolean> {
  const found = await Promise.all(Object.entries(apps).map(([app, digest]) => state.release(app, digest)));
  return found.every((release) => release !== undefined);
}
