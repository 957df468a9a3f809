import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import type { Finding, Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { StateStore } from '../state/state-store.ts';
import { DECIDING_ENTRIES } from '../../observing/history/history-store.ts';
import type { StoredRelease } from '../state/release-store.ts';
import { releasingErrors } from '../releasing-errors.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { Site } from '../../serving/compositions/site.ts';
import type { Admission } from '../admission/admission.ts';
import type { Releases } from '../admission/candidate.ts';
import type { Activation } from './activation.ts';
import { noteOf, toVerdict } from './decision.ts';
import type { Deployer } from './deployer.ts';
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

/** Rolls apps back to stored releases. A release that was live before goes live immediately, without rendering. */
export interface Rollbacks {
  /**
   * @param to digest, or at least 6 digits of one; undefined: the latest earlier release that was not rolled back
   * itself.
   * @param along apps that are rolled back with it, to their releases that were live together with it.
   * @throws GW_APP_UNKNOWN, GW_RELEASE_UNKNOWN, GW_NO_EARLIER_RELEASE
   */
  rollback(
    app: string,
    to: string | undefined,
    actor: string,
    along?: readonly string[],
  ): Promise<Change | Verdict>;
  /** @returns the effect of the same `rollback`. Nothing changes. @throws see `rollback`. */
  planRollback(app: string, to: string | undefined, along?: readonly string[]): Promise<RollbackPlan>;
}

export function createRollbacks(options: RollbacksOptions): Rollbacks {
  const { site, state, admission, activation, waiting, deployer, background } = options;
  const liveNow = (app: string) => liveDigest(activation.base().releases, app);

  /** @returns the latest earlier release of the app that is still stored and was not rolled back itself. */
  const earlierOf = async (app: string, current: string): Promise<StoredRelease | undefined> => {
    const steps = liveSteps(await state.history({ app, limit: DECIDING_ENTRIES }));
    for (const digest of earlierReleases(steps, app)) {
      const stored = digest === current ? undefined : await state.release(app, digest);
      if (stored && staysGood(stored) && stored.rolledBackAt === null) return stored;
    }
    return undefined;
  };

  const targetOf = async (app: string, to: string | undefined): Promise<StoredRelease> => {
    await activation.catchUp();
    const current = liveNow(app);
    const stored =
      to === undefined ? await earlierOf(app, current) : await findRelease(state, app, to, 'live');
    if (!stored) throw releasingErrors.NO_EARLIER_RELEASE({ app });
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
        throw releasingErrors.RELEASE_UNKNOWN({ app: name, release: 'that was live with it' });
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
    actor: string,
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
        history: apps.map((app) => ({ app, action: 'rollback' as const })),
        partners: apps.filter((app) => app !== target.app),
      });
      if (switched === 'live') return { left, findings };
    }
  };

  const goBack = async (
    target: StoredRelease,
    along: readonly string[],
    actor: string,
  ): Promise<Change | Verdict> => {
    const { app, digest, release } = target;
    const leaving = activation.base().releases[app];
    const switched = await switchBack(target, along, actor);
    if (switched && switched.findings.length > 0) {
      const { findings } = switched;
      // Its state stays, because it was live before; only another decision makes it live.
      await activation.record(state, [release], {
        actor,
        action: 'refuse',
        note: noteOf(findings),
      });
      const composition = activation.base().id;
      return toVerdict([release], { outcome: 'refused', composition, findings, warnings: [] });
    }
    if (!switched) {
      const deployment = { releases: [release], together: true, actor, action: 'rollback' as const };
      const decision = (await deployer.deploy(deployment)).get(app)!;
      if (decision.findings.length > 0) return toVerdict([release], decision);
    }
    const left = switched?.left ?? (leaving ? [leaving] : []);
    await Promise.all(left.map((gone) => site.forget(gone)));
    const others = left.map((gone) => gone.app).filter((name) => name !== app);
    background(deployer.deployStored([app], () => waiting.waitingFor(app), actor));
    return {
      message: `${app} is at ${digest.slice(0, 12)} again${others.map((name) => `, and ${name} as it was with it`).join('')}`,
      composition: activation.base().id!,
      ...(leaving && { from: leaving.digest }),
      to: digest,
    };
  };

  return {
    rollback: async (app: string, to: string | undefined, actor: string, along: readonly string[] = []) =>
      goBack(await targetOf(app, to), along, actor),
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
