import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { gatewayErrors } from '../../platform/errors.ts';
import type { StateStore, StoredRelease } from '../../platform/database/state-store.ts';
import type { ChangeParts } from './change-parts.ts';
import { toVerdict } from './decision.ts';
import { type Deployer, type Deployment, refuse } from './deployer.ts';
import { findRelease, liveDigest, staysGood, summaryOf, wentLive } from './live-releases.ts';
import { waitingFor } from './waiting.ts';
import {
  type Back,
  type Earlier,
  earlierReleases,
  earlierWith,
  type LiveApps,
  liveSteps,
  planRollback,
} from './rollback-plan.ts';
import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import type { Base, Releases } from './candidates.ts';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';

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

const MAX_ENTRIES = 1000;

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
