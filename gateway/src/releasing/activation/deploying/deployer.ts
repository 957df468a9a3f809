import type { Release } from '@voltframe/kit/contract/release/release';
import type { ReleaseKey } from '../../../platform/database/state-store.ts';
import type { ChangeParts } from '../change-parts.ts';
import { attempt } from './attempt.ts';
import { about, atFault, type Decision } from './decision.ts';
import type { Deployment } from './deployment.ts';
import { firstHold } from '../holds.ts';
import { holdReleases, refuse } from './hold-release.ts';

/** Admits releases and makes them live. Admission runs beside everything else; only the switch takes the turn. */
export interface Deployer {
  /** @returns the decision on each app's release. */
  deploy(deployment: Deployment): Promise<Map<string, Decision>>;
  /**
   * Deploys releases that were kept until now, each by itself.
   * @param find asked when it is their turn: what was replaced until then is not among them any more.
   */
  deployKept(find: () => Promise<ReleaseKey[]>, actor: string): Promise<Map<string, Decision>>;
}

export interface DeployerOptions extends ChangeParts {
  onDecision(apps: string[], decision: Decision): void;
}

type Recorder = (releases: Release[], decision: Decision) => void;

export function createDeployer(parts: DeployerOptions): Deployer {
  const deployer: Deployer = {
    async deploy(deployment) {
      await parts.activation.catchUp();
      const decisions = new Map<string, Decision>();
      const record: Recorder = (releases, decision) => {
        const apps = releases.map(({ app }) => app);
        for (const app of apps) decisions.set(app, decision);
        parts.onDecision(apps, decision);
      };
      const { id, releases: live } = parts.candidates.base();
      const isLive = ({ app, digest }: Release) => live[app]?.digest === digest;
      for (const release of deployment.releases.filter(isLive)) {
        await parts.waiting.end(release);
        decisions.set(release.app, { outcome: 'unchanged', composition: id, findings: [] });
      }
      const others = deployment.releases.filter((release) => !isLive(release));
      await deployFree(parts, others, deployment, record);
      return decisions;
    },
    async deployKept(find, actor) {
      const found = await find();
      const stored = await Promise.all(found.map(({ app, digest }) => parts.state.release(app, digest)));
      const releases = stored.flatMap((kept) => (kept ? [kept.release] : []));
      return deployer.deploy({
        releases,
        actor,
        together: false,
        replaced: parts.decisions.since(releases.map(({ app }) => app)),
      });
    },
  };
  return deployer;
}

/** Keeps back what may not go live now, and deploys the rest. */
async function deployFree(
  parts: DeployerOptions,
  releases: Release[],
  deployment: Deployment,
  record: Recorder,
): Promise<void> {
  const { action = 'activate' } = deployment;
  const free = action === 'activate' ? await setAsideHeld(parts, releases, deployment, record) : releases;
  await deployUntilClean(parts, free, deployment, record);
}

/** Of a set that goes together, one that is held is enough to hold all. @returns those that are free. */
async function setAsideHeld(
  parts: DeployerOptions,
  releases: Release[],
  deployment: Deployment,
  record: Recorder,
): Promise<Release[]> {
  // A first start has nothing that a pin could protect.
  if (parts.candidates.base().id === null) return releases;
  const free: Release[] = [];
  for (const group of deployment.together ? [releases] : releases.map((release) => [release])) {
    const hold = await firstHold(parts.holds, group);
    const decision = hold && (await holdReleases(parts, group, deployment, hold));
    if (decision) record(group, decision);
    else free.push(...group);
  }
  return free;
}

/** Takes out what is at fault until the rest goes live. Where all are, each is tried alone: one may have spoilt it for all. */
async function deployUntilClean(
  parts: DeployerOptions,
  releases: Release[],
  deployment: Deployment,
  record: Recorder,
): Promise<void> {
  if (releases.length === 0) return;
  const { findings, warnings = [], measured, held } = await attempt(parts, releases, deployment);
  if (held) return deployFree(parts, releases, deployment, record);
  const composition = parts.candidates.base().id;
  if (findings.length === 0)
    return record(releases, {
      outcome: 'activated',
      composition,
      findings: [],
      warnings,
      ...(measured && { measured }),
    });
  if (deployment.together) return record(releases, await refuse(parts, releases, deployment, findings));
  const out = atFault(releases, findings);
  if (out.length === releases.length && releases.length > 1) {
    for (const release of shellFirst(releases)) await deployUntilClean(parts, [release], deployment, record);
    return;
  }
  for (const release of out)
    record([release], await refuse(parts, [release], deployment, about(release, findings)));
  const rest = releases.filter((release) => !out.includes(release));
  await deployUntilClean(parts, rest, deployment, record);
}

function shellFirst(releases: Release[]): Release[] {
  return releases.toSorted((a, b) => Number(b.kind === 'shell') - Number(a.kind === 'shell'));
}
