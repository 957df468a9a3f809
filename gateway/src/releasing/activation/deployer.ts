import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import { type Finding, finding, triedAgain } from '@voltframe/kit/contract/operations/verdict';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { ReleaseKey } from '../state/release-store.ts';
import type { StateStore } from '../state/state-store.ts';
import type { Admission, Admitted } from '../admission/admission.ts';
import type { Checked } from '../admission/candidate.ts';
import type { MeasurementStore } from '../admission/measurement-store.ts';
import {
  type Decisions,
  about,
  appsWaitedFor,
  atFault,
  type Decision,
  noteOf,
  keepWarnings,
  withWarnings,
} from './decision.ts';
import { type Activation, type Base, byApp } from './activation.ts';
import type { AdmissionRequest, RunAdmission, Turn } from './admission-queue.ts';
import { type Hold, holdOn, type Waiting } from './waiting.ts';

/** Releases that are to go live. */
export interface Deployment {
  releases: Release[];
  /** Name of a source or of a token. */
  actor: string;
  /** Whether either all of them go live or none (`mfe publish a b`); otherwise each release gets its own decision. */
  together: boolean;
  /** Absent: `activate`. No pin and no freeze holds a rollback. */
  action?: Extract<HistoryAction, 'activate' | 'rollback'>;
  onWaiting?: AdmissionRequest['onWaiting'];
}

export interface DeployerOptions {
  state: StateStore;
  admission: Admission;
  activation: Activation;
  waiting: Waiting;
  decisions: Decisions;
  measurements: Pick<MeasurementStore, 'keep'>;
  oneAdmission: RunAdmission;
  onDecision(apps: string[], decision: Decision): void;
}

/** A deployment while it runs. */
interface Run extends Deployment {
  action: NonNullable<Deployment['action']>;
  /** Whether stored releases are tried again, without a new decision of their teams. */
  isRetry: boolean;
  /** @returns the apps with a newer decision. */
  replaced(): string[];
  /** An interrupted admission continues with the remaining apps. */
  decisions: Map<string, Decision>;
  turn: Turn;
}

/** Most repeated checks of one release because another composition became live meanwhile. */
const MAX_OVERTAKEN = 10;
const PASSED: Checked = { findings: [], warnings: [] };

/** Admits releases and makes them live. */
export interface Deployer {
  /** Runs only the checks. @returns also the composition of the candidate when it passed. */
  check(releases: Release[], turn: Turn): Promise<{ checked: Checked; composition: Composition | undefined }>;
  /**
   * @returns the decision on each app's release. A newer decision on an app that is made after this call replaces its
   * release.
   */
  deploy(deployment: Deployment): Promise<Map<string, Decision>>;
  /**
   * Deploys stored releases, one by one.
   * @param apps of the turn.
   * @param find called when their admission begins, so that it omits releases that were replaced before.
   */
  deployStored(
    apps: readonly string[],
    find: () => Promise<ReleaseKey[]>,
    actor: string,
  ): Promise<Map<string, Decision>>;
}

/** Admits releases and makes them live. Admission runs without the mutex; only the switch acquires it. */
export function createDeployer(options: DeployerOptions): Deployer {
  const { state, admission, activation, waiting, decisions, measurements } = options;

  const runOf = (deployment: Deployment, isRetry: boolean): Omit<Run, 'turn'> => ({
    action: 'activate',
    ...deployment,
    isRetry,
    replaced: decisions.since(appsOf(deployment.releases)),
    decisions: new Map(),
  });

  const record = (run: Run, releases: Release[], decision: Decision): void => {
    const apps = appsOf(releases);
    for (const app of apps) run.decisions.set(app, decision);
    options.onDecision(apps, decision);
  };

  const deployAll = async (run: Run): Promise<Map<string, Decision>> => {
    await activation.catchUp();
    const { id, releases: live } = activation.base();
    const isLive = ({ app, digest }: Release) => live[app]?.digest === digest;
    const undecided = run.releases.filter(({ app }) => !run.decisions.has(app));
    for (const release of undecided.filter(isLive)) {
      await waiting.end(release);
      run.decisions.set(release.app, { ...PASSED, outcome: 'unchanged', composition: id });
    }
    await deployFree(
      run,
      undecided.filter((release) => !isLive(release)),
    );
    if (!run.isRetry) await retryWaiting(run);
    return run.decisions;
  };

  /** Tries the releases that waited for the apps that have changed, and those that waited for these, and so on. */
  const retryWaiting = async (run: Run): Promise<void> => {
    const changed = [...run.decisions].flatMap(([app, { outcome }]) =>
      outcome === 'activated' ? [app] : [],
    );
    for (const app of changed)
      for (const head of await waiting.waitingFor(app)) {
        const release = (await state.release(head.app, head.digest))?.release;
        if (!release || !(await mayGoLive(release))) continue;
        const deployment = { releases: [release], actor: run.actor, together: false };
        const retry = { ...runOf(deployment, true), turn: run.turn };
        await deployUntilClean(retry, [release]);
        if (retry.decisions.get(head.app)?.outcome === 'activated') changed.push(head.app);
      }
  };

  /**
   * @returns whether a waiting release is free, and may fit by its manifest. A release that does not is not refused
   * again.
   */
  const mayGoLive = async (release: Release): Promise<boolean> => {
    if (await holdOn(state, [release.app])) return false;
    const sets = [[], ...(await waiting.companionSets(new Set([release.app])))];
    return sets.some((companions) =>
      mayFit({ ...activation.base().releases, ...byApp([...companions, release]) }),
    );
  };

  /** Holds the releases that may not go live now, and deploys the others. */
  const deployFree = async (run: Run, releases: Release[]): Promise<void> => {
    // Before the first activation a pin protects nothing.
    if (run.action !== 'activate' || activation.base().id === null) return deployUntilClean(run, releases);
    const free: Release[] = [];
    // A set that goes live together is held when one of its releases is held.
    for (const group of run.together ? [releases] : releases.map((release) => [release])) {
      const hold = await holdOn(state, appsOf(group));
      const decision = hold && (await holdReleases(run, group, hold));
      if (decision) record(run, group, decision);
      else free.push(...group);
    }
    await deployUntilClean(run, free);
  };

  /**
   * Refuses the defective releases until the others go live. When all are defective, each is tried alone, because one
   * may have caused the defects of all.
   */
  const deployUntilClean = async (run: Run, releases: Release[]): Promise<void> => {
    if (releases.length === 0) return;
    const checked = await tryReleases(run, releases);
    if (checked === 'held') return deployFree(run, releases);
    const { findings } = checked;
    if (findings.length === 0) {
      const composition = activation.base().id;
      return record(run, releases, { ...checked, outcome: 'activated', composition });
    }
    if (run.together) return record(run, releases, await refuse(run, releases, findings));
    const out = atFault(releases, findings);
    if (out.length === releases.length && releases.length > 1) {
      for (const release of shellFirst(releases)) await deployUntilClean(run, [release]);
      return;
    }
    for (const release of out) record(run, [release], await refuse(run, [release], about(release, findings)));
    const rest = releases.filter((release) => !out.includes(release));
    await deployUntilClean(run, rest);
  };

  /**
   * Checks releases and makes them live. Repeated when another composition becomes live meanwhile. Without findings
   * they are live.
   */
  const tryReleases = async (run: Run, releases: Release[]): Promise<Checked | 'held'> => {
    const signal = admission.deadline(run.turn.signal);
    const started = activation.base().releases;
    for (let times = 0; times < MAX_OVERTAKEN; times++) {
      const base = activation.base();
      if (releases.every(({ app, digest }) => base.releases[app]?.digest === digest)) return PASSED;
      // The newest decision on an app counts, for example a rollback after the publish of this release.
      const replaced = new Set(run.replaced());
      const superseded = releases.filter(
        ({ app }) => replaced.has(app) || base.releases[app]?.digest !== started[app]?.digest,
      );
      if (superseded.length > 0) return refusal(superseded, (app) => admissionErrors.SUPERSEDED({ app }));
      const tried = await tryBeside(base, run, releases, signal);
      if (tried !== 'overtaken') return tried;
    }
    return refusal(releases, () => admissionErrors.OVERTAKEN({ times: MAX_OVERTAKEN }));
  };

  /**
   * Tries releases alone, then together with all that wait.
   * @returns the findings of the releases alone when they do not go live.
   */
  const tryBeside = async (
    base: Base,
    run: Run,
    releases: Release[],
    signal: AbortSignal,
  ): Promise<Checked | 'overtaken' | 'held'> => {
    const admit = async (companions: Release[]) => {
      const tried = [...companions, ...releases];
      return admission.admit(
        { ...base.releases, ...byApp(tried) },
        new Set(appsOf(tried)),
        signal,
        run.turn.passed,
      );
    };
    const alone = await admit([]);
    if (alone.candidate) return goLive(base, run, { ...alone, companions: [], releases });
    // A rollback activates no release that was never live.
    if (run.action !== 'activate') return alone;
    for (const companions of await waiting.companionSets(new Set(appsOf(releases)))) {
      // A set with incompatible manifests is refused without a process.
      if (!mayFit({ ...base.releases, ...byApp([...companions, ...releases]) })) continue;
      const admitted = await admit(companions);
      if (admitted.candidate) return goLive(base, run, { ...admitted, companions, releases });
    }
    return alone;
  };

  const mayFit = (releases: Base['releases']): boolean =>
    admission.check(releases, new Set(Object.keys(releases))).every(({ waitsFor }) => waitsFor === undefined);

  const goLive = async (
    base: Base,
    { actor, action, replaced }: Run,
    admitted: Admitted & { companions: Release[]; releases: Release[] },
  ): Promise<Checked | 'overtaken' | 'held'> => {
    const { candidate, companions, releases, warnings, measured, libraries } = admitted;
    const mayBeHeld = action === 'activate' ? [...companions, ...releases] : companions;
    const entries = [
      // Releases that waited are activated, also by a rollback of another app.
      ...companions.map(({ app }) => ({ app, action: 'activate' as const })),
      ...releases.map(({ app }) => ({ app, action })),
    ];
    const switched = await activation.activate({
      candidate: candidate!,
      base,
      actor,
      history: withWarnings(entries, warnings),
      isFree: async () =>
        replaced().length === 0 && (base.id === null || !(await holdOn(state, appsOf(mayBeHeld)))),
    });
    if (switched === 'overtaken') return switched;
    await measurements.keep(measured ?? []);
    if (switched === 'held') return switched;
    await keepWarnings(state, warnings);
    return { findings: [], warnings, ...(measured && { measured }), ...(libraries && { libraries }) };
  };

  const check = async (releases: Release[], turn: Turn) => {
    const set = byApp(releases);
    const all = { ...activation.base().releases, ...set };
    const apps = new Set(Object.keys(set));
    const { candidate, ...checked } = await admission.admit(
      all,
      apps,
      admission.deadline(turn.signal),
      turn.passed,
    );
    if (candidate) activation.discard(candidate);
    return { checked, composition: candidate?.composition };
  };

  /**
   * Admits releases without activating them.
   * @returns undefined when the hold ended meanwhile: the releases may go live.
   */
  const holdReleases = async (run: Run, releases: Release[], hold: Hold): Promise<Decision | undefined> => {
    const { checked } = await check(releases, run.turn);
    if (checked.findings.length > 0) return refuse(run, releases, checked.findings);
    const entry = { actor: run.actor, action: 'admit', note: hold.reason } as const;
    const addEntry = (tx: StateStore) => activation.record(tx, releases, entry);
    const isReplaced = () => run.replaced().length > 0;
    if (!(await waiting.mark(releases, [], run.isRetry, isReplaced, addEntry))) return undefined;
    await measurements.keep(checked.measured ?? []);
    return { ...checked, outcome: 'held', composition: activation.base().id, hold };
  };

  /** Records the reason why releases do not go live. A release that only needs another app's version waits for it. */
  const refuse = async (run: Run, releases: Release[], findings: Finding[]): Promise<Decision> => {
    const isRollback = run.action !== 'activate';
    // The target of a rollback was live before: its state stays, and only another decision makes it live.
    const mayWait = isRollback ? undefined : appsWaitedFor(findings);
    const addEntry = (tx: StateStore, waitsFor?: string[]) => {
      const note = [noteOf(findings), ...(waitsFor ? [triedAgain(waitsFor)] : [])].join('\n');
      const entry = { actor: run.actor, action: 'refuse', note, ...(waitsFor && { waitsFor }) } as const;
      return activation.record(tx, releases, entry);
    };
    const isReplaced = () => run.replaced().length > 0;
    const waits =
      mayWait &&
      (await waiting.mark(releases, findings, run.isRetry, isReplaced, (tx) => addEntry(tx, mayWait)));
    const waitsFor = waits ? mayWait : undefined;
    if (!waits)
      await state.atomically(async (tx) => {
        for (const { app, digest } of isRollback ? [] : releases)
          await tx.setReleaseState(app, digest, 'refused', findings);
        await addEntry(tx);
      });
    const composition = activation.base().id;
    return { outcome: 'refused', composition, findings, warnings: [], ...(waitsFor && { waitsFor }) };
  };

  return {
    check,
    deploy(deployment: Deployment) {
      const run = runOf(deployment, false);
      const { releases, together, action, onWaiting } = run;
      const apps = appsOf(releases);
      // A newer publish replaces a waiting one. It never replaces a rollback or releases of sources, which are not
      // sent again.
      const slots = together && action === 'activate' ? apps.map((app) => `publish ${app}`) : [];
      return options.oneAdmission({ kind: 'publish', apps, slots, onWaiting }, (turn) =>
        deployAll({ ...run, turn }),
      );
    },
    deployStored(apps: readonly string[], find: () => Promise<ReleaseKey[]>, actor: string) {
      let run: Omit<Run, 'turn'> | undefined;
      return options.oneAdmission({ kind: 'publish', apps }, async (turn) => {
        if (!run) {
          const stored = (await find()).map(({ app, digest }) => state.release(app, digest));
          const releases = (await Promise.all(stored)).flatMap((entry) => (entry ? [entry.release] : []));
          run = runOf({ releases, actor, together: false }, true);
        }
        return deployAll({ ...run, turn });
      });
    },
  };
}

export function appsOf(releases: readonly Release[]): string[] {
  return releases.map(({ app }) => app);
}

function refusal(releases: Release[], errorOf: (app: string) => Parameters<typeof finding>[1]): Checked {
  return { findings: releases.map(({ app }) => finding(app, errorOf(app))), warnings: [] };
}

function shellFirst(releases: Release[]): Release[] {
  return releases.toSorted((a, b) => Number(b.kind === 'shell') - Number(a.kind === 'shell'));
}
