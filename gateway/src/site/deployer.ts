import type { Release } from '@voltframe/kit/contract/release';
import type { SiteConfig } from '@voltframe/kit/contract/site-config';
import { checkComposition } from '../core/admission-checks.ts';
import type { Finding } from '../core/admission-finding.ts';
import { compose } from '../core/compose.ts';
import { sha256 } from '../stores/blob-store.ts';
import type { HistoryAction, HistoryEntry, StateStore } from '../stores/state-store.ts';
import { runCandidate } from './admit.ts';
import type { ServedComposition } from './served-composition.ts';
import type { Site } from './site.ts';

/** What became of a release. */
export type Outcome = 'activated' | 'unchanged' | 'admitted' | 'waiting' | 'refused';

export interface Verdict {
  outcome: Outcome;
  /** Live composition after it. */
  composition: string | null;
  findings: Finding[];
}

export interface Deployment {
  releases: Release[];
  /** Who: a source's name, or a token's. */
  actor: string;
  /** All of it or nothing (`mfe publish a b`); otherwise each release has its own verdict. */
  together: boolean;
  action?: Extract<HistoryAction, 'activate' | 'rollback' | 'fallback'>;
}

export interface DeployerOptions {
  site: Site;
  state: StateStore;
  siteConfig: SiteConfig;
  leaseMs: number;
  pagesPerRoute: number;
  now: () => number;
  onActivated(served: ServedComposition, previous: ServedComposition | undefined): void;
  onVerdict(apps: string[], verdict: Verdict): void;
}

export interface Deployer {
  /** Serves what was live when the gateway ended, with the site's configuration of now. @returns false when nothing was. */
  restore(): Promise<boolean>;
  /** One at a time, in the order of the calls: two deploys at the same time both take effect. */
  deploy(deployment: Deployment): Promise<Map<string, Verdict>>;
  /** The checks alone: nothing is activated or kept. */
  check(releases: Release[]): Promise<Finding[]>;
  /** Takes an app's pages away. @returns false when it is not there, or is the shell. */
  retire(app: string, actor: string): Promise<boolean>;
  /** Goes back to the newest composition before the live one that still starts. */
  fallBack(reason: string): Promise<boolean>;
  /** Admits and activates what a lifted pin or freeze had held. */
  release(apps: string[] | undefined, actor: string): Promise<void>;
}

type Releases = Record<string, Release>;

export function createDeployer(options: DeployerOptions): Deployer {
  const { site, state, siteConfig, now } = options;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };

  const composed = (releases: Releases) => compose(Object.values(releases), siteConfig, now(), sha256);

  /** Admission of a candidate; with findings it is over, without it is ready to go live. */
  const admit = async (
    releases: Releases,
    changed: ReadonlySet<string>,
  ): Promise<{ findings: Finding[]; candidate?: ServedComposition }> => {
    const findings = checkComposition(Object.values(releases), changed);
    if (findings.length > 0) return { findings };
    const candidate = await site.prepare(composed(releases), releases);
    const defects = await runCandidate(candidate, changed, options.pagesPerRoute);
    if (defects.length === 0) return { findings: [], candidate };
    site.discard(candidate);
    return { findings: defects };
  };

  const makeLive = (next: ServedComposition): void => {
    const previous = site.live();
    site.makeLive(next);
    options.onActivated(next, previous);
  };

  const activate = async (
    candidate: ServedComposition,
    admitted: Release[],
    history: HistoryEntry[],
  ): Promise<void> => {
    const { composition } = candidate;
    const done = await state.activate({
      composition,
      replaces: site.live()?.composition.id ?? null,
      leaseUntil: now() + options.leaseMs,
      admitted: admitted.map(({ app, digest }) => ({ app, digest })),
      history,
    });
    if (!done) throw new Error('Another gateway activated a composition on this database at the same time');
    makeLive(candidate);
  };

  const historyOf = (releases: Release[], actor: string, action: HistoryAction, note = ''): HistoryEntry[] =>
    releases.map(({ app, digest }) => ({
      at: now(),
      actor,
      action,
      app,
      from: site.live()?.composition.apps[app] ?? null,
      to: digest,
      note,
    }));

  /** Tries releases together with those that wait. @returns findings when nothing went live. */
  const tryActivate = async (
    releases: Release[],
    { actor, action = 'activate' }: Deployment,
  ): Promise<Finding[]> => {
    const base = site.live()?.releases ?? {};
    const set = Object.fromEntries(releases.map((release) => [release.app, release]));
    const waiting = (await state.releases({ state: 'waiting', limit: 50 }))
      .map((stored) => stored.release)
      .filter(({ app }) => !Object.hasOwn(set, app));
    const attempts = waiting.length > 0 ? [[...newestOfEach(waiting), ...releases], releases] : [releases];
    let findings: Finding[] = [];
    for (const attempt of attempts) {
      const candidates = Object.fromEntries(attempt.map((release) => [release.app, release]));
      const result = await admit({ ...base, ...candidates }, new Set(Object.keys(candidates)));
      if (result.candidate) {
        await activate(result.candidate, attempt, historyOf(attempt, actor, action));
        return [];
      }
      findings = result.findings;
    }
    return findings;
  };

  const settle = async (releases: Release[], actor: string, findings: Finding[]): Promise<Verdict> => {
    const outcome = findings.every(({ waits }) => waits) ? 'waiting' : 'refused';
    const note = findings.map(({ code, reason }) => `${code}: ${reason}`).join('\n');
    for (const { app, digest } of releases) await state.setReleaseState(app, digest, outcome, findings);
    for (const entry of historyOf(releases, actor, outcome === 'waiting' ? 'wait' : 'refuse', note))
      await state.addHistory(entry);
    return { outcome, composition: site.live()?.composition.id ?? null, findings };
  };

  /** Pinned apps and a frozen site: admitted, but not activated. */
  const isHeld = async (app: string): Promise<boolean> =>
    (await state.setting('frozen')) !== undefined || (await state.pins()).some((pin) => pin.app === app);

  const holdBack = async (releases: Release[], actor: string): Promise<Verdict> => {
    const base = site.live()?.releases ?? {};
    const set = Object.fromEntries(releases.map((release) => [release.app, release]));
    const { findings, candidate } = await admit({ ...base, ...set }, new Set(Object.keys(set)));
    if (findings.length > 0) return settle(releases, actor, findings);
    if (candidate) site.discard(candidate);
    for (const { app, digest } of releases) await state.setReleaseState(app, digest, 'admitted', []);
    for (const entry of historyOf(releases, actor, 'admit', 'held by a pin or a freeze'))
      await state.addHistory(entry);
    for (const { app, digest } of releases) await state.setSetting(`held:${app}`, digest);
    return { outcome: 'admitted', composition: site.live()?.composition.id ?? null, findings: [] };
  };

  /** Takes out the releases that are at fault until the rest goes live, unless all must go together. */
  const deployNow = async (deployment: Deployment): Promise<Map<string, Verdict>> => {
    const verdicts = new Map<string, Verdict>();
    const record = (releases: Release[], verdict: Verdict) => {
      for (const { app } of releases) verdicts.set(app, verdict);
      options.onVerdict(
        releases.map(({ app }) => app),
        verdict,
      );
    };
    const live = () => site.live()?.composition;
    const isLive = ({ app, digest }: Release) => live()?.apps[app] === digest;
    const unchanged = deployment.releases.filter(isLive);
    for (const { app } of unchanged)
      verdicts.set(app, { outcome: 'unchanged', composition: live()?.id ?? null, findings: [] });
    let releases = deployment.releases.filter((release) => !isLive(release));
    if (deployment.action === undefined) {
      const held: Release[] = [];
      for (const release of releases) if (live() && (await isHeld(release.app))) held.push(release);
      if (held.length > 0) record(held, await holdBack(held, deployment.actor));
      releases = releases.filter((release) => !held.includes(release));
    }
    while (releases.length > 0) {
      const findings = await tryActivate(releases, deployment);
      if (findings.length === 0) {
        record(releases, { outcome: 'activated', composition: live()?.id ?? null, findings: [] });
        break;
      }
      const accused = new Set(findings.map(({ app }) => app));
      const out = deployment.together ? releases : releases.filter(({ app }) => accused.has(app));
      // Found in what waits, not in what came: it cannot be told apart, so all of it is out.
      const refused = out.length > 0 ? out : releases;
      for (const release of deployment.together ? [] : refused)
        record(
          [release],
          await settle(
            [release],
            deployment.actor,
            findings.filter(({ app }) => app === release.app),
          ),
        );
      if (deployment.together) record(refused, await settle(refused, deployment.actor, findings));
      releases = releases.filter((release) => !refused.includes(release));
    }
    return verdicts;
  };

  const restoreNow = async (): Promise<boolean> => {
    const stored = await state.live();
    if (!stored) return false;
    const releases = await site.releasesOf(stored.composition);
    const current = composed(releases);
    if (current.id === stored.composition.id) {
      const served = await site.prepare(stored.composition, releases);
      makeLive(served);
      return true;
    }
    const served = await site.prepare(current, releases);
    const at = now();
    const entry: HistoryEntry = {
      at,
      actor: 'configuration',
      action: 'configure',
      app: null,
      from: stored.composition.id,
      to: current.id,
      note: '',
    };
    await state.activate({
      composition: current,
      replaces: stored.composition.id,
      leaseUntil: at + options.leaseMs,
      admitted: [],
      history: [entry],
    });
    makeLive(served);
    return true;
  };

  const retireNow = async (app: string, actor: string): Promise<boolean> => {
    const live = site.live();
    const { [app]: gone, ...rest } = live?.releases ?? {};
    if (!live || !gone || gone.kind === 'shell') return false;
    const candidate = await site.prepare(composed(rest), rest);
    const entry: HistoryEntry = {
      at: now(),
      actor,
      action: 'retire',
      app,
      from: gone.digest,
      to: null,
      note: '',
    };
    await activate(candidate, [], [entry]);
    return true;
  };

  const fallBackNow = async (reason: string): Promise<boolean> => {
    const failing = site.live()?.composition;
    for (const { composition } of await state.compositions(20)) {
      if (composition.id === failing?.id || composition.timestamp >= (failing?.timestamp ?? Infinity))
        continue;
      const releases = await site.releasesOf(composition).catch(() => undefined);
      if (!releases) continue;
      // The same releases under a new time: it is what is formed now.
      const candidate = await site.prepare({ ...composition, timestamp: now() }, releases);
      const started = await candidate.renderer.start().then(
        () => true,
        () => false,
      );
      if (!started) {
        site.discard(candidate);
        continue;
      }
      const entry: HistoryEntry = {
        at: now(),
        actor: 'gateway',
        action: 'fallback',
        app: null,
        from: failing?.id ?? null,
        to: composition.id,
        note: reason,
      };
      await activate(candidate, [], [entry]);
      return true;
    }
    return false;
  };

  const releaseNow = async (apps: string[] | undefined, actor: string): Promise<void> => {
    const wanted = apps ?? Object.keys(site.live()?.composition.apps ?? {});
    const held: Release[] = [];
    for (const app of wanted) {
      const digest = await state.setting(`held:${app}`);
      const stored =
        digest === undefined || (await isHeld(app)) ? undefined : await state.release(app, digest);
      if (stored) held.push(stored.release);
      if (stored) await state.setSetting(`held:${app}`, undefined);
    }
    if (held.length > 0) await deployNow({ releases: held, actor, together: false });
  };

  return {
    restore: () => inTurn(restoreNow),
    deploy: (deployment) => inTurn(() => deployNow(deployment)),
    check: (releases) =>
      inTurn(async () => {
        const set = Object.fromEntries(releases.map((release) => [release.app, release]));
        const { findings, candidate } = await admit(
          { ...site.live()?.releases, ...set },
          new Set(Object.keys(set)),
        );
        if (candidate) site.discard(candidate);
        return findings;
      }),
    retire: (app, actor) => inTurn(() => retireNow(app, actor)),
    fallBack: (reason) => inTurn(() => fallBackNow(reason)),
    release: (apps, actor) => inTurn(() => releaseNow(apps, actor)),
  };
}

function newestOfEach(releases: Release[]): Release[] {
  const newest = new Map<string, Release>();
  for (const release of releases) if (!newest.has(release.app)) newest.set(release.app, release);
  return [...newest.values()];
}
