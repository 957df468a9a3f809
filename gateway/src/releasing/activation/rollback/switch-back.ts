import type { Release } from '@voltframe/kit/contract/release/release';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import type { StoredRelease } from '../../../platform/database/state-store.ts';
import type { ChangeParts } from '../change-parts.ts';
import type { Deployment } from '../deploying/deployment.ts';
import { type PreparedBack, prepareBack } from './prepare-back.ts';

/** How an app goes back. */
export type How = Pick<Deployment, 'actor' | 'note'> & { action: 'rollback' | 'fallback' };

/**
 * What came of it: the releases that were left (none when it was live already); else why not. `untried`: it was never live,
 * or does not start as it is, so it has to pass admission.
 */
export type SwitchedBack = { left: Release[] } | { unfit: PreparedBack['findings'] } | 'untried';

/** Without admission: it was live before, so what the manifests say is all that has to fit the other apps of now. */
export async function switchBack(
  parts: ChangeParts,
  target: StoredRelease,
  along: readonly string[],
  how: How,
): Promise<SwitchedBack> {
  const { candidates, activation } = parts;
  for (;;) {
    const prepared = await prepareBack(parts, target, along);
    const { base, back, releases, findings, wasLive } = prepared;
    if (Object.entries(back).every(([app, digest]) => base.releases[app]?.digest === (digest ?? undefined)))
      return { left: [] };
    if (!wasLive) return 'untried';
    if (findings.length > 0) return { unfit: findings };
    const candidate = await candidates.prepare(releases);
    if (!(await starts(candidate, Object.keys(back)))) {
      candidates.discard(candidate);
      return 'untried';
    }
    const switched = await activation.activate({
      candidate,
      replaces: base.id,
      admitted: Object.keys(back).flatMap((app) => releases[app] ?? []),
      history: activation.historyOfBack(back, how),
      partners: Object.keys(back).filter((app) => app !== target.app),
    });
    if (switched === 'live') return { left: leftBy(prepared) };
  }
}

async function starts({ renderer, releases }: ServedComposition, apps: string[]): Promise<boolean> {
  const starting = apps.filter((app) => Object.hasOwn(releases, app)).map((app) => renderer.start(app));
  return Promise.all(starting).then(
    () => true,
    () => false,
  );
}

function leftBy({ base, back, releases }: PreparedBack): Release[] {
  return Object.keys(back).flatMap((app) => {
    const gone = base.releases[app];
    return gone && gone.digest !== releases[app]?.digest ? [gone] : [];
  });
}
