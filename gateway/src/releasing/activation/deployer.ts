import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ReleaseKey } from '../../platform/database/state-store.ts';
import type { ChangeParts } from './change-parts.ts';
import { about, appsWaitedFor, atFault, type Decision } from './decision.ts';
import { firstHold, type Hold } from './holds.ts';
import type { MeasuredRelease } from '@voltframe/kit/contract/operations/figures';
import { type Finding, finding, type Warning } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { Deadline } from '../admission/deadline.ts';
import type { Admitted, Base, Candidates, Releases } from './candidates.ts';
import { companionSets } from './waiting.ts';
import { keepWarnings, withWarnings } from './warnings.ts';
import { triedAgain } from '@voltframe/kit/contract/operations/verdict';

/** Releases that are to go live. */
export interface Deployment {
  releases: Release[];
  /** Who: a source's name, or a token's. */
  actor: string;
  /** All of it or nothing (`mfe publish a b`); otherwise each release has its own decision. */
  together: boolean;
  /** Going back is not held by a pin or a freeze. */
  action?: Extract<HistoryAction, 'activate' | 'rollback' | 'fallback'>;
  /** Of which of its apps something newer was said since it was asked for; asked again and again. */
  replaced?(): string[];
  /** Why, for the history. */
  note?: string;
}

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

/** What came of trying to make releases live: no findings when they are; `held` when a pin or freeze came in between. */
export interface Attempt {
  findings: Finding[];
  warnings?: Warning[];
  measured?: MeasuredRelease[];
  held?: boolean;
}

/** How often one release is checked anew because something else went live meanwhile. */
const MAX_OVERTAKEN = 10;

/**
 * Admits releases together with those that wait and are free to go live, else alone, and makes them live. Something else
 * may go live meanwhile: then they are checked again beside that.
 */
export async function attempt(
  parts: ChangeParts,
  releases: Release[],
  deployment: Deployment,
): Promise<Attempt> {
  const deadline = parts.candidates.deadline();
  try {
    return await attemptWithin(deadline, parts, releases, deployment);
  } finally {
    deadline.end();
  }
}

async function attemptWithin(
  deadline: Deadline,
  ...[parts, releases, deployment]: Parameters<typeof attempt>
): Promise<Attempt> {
  const { candidates } = parts;
  const started = candidates.base().releases;
  for (let times = 0; times < MAX_OVERTAKEN; times++) {
    const base = candidates.base();
    if (releases.every(({ app, digest }) => base.releases[app]?.digest === digest)) return { findings: [] };
    // The newest decision on an app counts: for example a rollback that came after this was published.
    const replaced = new Set(deployment.replaced?.());
    const superseded = releases.filter(
      ({ app }) => replaced.has(app) || base.releases[app]?.digest !== started[app]?.digest,
    );
    if (superseded.length > 0)
      return { findings: superseded.map(({ app }) => finding(app, admissionErrors.SUPERSEDED({ app }))) };
    const tried = await attemptOn(base, deadline, parts, releases, deployment);
    if (tried !== 'overtaken') return tried;
  }
  const overtaken = admissionErrors.OVERTAKEN({ times: MAX_OVERTAKEN });
  return { findings: releases.map(({ app }) => finding(app, overtaken)) };
}

async function attemptOn(
  base: Base,
  deadline: Deadline,
  ...[parts, releases, deployment]: Parameters<typeof attempt>
): Promise<Attempt | 'overtaken'> {
  const { candidates } = parts;
  let findings: Finding[] = [];
  const { action = 'activate' } = deployment;
  const besides = new Set(releases.map(({ app }) => app));
  // Going back takes nothing along that nobody has seen live.
  for (const companions of action === 'activate' ? await companionSets(parts, besides) : [[]]) {
    const set = byApp([...companions, ...releases]);
    const all = { ...base.releases, ...set };
    // What cannot fit by its manifests alone costs no process.
    if (companions.length > 0 && !mayFit(candidates, all)) continue;
    const admitted = await candidates.admit(all, new Set(Object.keys(set)), deadline);
    const { candidate, warnings, measured } = admitted;
    if (candidate)
      return switchTo(base, parts, { candidate, warnings, measured, companions, releases, deployment });
    findings = admitted.findings;
  }
  return { findings };
}

interface Ready extends Required<Omit<Admitted, 'findings' | 'measured'>> {
  measured: MeasuredRelease[] | undefined;
  companions: Release[];
  releases: Release[];
  deployment: Deployment;
}

async function switchTo(
  base: Base,
  { state, activation, holds, measurements }: ChangeParts,
  { candidate, warnings, measured, companions, releases, deployment }: Ready,
): Promise<Attempt | 'overtaken'> {
  const { actor, action = 'activate', note = '' } = deployment;
  const mayBeHeld = action === 'activate' ? [...companions, ...releases] : companions;
  const switched = await activation.activate({
    candidate,
    replaces: base.id,
    admitted: [...companions, ...releases],
    history: withWarnings(
      [
        // What waited is neither rolled back nor failing.
        ...activation.historyOf(companions, actor, 'activate', note),
        ...activation.historyOf(releases, actor, action, note),
      ],
      warnings,
      (owner, lines) => activation.historyOf([candidate.releases[owner]!], actor, 'warn', lines),
    ),
    isFree: async () =>
      !deployment.replaced?.().length && (base.id === null || !(await firstHold(holds, mayBeHeld))),
  });
  if (switched === 'overtaken') return 'overtaken';
  if (switched === 'live') await keepWarnings(state, warnings);
  await measurements.keep(measured ?? []);
  return { findings: [], warnings, ...(measured && { measured }), held: switched === 'held' };
}

function mayFit(candidates: Candidates, releases: Releases): boolean {
  const findings = candidates.check(releases, new Set(Object.keys(releases)));
  return findings.every(({ waitsFor }) => waitsFor === undefined);
}

export function byApp(releases: Release[]): Releases {
  return Object.fromEntries(releases.map((release) => [release.app, release]));
}

/** Records that releases do not go live, and why. What only lacks another app's version waits for it. */
export async function refuse(
  { state, activation, candidates, waiting }: ChangeParts,
  releases: Release[],
  { actor, action = 'activate', replaced }: Pick<Deployment, 'actor' | 'action' | 'replaced'>,
  findings: Finding[],
): Promise<Decision> {
  const goesBack = action !== 'activate';
  // What goes back was live before: it is kept as it is, and goes live again only when somebody says so.
  const mayWait = goesBack ? undefined : appsWaitedFor(findings);
  const waits = mayWait && (await waiting.mark(releases, findings, () => Boolean(replaced?.().length)));
  const waitsFor = waits ? mayWait : undefined;
  for (const { app, digest } of goesBack || waits ? [] : releases)
    await state.setReleaseState(app, digest, 'refused', findings);
  const reasons = findings.map(({ code, reason }) => `${code}: ${reason}`);
  const note = [...reasons, ...(waitsFor ? [triedAgain(waitsFor)] : [])].join('\n');
  for (const entry of activation.historyOf(releases, actor, 'refuse', note)) await state.addHistory(entry);
  return { outcome: 'refused', composition: candidates.base().id, findings, ...(waitsFor && { waitsFor }) };
}

/**
 * Admits releases without activating them: they go live when the pin or the freeze ends.
 * @returns undefined when it ended meanwhile: they are free to go live.
 */
export async function holdReleases(
  parts: ChangeParts,
  releases: Release[],
  deployment: Pick<Deployment, 'actor' | 'replaced'>,
  hold: Hold,
): Promise<Decision | undefined> {
  const { candidates, holds, activation, state, measurements } = parts;
  const { id, releases: live } = candidates.base();
  const set = byApp(releases);
  const { findings, warnings, measured, candidate } = await candidates.admit(
    { ...live, ...set },
    new Set(Object.keys(set)),
  );
  if (candidate) candidates.discard(candidate);
  if (findings.length > 0) return refuse(parts, releases, deployment, findings);
  const isReplaced = () => Boolean(deployment.replaced?.().length);
  if (!(await holds.markHeld(releases, isReplaced))) return undefined;
  for (const entry of activation.historyOf(releases, deployment.actor, 'admit', hold.reason))
    await state.addHistory(entry);
  await measurements.keep(measured ?? []);
  const found = { findings: [], warnings, ...(measured && { measured }) };
  return { outcome: 'held', composition: id, ...found, held: hold };
}
