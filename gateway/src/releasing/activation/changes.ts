import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Ahead, Change } from '@voltframe/kit/contract/operations/operations';
import { A_GATEWAY, type Finding, type Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Fleet } from '../../platform/database/fleet.ts';
import type { DeployLock } from '../../platform/database/other-gateways.ts';
import { heldSetting } from '../state/release-store.ts';
import type { StateStore } from '../state/state-store.ts';
import { releasingErrors } from '../releasing-errors.ts';
import { createMutex } from '../../platform/runtime/one-at-a-time.ts';
import { type AdmissionOptions, createAdmission } from '../admission/admission.ts';
import type { MeasurementStore } from '../admission/measurement-store.ts';
import type { Collected } from '../releases/collect-garbage.ts';
import { createDecisions, type Decision, toVerdict, verdictOfChecks } from './decision.ts';
import { type Activation, type ActivationOptions, byApp, createActivation } from './activation.ts';
import type { Releases } from '../admission/candidate.ts';
import {
  type AdmissionQueueOptions,
  createAdmissionQueue,
  type RunAdmission,
  type Turn,
} from './admission-queue.ts';
import { appsOf, createDeployer } from './deployer.ts';
import { freezeOf, isPinned, setFreeze, createWaiting, replacedBy } from './waiting.ts';
import { findRelease, liveDigest } from './live-releases.ts';
import type { Previews } from './previews.ts';
import { createRollbacks, type Rollbacks } from './rollbacks.ts';

export interface ChangesOptions
  extends
    Omit<AdmissionOptions, 'prepare' | 'site' | 'fleet'>,
    Omit<ActivationOptions, 'mutex' | 'decisions'>,
    AdmissionQueueOptions {
  /** Held by each admission, and by the collection of garbage. */
  deployLock: DeployLock;
  fleet: Pick<Fleet, 'look' | 'others' | 'notShowing'>;
  previews: Pick<Previews, 'assertRoom' | 'keep'>;
  measurements: Pick<MeasurementStore, 'keep'>;
  /** Collects garbage; runs while no change runs. */
  collectGarbage(): Promise<Collected>;
  /** Runs work in the background. */
  background(work: Promise<unknown>): void;
  onDecision(apps: string[], decision: Decision): void;
}

/** Changes what is live or held. */
export interface Changes extends Rollbacks {
  /** Publishes releases together: either all of them go live or none. */
  publish(releases: Release[], actor: string, asker?: Asker): Promise<Verdict>;
  /** Publishes a stored release. @param start of its digest, at least 6 digits. @throws GW_RELEASE_KEPT */
  promote(app: string, start: string, actor: string): Promise<Verdict>;
  /** Deploys releases of sources, with a decision on each release. */
  deploy(releases: Release[], actor: string): Promise<Map<string, Decision>>;
  /** Runs only the checks: nothing is activated or stored. */
  check(releases: Release[], actor: string, asker?: Asker): Promise<Verdict>;
  /**
   * Starts and renders nothing.
   * @returns these releases over the current live ones, and the defects of their manifests.
   */
  composed(releases: Release[]): { composition: Composition; all: Releases; findings: Finding[] };
  /**
   * Runs the checks, and stores the releases for a preview. Nothing is activated.
   * @throws see `previews.assertRoom`.
   */
  preview(
    releases: Release[],
    actor: string,
    asker?: Asker & { name?: string | undefined },
  ): Promise<Verdict>;
  /**
   * Removes a remote from the site. Nothing is rendered for it: the manifests of the other apps decide.
   * @throws GW_APP_UNKNOWN, GW_SHELL_STAYS, or GW_RETIRE_REFUSED when another app needs it.
   */
  retire(app: string, actor: string): Promise<Change>;
  /** Withdraws the releases of an app that wait, are held or are being checked. @throws GW_NOTHING_WAITS */
  withdraw(app: string, actor: string): Promise<Change>;
  /**
   * Keeps an app at its live release. Its waiting releases are replaced.
   * @param digest of a release that becomes live first, or the start of it; undefined: the live one.
   * @throws GW_APP_UNKNOWN
   */
  pin(app: string, digest: string | undefined, actor: string): Promise<Change | Verdict>;
  /** @throws GW_NOT_PINNED */
  unpin(app: string, actor: string): Promise<Change>;
  /** While the site is frozen, releases are admitted and wait; rollbacks go live. */
  freeze(reason: string, actor: string): Promise<Change>;
  /** @throws GW_NOT_FROZEN */
  unfreeze(actor: string): Promise<Change>;
  /** Retries the releases that wait for a gateway, after the gateways have changed. */
  deployWaiting(): Promise<void>;
  /** See `Activation`. */
  restore: Activation['restore'];
  /** See `Activation`. */
  catchUp: Activation['catchUp'];
  /** @returns undefined when nothing was collected, because the lock of a shared database was held. */
  collect(): Promise<Collected | undefined>;
}

/** The client that waits for a check or a preview. */
export interface Asker {
  /** Id of a token. Only the newest waiting check of a token stays. */
  token?: string;
  onWaiting?: ((ahead: Ahead) => void) | undefined;
}

/**
 * Changes what is live or held. Each method acquires the mutex itself:
 * - admission is one at a time on this gateway, in turn of the apps, and as far as the lock reaches among all;
 * - comparing and switching is one short critical section; no check and no rendering runs while the mutex is locked. So
 *   rolling back, pinning, freezing and retiring wait for no admission.
 */
export function createChanges(options: ChangesOptions): Changes {
  const {
    state,
    site,
    now,
    deployLock,
    fleet,
    previews,
    measurements,
    collectGarbage,
    onDecision,
    background,
  } = options;
  const mutex = createMutex();
  const decisions = createDecisions();
  const atItsTurn = createAdmissionQueue({ now, after: options.after });
  const oneAdmission: RunAdmission = (request, work) =>
    atItsTurn(request, (turn) =>
      deployLock.hold(async () => {
        turn.signal.throwIfAborted();
        return work(turn);
      }),
    );
  const activation = createActivation({
    site,
    siteConfig: options.siteConfig,
    isReadOnly: options.isReadOnly,
    state,
    mutex,
    decisions,
    leaseMs: options.leaseMs,
    now,
    telemetry: options.telemetry,
    onActivated: options.onActivated,
  });
  const admission = createAdmission({
    prepare: activation.prepare,
    site,
    checkPages: options.checkPages,
    checkClient: options.checkClient,
    secrets: options.secrets,
    hydration: options.hydration,
    checkReferences: options.checkReferences,
    measure: options.measure,
    memoryFor: options.memoryFor,
    developmentBuilds: options.developmentBuilds,
    clientBytes: options.clientBytes,
    allowsSource: options.allowsSource,
    admissionTimeoutMs: options.admissionTimeoutMs,
    fleet,
    telemetry: options.telemetry,
  });
  const waiting = createWaiting({ state, mutex });
  const deployer = createDeployer({
    state,
    admission,
    activation,
    waiting,
    decisions,
    measurements,
    oneAdmission,
    onDecision,
  });
  const rollbacks = createRollbacks({ site, state, admission, activation, waiting, deployer, background });

  const publish = async (releases: Release[], actor: string, { onWaiting }: Asker = {}) => {
    const decided = [...(await deployer.deploy({ releases, actor, together: true, onWaiting })).values()];
    const verdict = toVerdict(
      releases,
      decided.find(({ outcome }) => outcome !== 'unchanged') ?? decided[0]!,
    );
    const { activated, composition } = verdict;
    // The release is live, also when the database fails after the activation.
    const behind = activated && composition ? await fleet.notShowing(composition).catch(() => []) : [];
    return { ...verdict, ...(behind.length > 0 && { behind }) };
  };

  const check = async (releases: Release[], turn: Turn) => {
    await activation.catchUp();
    const { checked, composition } = await deployer.check(releases, turn);
    return { verdict: verdictOfChecks(releases, checked, composition?.id ?? null), composition };
  };

  const retire = async (app: string, actor: string): Promise<Change> => {
    await activation.catchUp();
    const base = activation.base();
    const from = liveDigest(base.releases, app);
    const { [app]: gone, ...rest } = base.releases;
    if (gone?.kind === 'shell') throw releasingErrors.SHELL_STAYS();
    const findings = admission.check(rest, new Set());
    if (findings.length > 0)
      throw releasingErrors.RETIRE_REFUSED({ app, reason: findings.map(({ reason }) => reason).join('; ') });
    const candidate = await activation.prepare(rest);
    const history = [{ app, action: 'retire' as const }];
    const switched = await activation.activate({ candidate, base, actor, history });
    if (switched !== 'live') return retire(app, actor);
    if (gone) await site.forget(gone);
    return { message: `${app} is off the site`, composition: candidate.composition.id, from };
  };

  const changed = (message: string): Change => {
    const { id } = activation.base();
    return { message, ...(id !== null && { composition: id }) };
  };

  const withdraw = (app: string, actor: string): Promise<Change> =>
    mutex(async () => {
      decisions.record(app, 'withdraw');
      const withdrawn = await replacedBy(state, { app }, false);
      const held = await state.setting(heldSetting(app));
      if (held !== undefined) withdrawn.push({ app, digest: held });
      if (withdrawn.length === 0) throw releasingErrors.NOTHING_WAITS({ app });
      await state.atomically(async (tx) => {
        await tx.supersede([], [app]);
        for (const { digest } of withdrawn) await tx.setReleaseState(app, digest, 'withdrawn', []);
        await activation.record(tx, withdrawn, { actor, action: 'withdraw' });
      });
      const names = withdrawn.map(({ digest }) => digest.slice(0, 12)).join(', ');
      return changed(`${app} ${names} is withdrawn; it goes live only when it is published again`);
    });

  /** Makes a change and adds it to the history, in one transaction. No release goes live meanwhile. */
  const write = (
    entry: Pick<HistoryEntry, 'actor' | 'action' | 'app'>,
    change: (tx: StateStore) => Promise<void>,
    note?: () => string,
  ) =>
    mutex(() =>
      state.atomically(async (tx) => {
        await change(tx);
        await tx.addHistory({ ...entry, at: now(), ...(note && { note: note() }) });
      }),
    );

  /** Deploys the releases of these apps that no pin and no freeze holds any more. */
  const deployHeld = async (apps: string[], actor: string): Promise<string> => {
    const deployed = await deployer.deployStored(apps, () => waiting.releaseHeld(apps), actor);
    const live = [...deployed].filter(([, { outcome }]) => outcome === 'activated').map(([app]) => app);
    return live.length > 0 ? `; what waited is live: ${live.join(', ')}` : '';
  };

  return {
    ...rollbacks,
    publish,
    promote: async (app: string, start: string, actor: string) =>
      publish([(await findRelease(state, app, start, 'any')).release], actor),
    deploy: (releases: Release[], actor: string) => deployer.deploy({ releases, actor, together: false }),
    check: (releases: Release[], _actor: string, { token, onWaiting }: Asker = {}) =>
      oneAdmission(
        { kind: 'check', apps: appsOf(releases), slots: token ? [`check ${token}`] : [], onWaiting },
        async (turn) => (await check(releases, turn)).verdict,
      ),
    composed(releases: Release[]) {
      const live = activation.base().releases;
      const all = { ...live, ...byApp(releases) };
      const findings = admission.check(all, new Set(appsOf(releases)), live);
      return { composition: activation.composed(all), all, findings };
    },
    preview(
      releases: Release[],
      actor: string,
      { onWaiting, name }: Asker & { name?: string | undefined } = {},
    ) {
      const apps = appsOf(releases);
      const slots = [`preview ${apps.toSorted().join(' ')}`];
      return oneAdmission({ kind: 'preview', apps, slots, onWaiting }, async (turn): Promise<Verdict> => {
        await previews.assertRoom(releases, name);
        const { verdict, composition } = await check(releases, turn);
        if (!composition) return verdict;
        for (const release of releases) {
          const known = await state.release(release.app, release.digest);
          if (!known) await state.saveRelease(release, 'push', now());
        }
        const { url, until } = await previews.keep(composition, releases, actor, name);
        await measurements.keep(verdict.measured ?? []);
        await activation.record(state, releases, { actor, action: 'preview', ...(name && { note: name }) });
        return { ...verdict, previewUrl: url, previewUntil: until };
      });
    },
    retire,
    withdraw,
    async pin(app: string, digest: string | undefined, actor: string): Promise<Change | Verdict> {
      const current = liveDigest(activation.base().releases, app);
      if (digest !== undefined && !current.startsWith(digest)) {
        const result = await rollbacks.rollback(app, digest, actor);
        if ('accepted' in result) return result;
      }
      const liveNow = () => liveDigest(activation.base().releases, app).slice(0, 12);
      const pin = async (tx: StateStore) => {
        await tx.pin({ app, actor, at: now() });
        await tx.supersede(await replacedBy(tx, { app }, false), [app]);
      };
      await write({ actor, action: 'pin', app }, pin, () => `at ${liveNow()}`);
      return changed(`${app} is pinned at ${liveNow()}; newer releases wait`);
    },
    async unpin(app: string, actor: string) {
      if (!(await isPinned(state, app))) throw releasingErrors.NOT_PINNED({ app });
      await write({ actor, action: 'unpin', app }, (tx) => tx.unpin(app));
      return changed(`${app} is not pinned any more${await deployHeld([app], actor)}`);
    },
    async freeze(reason: string, actor: string) {
      const freeze = { by: actor, at: now(), reason };
      await write(
        { actor, action: 'freeze', app: null },
        (tx) => setFreeze(tx, freeze),
        () => reason,
      );
      return changed('the site is frozen; releases are admitted and wait');
    },
    async unfreeze(actor: string) {
      if (!(await freezeOf(state))) throw releasingErrors.NOT_FROZEN();
      await write({ actor, action: 'unfreeze', app: null }, (tx) => setFreeze(tx, undefined));
      const apps = (await state.held()).map(({ app }) => app);
      return changed(`the site is not frozen any more${await deployHeld(apps, actor)}`);
    },
    async deployWaiting(): Promise<void> {
      const find = () => waiting.waitingFor(A_GATEWAY);
      const apps = (await find()).map(({ app }) => app);
      if (apps.length > 0) await deployer.deployStored(apps, find, 'gateways');
    },
    restore: activation.restore,
    catchUp: activation.catchUp,
    collect: () => deployLock.tryHold(() => mutex(collectGarbage)),
  };
}
