import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { Finding, Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { StateStore } from '../../platform/database/state-store.ts';
import { DECIDING_ENTRIES, type StoredRelease } from '../../platform/database/release-rows.ts';
import { gatewayErrors } from '../../platform/errors.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { Site } from '../../serving/compositions/site.ts';
import type { Admission } from '../admission/admission.ts';
import type { Releases } from '../admission/candidate.ts';
import type { Activation } from './activation.ts';
import { noteOf, toVerdict } from './decision.ts';
import type { Deployer, Deployment } from './deployer.ts';
import { isPinned } from './holds.ts';
import { wentLive } from '../../observing/events/events.ts';
import { findRelease, liveDigest, staysGood, summaryOf } from './live-releases.ts';
import { type Back, earlierReleases, earlierWith, liveSteps, planRollback } from './rollback-plan.ts';
import type { Waiting } from './waiting.ts';

export interface RollbacksOptions {
  site: Pick<Site, 'forget'>;
  state: StateStore;
  admission: Pick<Admission, 'check'>;
  activation: Activation;
  waiting: Pick<Waiting, 'waitingFor'>;
  /** Admits releases that were never live or no longer start; then the releases that waited for the app. */
  deployer: Deployer;
  /** Runs work in the background. */
  background(work: Promise<unknown>): void;
}

type How = Pick<Deployment, 'actor' | 'note'> & { action: 'rollback' | 'fallback' };

/** Rolls apps back to stored releases. A release that was live before goes live immediately, without rendering. */
export function createRollbacks(options: RollbacksOptions) {
  const { site, state, admission, activation, waiting, deployer, background } = options;
  const liveNow = (app: string) => liveDigest(activation.base().releases, app);

  /** @returns the latest earlier release of the app that is still stored and was not rolled back for failures. */
  const earlierOf = async (app: string, current: string): Promise<StoredRelease | undefined> => {
    const steps = liveSteps(await state.history({ app, limit: DECIDING_ENTRIES }));
    for (const digest of earlierReleases(steps, app)) {
      const stored = digest === current ? undefined : await state.release(app, digest);
      if (stored && staysGood(stored) && stored.rolledBackAt === null) return stored;
    }
    return undefined;
  };

  /**
   * @returns the target of an automatic rollback of an app. Undefined: the failing release is no longer live, the app
   * is pinned, it has no good release, an automatic rollback led to the failing release, or an operator made it live
   * again after an earlier automatic rollback.
   */
  const goodBefore = async (app: string, failing: string): Promise<StoredRelease | undefined> => {
    await activation.catchUp();
    if (activation.base().releases[app]?.digest !== failing || (await isPinned(state, app))) return undefined;
    const entries = await state.history({ app, limit: DECIDING_ENTRIES });
    // A release that is live after an automatic rollback from it was made live again on purpose.
    if (entries.some(({ action, from }) => action === 'fallback' && from === failing)) return undefined;
    // One automatic rollback for each published release, because a second one would follow from the same evidence.
    if (entries.find((entry) => entry.to === failing && wentLive(entry))?.action === 'fallback')
      return undefined;
    return earlierOf(app, failing);
  };

  const targetOf = async (app: string, to: string | undefined): Promise<StoredRelease> => {
    await activation.catchUp();
    const current = liveNow(app);
    const stored =
      to === undefined ? await earlierOf(app, current) : await findRelease(state, app, to, 'live');
    if (!stored) throw gatewayErrors.NO_EARLIER_RELEASE({ app });
    return stored;
  };

  /**
   * @returns the effect of a rollback on the live composition. `findings`: the reasons against it;
   *   `wasLive`: whether the release was live before, so that it needs no admission.
   */
  const prepare = async ({ app, digest, release }: StoredRelease, along: readonly string[]) => {
    const base = activation.base();
    const today = Object.fromEntries(Object.values(base.releases).map((live) => [live.app, live.digest]));
    const history = await state.history({ limit: DECIDING_ENTRIES });
    const earlier = earlierWith(liveSteps(history), today, app, digest);
    const stored: Record<string, Release> = { [app]: release };
    for (const [name, at] of Object.entries(earlier?.apps ?? {})) {
      const before = name === app || at === today[name] ? undefined : await state.release(name, at);
      if (before && staysGood(before)) stored[name] = before.release;
    }
    const isStored = (name: string) => earlier?.apps[name] === undefined || Object.hasOwn(stored, name);
    for (const name of along)
      if (!earlier || !isStored(name) || !Object.hasOwn({ ...today, ...earlier.apps }, name))
        throw gatewayErrors.RELEASE_UNKNOWN({ app: name, release: 'that was live with it' });
    const pinned = new Set((await state.pins()).map((pin) => pin.app));
    const releasesAfter = (back: Back) => withBack(base.releases, back, stored);
    const { back, findings } = planRollback({
      app,
      to: digest,
      today,
      earlier,
      along,
      isStored,
      isPinned: (name) => pinned.has(name),
      check: (tried) => admission.check(releasesAfter(tried), new Set(Object.keys(tried))),
    });
    const own = earlier ? [] : await state.history({ app, limit: DECIDING_ENTRIES });
    const wasLive = earlier !== undefined || own.some((entry) => entry.to === digest && wentLive(entry));
    return { base, back, releases: releasesAfter(back), findings, wasLive, earlier };
  };

  /**
   * A release that was live before only has to fit the other live releases by its manifest.
   * @returns the releases that were rolled back; `findings`: the reasons against it; undefined: it has to pass
   * admission.
   */
  const switchBack = async (
    target: StoredRelease,
    along: readonly string[],
    { actor, action, note }: How,
  ): Promise<{ left: Release[]; findings: Finding[] } | undefined> => {
    for (;;) {
      const { base, back, releases, findings, wasLive } = await prepare(target, along);
      const apps = Object.keys(back);
      const left = apps.flatMap((app) => {
        const live = base.releases[app];
        return live && live.digest !== releases[app]?.digest ? [live] : [];
      });
      const isLive = apps.every((app) => base.releases[app]?.digest === (back[app] ?? undefined));
      if (isLive) return { left: [], findings: [] };
      if (!wasLive) return undefined;
      if (findings.length > 0) return { left: [], findings };
      const candidate = await activation.prepare(releases);
      if (!(await starts(candidate, apps))) {
        activation.discard(candidate);
        return undefined;
      }
      const switched = await activation.activate({
        candidate,
        base,
        actor,
        history: apps.map((app) => ({ app, action, note })),
        partners: apps.filter((app) => app !== target.app),
      });
      if (switched === 'live') return { left, findings };
    }
  };

  const goBack = async (
    target: StoredRelease,
    along: readonly string[],
    how: How,
  ): Promise<Change | Verdict> => {
    const { app, digest, release } = target;
    const leaving = activation.base().releases[app];
    const switched = await switchBack(target, along, how);
    if (switched && switched.findings.length > 0) {
      const { findings } = switched;
      // Its state stays, because it was live before; only another decision makes it live.
      await activation.record(state, [release], {
        actor: how.actor,
        action: 'refuse',
        note: noteOf(findings),
      });
      const composition = activation.base().id;
      return toVerdict([release], { outcome: 'refused', composition, findings, warnings: [] });
    }
    if (!switched) {
      const decision = (await deployer.deploy({ releases: [release], together: true, ...how })).get(app)!;
      if (decision.findings.length > 0) return toVerdict([release], decision);
    }
    const left = switched?.left ?? (leaving ? [leaving] : []);
    await Promise.all(left.map((gone) => site.forget(gone)));
    const others = left.map((gone) => gone.app).filter((name) => name !== app);
    background(deployer.deployStored([app], () => waiting.waitingFor(app), how.actor));
    return {
      message: `${app} is at ${digest.slice(0, 12)} again${others.map((name) => `, and ${name} as it was with it`).join('')}`,
      composition: activation.base().id!,
      ...(leaving && { from: leaving.digest }),
      to: digest,
    };
  };

  return {
    /**
     * @param to digest, or at least 6 digits of one; undefined: the latest earlier release that was not rolled back
     * for failures.
     * @param along apps that are rolled back with it, to their releases that were live together with it.
     * @throws GW_APP_UNKNOWN, GW_RELEASE_UNKNOWN, GW_NO_EARLIER_RELEASE
     */
    rollback: async (app: string, to: string | undefined, actor: string, along: readonly string[] = []) =>
      goBack(await targetOf(app, to), along, { actor, action: 'rollback' }),
    /** @returns the effect of the same `rollback`. Nothing changes. @throws see `rollback`. */
    async planRollback(
      app: string,
      to: string | undefined,
      along: readonly string[] = [],
    ): Promise<RollbackPlan> {
      const target = await targetOf(app, to);
      const live = (await state.release(app, liveNow(app)))!;
      const { base, back, findings, earlier } = await prepare(target, along);
      const pagesOf = ({ release }: StoredRelease) => new Set(release.routes.map(({ path }) => path));
      const [before, after] = [pagesOf(live), pagesOf(target)];
      return {
        app,
        from: summaryOf(live, live.digest),
        to: summaryOf(target, live.digest),
        liveUntil: earlier?.until ?? null,
        also: Object.entries(back)
          .filter(([name]) => name !== app)
          .map(([name, digest]) => ({
            app: name,
            from: base.releases[name]?.digest ?? null,
            to: digest,
          })),
        pages: { back: [...after.difference(before)], gone: [...before.difference(after)] },
        checks: findings,
      };
    },
    /**
     * Takes an app from a failing release back to the newest that was live before and was not left for being bad.
     * @returns undefined when nothing was done: see `goodBefore`.
     */
    async fallBack(app: string, failing: string, reason: string) {
      const good = await goodBefore(app, failing);
      return good && goBack(good, [], { actor: 'gateway', action: 'fallback', note: reason });
    },
    /**
     * Runs work with a composition in which the app is at the release that `fallBack` would take it to. Nothing changes.
     * @returns undefined when `fallBack` would do nothing.
     */
    async withEarlier<Result>(
      app: string,
      failing: string,
      use: (earlier: ServedComposition) => Promise<Result>,
    ): Promise<Result | undefined> {
      const good = await goodBefore(app, failing);
      if (!good) return undefined;
      const earlier = await activation.prepare({ ...activation.base().releases, [app]: good.release });
      try {
        return await use(earlier);
      } finally {
        activation.discard(earlier);
      }
    },
  };
}

function withBack(live: Releases, back: Back, stored: Releases): Releases {
  const releases = { ...live };
  for (const [app, digest] of Object.entries(back)) {
    const release = digest === null ? undefined : stored[app];
    if (release) releases[app] = release;
    else if (digest === null) delete releases[app];
  }
  return releases;
}

async function starts({ renderer, releases }: ServedComposition, apps: string[]): Promise<boolean> {
  const starting = apps.filter((app) => Object.hasOwn(releases, app)).map((app) => renderer.start(app));
  return Promise.all(starting).then(
    () => true,
    () => false,
  );
}
