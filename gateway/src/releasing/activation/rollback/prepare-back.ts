import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import { gatewayErrors } from '../../../platform/errors.ts';
import type { StoredRelease } from '../../../platform/database/state-store.ts';
import type { Base, Releases } from '../candidates.ts';
import type { ChangeParts } from '../change-parts.ts';
import { staysGood, wentLive } from '../live-releases.ts';
import { type Earlier, earlierWith, type LiveApps, liveSteps } from './live-line.ts';
import { type Back, planRollback } from './rollback-plan.ts';

/** A rollback as it would be done on what is live now. */
export interface PreparedBack {
  base: Base;
  /** What goes back; null = off the site. */
  back: Back;
  /** What would be live then. */
  releases: Releases;
  /** Why it cannot be done. */
  findings: Finding[];
  /** Whether it was live before, so that it needs no admission. */
  wasLive: boolean;
  earlier: Earlier | undefined;
}

const MAX_ENTRIES = 1000;

/**
 * @param along apps that go back with it.
 * @throws GW_RELEASE_UNKNOWN when what one of these goes back to is not known or kept.
 */
export async function prepareBack(
  { state, candidates }: ChangeParts,
  { app, digest, release }: StoredRelease,
  along: readonly string[],
): Promise<PreparedBack> {
  const base = candidates.base();
  const today = digestsOf(base.releases);
  const history = await state.history({ limit: MAX_ENTRIES });
  const earlier = earlierWith(liveSteps(history), today, app, digest);
  const kept: Releases = { [app]: release };
  for (const [name, at] of Object.entries(earlier?.apps ?? {})) {
    const stored = name === app || at === today[name] ? undefined : await state.release(name, at);
    if (stored && staysGood(stored)) kept[name] = stored.release;
  }
  const isKept = (name: string) => earlier?.apps[name] === undefined || Object.hasOwn(kept, name);
  for (const name of along)
    if (!earlier || !isKept(name) || !Object.hasOwn({ ...today, ...earlier.apps }, name))
      throw gatewayErrors.RELEASE_UNKNOWN({ app: name, release: 'that was live with it' });
  const pinned = new Set((await state.pins()).map((pin) => pin.app));
  const releasesAfter = (back: Back) => withBack(base.releases, back, kept);
  const { back, findings } = planRollback({
    app,
    to: digest,
    today,
    earlier,
    along,
    isKept,
    isPinned: (name) => pinned.has(name),
    check: (tried) => candidates.check(releasesAfter(tried), new Set(Object.keys(tried))),
  });
  const own = earlier ? [] : await state.history({ app, limit: MAX_ENTRIES });
  const wasLive = earlier !== undefined || own.some((entry) => entry.to === digest && wentLive(entry));
  return { base, back, releases: releasesAfter(back), findings, wasLive, earlier };
}

function withBack(live: Releases, back: Back, kept: Releases): Releases {
  const releases = { ...live };
  for (const [app, digest] of Object.entries(back)) {
    const release = digest === null ? undefined : kept[app];
    if (release) releases[app] = release;
    else if (digest === null) delete releases[app];
  }
  return releases;
}

function digestsOf(releases: Releases): LiveApps {
  return Object.fromEntries(Object.values(releases).map(({ app, digest }) => [app, digest]));
}
