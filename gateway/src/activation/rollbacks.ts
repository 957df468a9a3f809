import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { gatewayErrors } from '../errors.ts';
import type { StateStore, StoredRelease } from '../stores/state-store.ts';
import type { ChangeParts } from './change-parts.ts';
import { toVerdict } from './deploying/decision.ts';
import type { Deployer } from './deploying/deployer.ts';
import type { Deployment } from './deploying/deployment.ts';
import { findRelease, liveDigest, wentLive } from './live-releases.ts';

/** How an app goes back. */
type How = Pick<Deployment, 'actor' | 'note'> & { action: 'rollback' | 'fallback' };

/** Takes apps back to releases that are there. What was live before is not rendered again: it goes live at once. */
export interface Rollbacks {
  /** @param to digest, or at least 6 digits of one; undefined: the release that was live before. */
  rollback(app: string, to: string | undefined, actor: string): Promise<Change | Verdict>;
  /**
   * Takes an app from a failing release back to the newest that was live before and never failed.
   * @returns undefined when nothing was done: the release is not live any more, the app is pinned, or it has no good one.
   */
  fallBack(app: string, failing: string, reason: string): Promise<Change | Verdict | undefined>;
}

const MAX_ENTRIES = 500;

/** @param deployer admits what was never live, and what goes live only together with a release that waits. */
export function createRollbacks(parts: ChangeParts, deployer: Deployer): Rollbacks {
  return {
    async rollback(app, to, actor) {
      await parts.activation.catchUp();
      liveDigest(parts, app);
      const stored = to === undefined ? await previous(parts, app) : await findRelease(parts.state, app, to);
      return goBack(parts, deployer, stored, { actor, action: 'rollback' });
    },
    async fallBack(app, failing, reason) {
      await parts.activation.catchUp();
      if (parts.candidates.base().releases[app]?.digest !== failing || (await parts.holds.isPinned(app)))
        return undefined;
      const good = await newestGood(parts.state, app, failing);
      return good && goBack(parts, deployer, good, { actor: 'gateway', action: 'fallback', note: reason });
    },
  };
}

async function goBack(
  parts: ChangeParts,
  deployer: Deployer,
  stored: StoredRelease,
  how: How,
): Promise<Change | Verdict> {
  const { app, digest, release } = stored;
  const from = liveDigest(parts, app);
  const leaving = parts.candidates.base().releases[app];
  const wasLive = (await parts.state.history({ app, limit: MAX_ENTRIES })).some(
    (entry) => entry.to === digest && wentLive(entry),
  );
  if (!wasLive || !(await switchBack(parts, stored, how))) {
    const decisions = await deployer.deploy({ releases: [release], together: true, ...how });
    const decision = decisions.get(app)!;
    if (decision.findings.length > 0) return toVerdict([release], decision);
  }
  if (leaving && leaving.digest !== digest) await parts.forget(leaving);
  return {
    message: `${app} is at ${digest.slice(0, 12)} again`,
    composition: parts.candidates.base().id!,
    from,
    to: digest,
  };
}

/**
 * Without admission: it was live before, so what its manifest says is all that has to fit the other apps of now.
 * @returns false when it does not, and a release that waits may mend that.
 */
async function switchBack(parts: ChangeParts, { app, release }: StoredRelease, how: How): Promise<boolean> {
  const { candidates, activation } = parts;
  for (;;) {
    const base = candidates.base();
    if (base.releases[app]?.digest === release.digest) return true;
    const releases = { ...base.releases, [app]: release };
    if (candidates.check(releases, new Set([app])).length > 0) return false;
    const candidate = await candidates.prepare(releases);
    const started = await candidate.renderer.start(app).then(
      () => true,
      () => false,
    );
    if (!started) {
      candidates.discard(candidate);
      return false;
    }
    const history = activation.historyOf([release], how.actor, how.action, how.note);
    const switched = await activation.activate({
      candidate,
      replaces: base.id,
      admitted: [release],
      history,
    });
    if (switched === 'live') return true;
  }
}

/** The release that was live before the present one, by the history. */
async function previous(parts: ChangeParts, app: string): Promise<StoredRelease> {
  const { state } = parts;
  const current = liveDigest(parts, app);
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  const activated = entries.find(
    ({ to, from, action }) => to === current && from !== null && ['activate', 'rollback'].includes(action),
  );
  const stored = activated?.from ? await state.release(app, activated.from) : undefined;
  if (stored?.state !== 'admitted') throw gatewayErrors.NO_EARLIER_RELEASE({ app });
  return stored;
}

/** The newest release that was live before this one and was never taken back for failing. */
async function newestGood(
  state: StateStore,
  app: string,
  failing: string,
): Promise<StoredRelease | undefined> {
  const entries = await state.history({ app, limit: MAX_ENTRIES });
  const failed = entries.filter(({ action }) => action === 'fallback').map(({ from }) => from);
  if (failed.includes(failing)) return undefined; // once: somebody made it live again, knowing that
  const isGood = ({ to }: HistoryEntry) => to !== null && to !== failing && !failed.includes(to);
  for (const { to } of entries.filter((entry) => wentLive(entry) && isGood(entry))) {
    const stored = await state.release(app, to!);
    if (stored?.state === 'admitted') return stored;
  }
  return undefined;
}
