import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { StoredRelease } from '../../../platform/database/state-store.ts';
import { summaryOf } from '../live-releases.ts';
import type { PreparedBack } from './prepare-back.ts';

/** @param from what is live of the app. @param to what it goes back to. */
export function describePlan(from: StoredRelease, to: StoredRelease, prepared: PreparedBack): RollbackPlan {
  const { base, back, findings, earlier } = prepared;
  const pages = (stored: StoredRelease) => stored.release.routes.map(({ path }) => path);
  const [before, after] = [new Set(pages(from)), new Set(pages(to))];
  return {
    app: to.app,
    from: summaryOf(from, from.digest),
    to: summaryOf(to, from.digest),
    liveUntil: earlier?.until ?? null,
    also: Object.entries(back)
      .filter(([app]) => app !== to.app)
      .map(([app, digest]) => ({ app, from: base.releases[app]?.digest ?? null, to: digest })),
    pages: { back: [...after.difference(before)], gone: [...before.difference(after)] },
    checks: findings,
  };
}
