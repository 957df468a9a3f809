import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { gatewayErrors } from '../../../platform/errors.ts';
import type { StateStore, StoredRelease } from '../../../platform/database/state-store.ts';
import type { ChangeParts } from '../change-parts.ts';
import { toVerdict } from '../deploying/decision.ts';
import type { Deployer } from '../deploying/deployer.ts';
import { refuse } from '../deploying/hold-release.ts';
import { findRelease, liveDigest, staysGood } from '../live-releases.ts';
import { waitingFor } from '../deploying/waiting.ts';
import { describePlan } from './describe-plan.ts';
import { earlierReleases, liveSteps } from './live-line.ts';
import { prepareBack } from './prepare-back.ts';
import { type How, switchBack } from './switch-back.ts';

/** Takes apps back to releases that are there. What was live before is not rendered again: it goes live at once. */
export interface Rollbacks {
  /**
   * @param to digest, or at least 6 digits of one; undefined: the release that was live before, and was not left for being bad.
   * @param along apps that go back with it, to what was live of them then.
   */
  rollback(
    app: string,
    to: string | undefined,
    actor: string,
    along?: readonly string[],
  ): Promise<Change | Verdict>;
  /** What a rollback would do. Nothing changes. */
  planRollback(app: string, to: string | undefined, along?: readonly string[]): Promise<RollbackPlan>;
  /**
   * Takes an app from a failing release back to the newest that was live before and was not left for being bad.
   * @returns undefined when nothing was done: the release is not live any more, the app is pinned, or it has no good one.
   */
  fallBack(app: string, failing: string, reason: string): Promise<Change | Verdict | undefined>;
}

const MAX_ENTRIES = 500;

/**
 * @param deployer admits what was never live, or does not start as it is; and then, behind everybody's back, what waited for
 *   the app that went back.
 */
export function createRollbacks(
  parts: ChangeParts,
  deployer: Deployer,
  background: (work: Promise<unknown>) => void,
): Rollbacks {
  const { state, activation, candidates, holds } = parts;
  const targetOf = async (app: string, to: string | undefined): Promise<StoredRelease> => {
    await activation.catchUp();
    const current = liveDigest(parts, app);
    const stored = to === undefined ? await earlier(state, app, current) : await findRelease(state, app, to);
    if (!stored) throw gatewayErrors.NO_EARLIER_RELEASE({ app });
    return stored;
  };
  const back = async (target: StoredRelease, along: readonly string[], how: How) => {
    const result = await goBack(parts, deployer, target, along, how);
    if ('message' in result) background(deployer.deployKept(() => waitingFor(state, target.app), how.actor));
    return result;
  };
  return {
    async rollback(app, to, actor, along = []) {
      const target = await targetOf(app, to);
      return back(target, along, { actor, action: 'rollback' });
    },
    async planRollback(app, to, along = []) {
      const target = await targetOf(app, to);
      const from = await state.release(app, liveDigest(parts, app));
      return describePlan(from!, target, await prepareBack(parts, target, along));
    },
    async fallBack(app, failing, reason) {
      await activation.catchUp();
      if (candidates.base().releases[app]?.digest !== failing || (await holds.isPinned(app)))
        return undefined;
      const entries = await state.history({ app, limit: MAX_ENTRIES });
      // Once: somebody made it live again, knowing that.
      if (entries.some(({ action, from }) => action === 'fallback' && from === failing)) return undefined;
      const good = await earlier(state, app, failing);
      return good && back(good, [], { actor: 'gateway', action: 'fallback', note: reason });
    },
  };
}

async function goBack(
  parts: ChangeParts,
  deployer: Deployer,
  target: StoredRelease,
  along: readonly string[],
  how: How,
): Promise<Change | Verdict> {
  const { app, digest, release } = target;
  const leaving = parts.candidates.base().releases[app];
  const done = await switchBack(parts, target, along, how);
  if (done !== 'untried' && 'unfit' in done)
    return toVerdict([release], await refuse(parts, [release], how, done.unfit));
  if (done === 'untried') {
    const decision = (await deployer.deploy({ releases: [release], together: true, ...how })).get(app)!;
    if (decision.findings.length > 0) return toVerdict([release], decision);
  }
  const left = done === 'untried' ? (leaving ? [leaving] : []) : done.left;
  await Promise.all(left.map(parts.forget));
  const also = left.map((gone) => gone.app).filter((name) => name !== app);
  return {
    message: `${app} is at ${digest.slice(0, 12)} again${also.map((name) => `, and ${name} as it was with it`).join('')}`,
    composition: parts.candidates.base().id!,
    ...(leaving && { from: leaving.digest }),
    to: digest,
  };
}

/** The nearest release that the app was at before, is still kept, and was not left for being bad. */
async function earlier(state: StateStore, app: string, current: string): Promise<StoredRelease | undefined> {
  const steps = liveSteps(await state.history({ app, limit: MAX_ENTRIES }));
  for (const digest of earlierReleases(steps, app)) {
    const stored = digest === current ? undefined : await state.release(app, digest);
    if (stored && staysGood(stored) && stored.rolledBackAt === null) return stored;
  }
  return undefined;
}
