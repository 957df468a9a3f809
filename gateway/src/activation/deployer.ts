import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import type { Release } from '@voltframe/kit/contract/release/release';
import { triedAgain } from '@voltframe/kit/contract/operations/verdict';
import type { Finding } from '@voltframe/kit/contract/operations/finding';
import type { ReleaseHead, StateStore } from '../stores/state-store.ts';
import type { Activation, Releases } from './activation.ts';
import { readFreeze } from './freeze.ts';
import type { Site } from '../compositions/site.ts';

/** What became of a release. `held`: admitted, but a pin or a freeze keeps it back. */
export type Outcome = 'activated' | 'unchanged' | 'held' | 'refused';

export interface Verdict {
  outcome: Outcome;
  /** Live composition after it. */
  composition: string | null;
  findings: Finding[];
  /** Why it is held. */
  held?: { by: 'pin' | 'freeze'; reason: string };
  /** Refused only because of other apps' versions: it is tried again when one of these changes (none named: any). */
  waitsFor?: string[];
}

export interface Deployment {
  releases: Release[];
  /** Who: a source's name, or a token's. */
  actor: string;
  /** All of it or nothing (`mfe publish a b`); otherwise each release has its own verdict. */
  together: boolean;
  /** Going back is not held by a pin or a freeze. */
  action?: Extract<HistoryAction, 'activate' | 'rollback' | 'fallback'>;
  /** Why, for the history. */
  note?: string;
}

export interface DeployerOptions {
  site: Site;
  state: StateStore;
  activation: Activation;
  onVerdict(apps: string[], verdict: Verdict): void;
}

/** Callers take turns: one deployment at a time. */
export interface Deployer {
  /** @returns the verdict on each app's release. */
  deploy(deployment: Deployment): Promise<Map<string, Verdict>>;
  /** The checks alone: nothing is activated or kept. @returns the findings and the candidate's id. */
  check(releases: Release[]): Promise<{ findings: Finding[]; composition: string | null }>;
}

const MAX_WAITING = 50;
/** Waiting releases that are tried together with a new one: every subset of them, the largest first. */
const MAX_COMPANIONS = 4;

export function createDeployer({ site, state, activation, onVerdict }: DeployerOptions): Deployer {
  const liveId = () => site.live()?.composition.id ?? null;
  const isLive = ({ app, digest }: Release) => site.live()?.composition.apps[app] === digest;

  const heldBy = async (app: string): Promise<Verdict['held']> => {
    const freeze = await readFreeze(state);
    if (freeze)
      return {
        by: 'freeze',
        reason: `the site is frozen by ${freeze.by}${freeze.reason && `: ${freeze.reason}`}`,
      };
    const pin = (await state.pins()).find((entry) => entry.app === app);
    return pin && { by: 'pin', reason: `${app} is pinned by ${pin.actor}` };
  };

  /** Tries releases together with those that wait and are free to go live, then alone. @returns findings when nothing went live. */
  const tryActivate = async (releases: Release[], deployment: Deployment): Promise<Finding[]> => {
    const { actor, action = 'activate', note = '' } = deployment;
    const set = byApp(releases);
    const stored = await state.releases({ state: 'waiting', limit: MAX_WAITING });
    const waiting: Release[] = [];
    for (const { app, digest } of newestOfEach(stored)) {
      const free = !Object.hasOwn(set, app) && !(await heldBy(app));
      const found = free ? await state.release(app, digest) : undefined;
      if (found) waiting.push(found.release);
    }
    let findings: Finding[] = [];
    for (const companions of subsets(waiting.slice(0, MAX_COMPANIONS))) {
      const attempt = [...companions, ...releases];
      const candidates = byApp(attempt);
      // What cannot fit by its manifests alone costs no process.
      if (companions.length > 0 && !activation.mayFit({ ...activation.base(), ...candidates })) continue;
      const result = await activation.admit(
        { ...activation.base(), ...candidates },
        new Set(Object.keys(candidates)),
      );
      if (result.candidate) {
        // What waited is neither rolled back nor failing.
        const history = [
          ...activation.historyOf(companions, actor, 'activate', note),
          ...activation.historyOf(releases, actor, action, note),
        ];
        if (await activation.activate(result.candidate, attempt, history)) return [];
        // Another gateway was first: the same again on what is live now, unless that is it.
        return releases.every(isLive) ? [] : tryActivate(releases, deployment);
      }
      findings = result.findings;
    }
    return findings;
  };

  const refuse = async (
    releases: Release[],
    { actor, action = 'activate' }: Pick<Deployment, 'actor' | 'action'>,
    findings: Finding[],
  ): Promise<Verdict> => {
    // What goes back was live before: it is kept as it is, and goes live again only when somebody says so.
    const waitsFor = action === 'activate' ? appsWaitedFor(findings) : undefined;
    const kept = waitsFor ? 'waiting' : 'refused';
    for (const { app, digest } of releases) await state.setReleaseState(app, digest, kept, findings);
    const reasons = findings.map(({ code, reason }) => `${code}: ${reason}`);
    const note = [...reasons, ...(waitsFor ? [triedAgain(waitsFor)] : [])].join('\n');
    for (const entry of activation.historyOf(releases, actor, 'refuse', note)) await state.addHistory(entry);
    return { outcome: 'refused', composition: liveId(), findings, ...(waitsFor && { waitsFor }) };
  };

  /** Admitted, but not activated: it goes live when the pin or the freeze ends. */
  const holdBack = async (
    releases: Release[],
    actor: string,
    held: NonNullable<Verdict['held']>,
  ): Promise<Verdict> => {
    const set = byApp(releases);
    const { findings, candidate } = await activation.admit(
      { ...activation.base(), ...set },
      new Set(Object.keys(set)),
    );
    if (findings.length > 0) return refuse(releases, { actor }, findings);
    if (candidate) site.discard(candidate);
    for (const { app, digest } of releases) {
      await state.setReleaseState(app, digest, 'admitted', []);
      await state.setSetting(heldSetting(app), digest);
    }
    for (const entry of activation.historyOf(releases, actor, 'admit', held.reason))
      await state.addHistory(entry);
    return { outcome: 'held', composition: liveId(), findings: [], held };
  };

  /** What may not go live now is held back; of a set that goes together, one is enough to hold all. */
  const holdWhatMustWait = async (releases: Release[], { actor, together }: Deployment, record: Recorder) => {
    const reasons = new Map<string, NonNullable<Verdict['held']>>();
    for (const { app } of releases) {
      const held = site.live() && (await heldBy(app));
      if (held) reasons.set(app, held);
    }
    const [first] = reasons.values();
    if (!first) return releases;
    if (together) {
      record(releases, await holdBack(releases, actor, first));
      return [];
    }
    for (const release of releases) {
      const held = reasons.get(release.app);
      if (held) record([release], await holdBack([release], actor, held));
    }
    return releases.filter(({ app }) => !reasons.has(app));
  };

  /** Takes out what is at fault until the rest goes live. Where all are, each is tried alone: one may have spoilt it for all. */
  const deployUntilClean = async (
    releases: Release[],
    deployment: Deployment,
    record: Recorder,
  ): Promise<void> => {
    if (releases.length === 0) return;
    const findings = await tryActivate(releases, deployment);
    if (findings.length === 0)
      return record(releases, { outcome: 'activated', composition: liveId(), findings: [] });
    if (deployment.together) return record(releases, await refuse(releases, deployment, findings));
    const out = atFault(releases, findings);
    if (out.length === releases.length && releases.length > 1) {
      for (const release of shellFirst(releases)) await deployUntilClean([release], deployment, record);
      return;
    }
    for (const release of out)
      record([release], await refuse([release], deployment, about(release, findings)));
    await deployUntilClean(
      releases.filter((release) => !out.includes(release)),
      deployment,
      record,
    );
  };

  const deploy = async (deployment: Deployment): Promise<Map<string, Verdict>> => {
    const verdicts = new Map<string, Verdict>();
    const record: Recorder = (releases, verdict) => {
      for (const { app } of releases) verdicts.set(app, verdict);
      onVerdict(
        releases.map(({ app }) => app),
        verdict,
      );
    };
    for (const { app } of deployment.releases.filter(isLive))
      verdicts.set(app, { outcome: 'unchanged', composition: liveId(), findings: [] });
    let releases = deployment.releases.filter((release) => !isLive(release));
    if ((deployment.action ?? 'activate') === 'activate')
      releases = await holdWhatMustWait(releases, deployment, record);
    await deployUntilClean(releases, deployment, record);
    return verdicts;
  };

  return {
    deploy,
    async check(releases) {
      const set = byApp(releases);
      const { findings, candidate } = await activation.admit(
        { ...activation.base(), ...set },
        new Set(Object.keys(set)),
      );
      if (candidate) site.discard(candidate);
      return { findings, composition: candidate?.composition.id ?? null };
    },
  };
}

type Recorder = (releases: Release[], verdict: Verdict) => void;

/** @returns name of the setting that holds the digest of an app's release that waits for a pin or freeze to end. */
export function heldSetting(app: string): string {
  return `held:${app}`;
}

function byApp(releases: Release[]): Releases {
  return Object.fromEntries(releases.map((release) => [release.app, release]));
}

function about({ app }: Release, findings: Finding[]): Finding[] {
  return findings.filter((entry) => entry.app === app);
}

/** The releases that findings are about; when they are about others, it cannot be told apart: all. */
function atFault(releases: Release[], findings: Finding[]): Release[] {
  const accused = releases.filter((release) => about(release, findings).length > 0);
  return accused.length > 0 ? accused : releases;
}

/** @returns undefined when a finding is the release's own: no other app's version would mend it. */
function appsWaitedFor(findings: Finding[]): string[] | undefined {
  const apps = findings.map(({ waitsFor }) => waitsFor);
  if (apps.includes(undefined)) return undefined;
  return apps.includes('*') ? [] : [...new Set(apps as string[])].toSorted();
}

function shellFirst(releases: Release[]): Release[] {
  return releases.toSorted((a, b) => Number(b.kind === 'shell') - Number(a.kind === 'shell'));
}

function newestOfEach(releases: ReleaseHead[]): ReleaseHead[] {
  const newest = new Map<string, ReleaseHead>();
  for (const release of releases) if (!newest.has(release.app)) newest.set(release.app, release);
  return [...newest.values()];
}

/** @returns all subsets, the largest first and the empty one last: one bad release must not hold up the others. */
function subsets<Item>(items: Item[]): Item[][] {
  const all = Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((__, i) => bits & (1 << i)),
  );
  return all.toSorted((a, b) => b.length - a.length);
}
