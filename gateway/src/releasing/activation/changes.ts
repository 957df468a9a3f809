import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Collected } from '../releases/collect-garbage.ts';
import type { DeployLock } from '../../platform/database/other-gateways.ts';
import { type ActivationOptions, createActivation, restore } from './activation.ts';
import type { ChangeParts } from './change-parts.ts';
import { type CandidatesOptions, createCandidates } from './candidates.ts';
import { type Decision, toVerdict } from './decision.ts';
import { createDeployer } from './deployer.ts';
import { createWaiting, withdraw } from './waiting.ts';
import { createDecisions } from '../releases/newer-decision.ts';
import { createHolds } from './holds.ts';
import { checkReleases, previewReleases } from './check-releases.ts';
import { findKept } from './live-releases.ts';
import { createPins, type Pins } from './pins.ts';
import type { Previews } from './previews.ts';
import { retire } from './retire.ts';
import { createRollbacks, type Rollbacks } from './rollbacks.ts';
import { createMutex } from '../../platform/processes/one-at-a-time.ts';

export interface ChangesOptions extends CandidatesOptions, Omit<ActivationOptions, 'mutex' | 'decisions'> {
  /** Keeps gateways on one database from admitting the same releases at once. */
  deployLock: DeployLock;
  previews: Pick<Previews, 'assertRoom' | 'keep'>;
  /** Removes what nobody needs; runs while nothing changes. */
  collectGarbage(): Promise<Collected>;
  /** Lets go on what nobody waits for. */
  background(work: Promise<unknown>): void;
  onDecision(apps: string[], decision: Decision): void;
}

/**
 * The one object through which the site changes. Each method acquires the mutex itself:
 * - admission is one at a time on this gateway, and as far as the lock reaches among all;
 * - comparing and switching is one short critical section; nothing that checks or renders ever holds the mutex. So rolling back,
 *   pinning, freezing and retiring wait for no admission.
 */
export interface Changes extends Rollbacks, Pins {
  publish(releases: Release[], actor: string): Promise<Verdict>;
  /** Publishes a release that is kept already. @param start of its digest, at least 6 digits. */
  promote(app: string, start: string, actor: string): Promise<Verdict>;
  /** What sources bring: each release has its own decision. */
  deploy(releases: Release[], actor: string): Promise<void>;
  /** The checks alone: nothing is activated or kept. */
  check(releases: Release[]): Promise<Verdict>;
  /** The checks, and an address where the candidate can be looked at. Nothing is activated. */
  preview(releases: Release[], actor: string): Promise<Verdict>;
  retire(app: string, actor: string): Promise<Change>;
  /** Takes back what waits of an app. */
  withdraw(app: string, actor: string): Promise<Change>;
  /** Serves what was live when the gateway ended. @returns false when nothing was. */
  restore(): Promise<boolean>;
  /** Shows what another gateway made live, if one did. */
  catchUp(): Promise<void>;
  /** @returns undefined when another gateway is at it. */
  collect(): Promise<Collected | undefined>;
}

export function createChanges(options: ChangesOptions): Changes {
  const { state, site, now, deployLock } = options;
  const mutex = createMutex();
  const decisions = createDecisions();
  const admissions = createMutex();
  const admitting = <Result>(work: () => Promise<Result>) => admissions(() => deployLock.hold(work));
  const parts: ChangeParts = {
    state,
    candidates: createCandidates(options),
    activation: createActivation({ ...options, mutex, decisions }),
    holds: createHolds({ state, mutex, now }),
    waiting: createWaiting({ state, mutex }),
    decisions,
    forget: (release) => site.forget(release),
    measurements: options.measurements,
  };
  const deploying = createDeployer({ ...parts, onDecision: options.onDecision });
  const deployer: typeof deploying = {
    deploy(wanted) {
      const replaced = decisions.since(wanted.releases.map(({ app }) => app));
      return admitting(() => deploying.deploy({ ...wanted, replaced }));
    },
    deployKept: (find, actor) => admitting(() => deploying.deployKept(find, actor)),
  };
  const recovery = { ...parts, site, now };
  const publish: Changes['publish'] = async (releases, actor) => {
    const outcomes = [...(await deployer.deploy({ releases, actor, together: true })).values()];
    return toVerdict(releases, outcomes.find(({ outcome }) => outcome !== 'unchanged') ?? outcomes[0]!);
  };
  return {
    ...createRollbacks(parts, deployer, options.background),
    ...createPins(parts, deployer, options),
    publish,
    promote: async (app, start, actor) => publish([(await findKept(state, app, start)).release], actor),
    deploy: async (releases, actor) => void (await deployer.deploy({ releases, actor, together: false })),
    check: (releases) => admitting(async () => (await checkReleases(parts, releases)).verdict),
    preview: (releases, actor) =>
      admitting(() => previewReleases({ ...parts, previews: options.previews, now }, releases, actor)),
    retire: (app, actor) => retire(parts, app, actor, now()),
    withdraw: (app, actor) => withdraw({ ...parts, mutex }, app, actor, now()),
    restore: () => restore(recovery),
    catchUp: parts.activation.catchUp,
    collect: () => admissions(() => deployLock.tryHold(() => mutex(options.collectGarbage))),
  };
}
