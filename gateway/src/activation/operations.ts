import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { Verdict as PublishVerdict } from '@voltframe/kit/contract/operations/verdict';
import type { HistoryAction } from '@voltframe/kit/contract/operations/history';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Finding } from '@voltframe/kit/contract/operations/finding';
import { gatewayErrors } from '../errors.ts';
import type { StateStore, StoredRelease } from '../stores/state-store.ts';
import type { Activation } from './activation.ts';
import { type Deployer, type Deployment, heldSetting, type Verdict } from './deployer.ts';
import { readFreeze, writeFreeze } from './freeze.ts';
import type { Previews } from './previews.ts';
import type { Site } from '../compositions/site.ts';

export interface OperationsOptions {
  site: Site;
  state: StateStore;
  activation: Activation;
  deployer: Deployer;
  previews: Pick<Previews, 'keep'>;
  now: () => number;
}

/** What teams and operators do with releases that are there. Callers take turns with deployments. */
export interface Operations {
  publish(releases: Release[], actor: string): Promise<PublishVerdict>;
  check(releases: Release[]): Promise<PublishVerdict>;
  /** The checks, and an address where the candidate can be looked at. Nothing is activated. */
  preview(releases: Release[], actor: string): Promise<PublishVerdict>;
  /** @param to digest, or at least 6 digits of one; undefined: the release that was live before. */
  rollback(app: string, to: string | undefined, actor: string): Promise<Change | PublishVerdict>;
  /**
   * Takes an app from a failing release back to the newest that was live before and never failed.
   * @returns undefined when nothing was done: the release is not live any more, the app is pinned, or it has no good one.
   */
  fallBack(app: string, failing: string, reason: string): Promise<Change | PublishVerdict | undefined>;
  pin(app: string, digest: string | undefined, actor: string): Promise<Change | PublishVerdict>;
  unpin(app: string, actor: string): Promise<Change>;
  freeze(reason: string, actor: string): Promise<Change>;
  unfreeze(actor: string): Promise<Change>;
  retire(app: string, actor: string): Promise<Change>;
}

const MAX_RELEASES = 500;

export function createOperations(options: OperationsOptions): Operations {
  const { site, state, activation, deployer, previews, now } = options;
  const live = () => site.live()?.composition;
  const changed = (message: string, more: Partial<Change> = {}): Change => {
    const id = live()?.id;
    return { message, ...(id !== undefined && { composition: id }), ...more };
  };
  const note = (actor: string, action: HistoryAction, app: string | null, text: string) =>
    state.addHistory({ at: now(), actor, action, app, from: null, to: null, note: text });
  const liveDigest = (app: string): string => {
    const digest = live()?.apps[app];
    if (digest === undefined) throw gatewayErrors.APP_UNKNOWN({ app });
    return digest;
  };

  const findRelease = async (app: string, start: string): Promise<StoredRelease> => {
    if (!/^[0-9a-f]{6,64}$/.test(start))
      throw gatewayErrors.RELEASE_UNKNOWN({ app, release: start.slice(0, 64) });
    const all = await state.releases({ app, limit: MAX_RELEASES });
    const found = all.filter(({ digest, state: kept }) => kept === 'admitted' && digest.startsWith(start));
    const stored = found.length === 1 ? await state.release(app, found[0]!.digest) : undefined;
    if (!stored) throw gatewayErrors.RELEASE_UNKNOWN({ app, release: start });
    return stored;
  };

  /** The release that was live before the present one, by the history. */
  const findPrevious = async (app: string): Promise<StoredRelease> => {
    const current = liveDigest(app);
    const entries = await state.history({ app, limit: MAX_RELEASES });
    const activated = entries.find(
      ({ to, from, action }) => to === current && from !== null && ['activate', 'rollback'].includes(action),
    );
    const stored = activated?.from ? await state.release(app, activated.from) : undefined;
    if (!stored || stored.state !== 'admitted') throw gatewayErrors.NO_EARLIER_RELEASE({ app });
    return stored;
  };

  /** The newest release that was live before this one and was never taken back for failing. */
  const findGood = async (app: string, failing: string): Promise<StoredRelease | undefined> => {
    const entries = await state.history({ app, limit: MAX_RELEASES });
    const failed = entries.filter(({ action }) => action === 'fallback').map(({ from }) => from);
    if (failed.includes(failing)) return undefined; // once: somebody made it live again, knowing that
    const wasLive = entries.filter(({ action }) => /^(activate|rollback|fallback)$/.test(action));
    for (const { to } of wasLive) {
      if (to === null || to === failing || failed.includes(to)) continue;
      const stored = await state.release(app, to);
      if (stored?.state === 'admitted') return stored;
    }
    return undefined;
  };

  const goBack = async (
    app: string,
    { release }: StoredRelease,
    how: Pick<Deployment, 'actor' | 'action' | 'note'>,
  ): Promise<Change | PublishVerdict> => {
    const from = liveDigest(app);
    const verdicts = await deployer.deploy({ releases: [release], together: true, ...how });
    const verdict = verdicts.get(app)!;
    // Refused now, it was admitted before, and it may fit again later.
    if (verdict.findings.length > 0) await state.setReleaseState(app, release.digest, 'admitted', []);
    if (verdict.findings.length > 0) return toPublishVerdict([release], verdict);
    return changed(`${app} is at ${short(release.digest)} again`, { from, to: release.digest });
  };

  const rollback: Operations['rollback'] = async (app, to, actor) => {
    liveDigest(app);
    const stored = to === undefined ? await findPrevious(app) : await findRelease(app, to);
    return goBack(app, stored, { actor, action: 'rollback' });
  };

  /** Deploys what pins or a freeze held back and nothing holds any more. */
  const letGo = async (apps: string[], actor: string): Promise<string[]> => {
    if (await readFreeze(state)) return [];
    const pinned = (await state.pins()).map(({ app }) => app);
    const releases: Release[] = [];
    for (const app of apps.filter((name) => !pinned.includes(name))) {
      const digest = await state.setting(heldSetting(app));
      const stored = digest === undefined ? undefined : await state.release(app, digest);
      await state.setSetting(heldSetting(app), undefined);
      if (stored) releases.push(stored.release);
    }
    const verdicts =
      releases.length > 0
        ? await deployer.deploy({ releases, actor, together: false })
        : new Map<string, Verdict>();
    return [...verdicts].filter(([, { outcome }]) => outcome === 'activated').map(([app]) => app);
  };
  const knownApps = async () => [
    ...new Set((await state.releases({ limit: MAX_RELEASES })).map(({ app }) => app)),
  ];
  const nowLive = (apps: string[]) => (apps.length > 0 ? `; what waited is live: ${apps.join(', ')}` : '');

  const retire: Operations['retire'] = async (app, actor) => {
    const from = liveDigest(app);
    const { [app]: gone, ...rest } = activation.base();
    if (gone?.kind === 'shell') throw gatewayErrors.SHELL_STAYS();
    const { findings, candidate } = await activation.admit(rest, new Set());
    if (!candidate)
      throw gatewayErrors.RETIRE_REFUSED({ app, reason: findings.map(({ reason }) => reason).join('; ') });
    const entry = { at: now(), actor, action: 'retire' as const, app, from, to: null, note: '' };
    const done = await activation.activate(candidate, [], [entry]);
    return done ? changed(`${app} is off the site`, { from }) : retire(app, actor);
  };

  return {
    rollback,
    retire,
    async fallBack(app, failing, reason) {
      const pinned = (await state.pins()).some((pin) => pin.app === app);
      const good = live()?.apps[app] === failing && !pinned ? await findGood(app, failing) : undefined;
      return good && goBack(app, good, { actor: 'gateway', action: 'fallback', note: reason });
    },
    async publish(releases, actor) {
      const verdicts = await deployer.deploy({ releases, actor, together: true });
      const changedOnes = [...verdicts.values()].find(({ outcome }) => outcome !== 'unchanged');
      return toPublishVerdict(releases, changedOnes ?? [...verdicts.values()][0]!);
    },
    async check(releases) {
      const { findings, composition } = await deployer.check(releases);
      return judged(releases, findings, composition);
    },
    async preview(releases, actor) {
      const set = Object.fromEntries(releases.map((release) => [release.app, release]));
      const { findings, candidate } = await activation.admit(
        { ...activation.base(), ...set },
        new Set(Object.keys(set)),
      );
      if (!candidate) return judged(releases, findings, null);
      site.discard(candidate);
      for (const release of releases) {
        const known = await state.release(release.app, release.digest);
        if (!known) await state.saveRelease(release, 'push', now());
      }
      const { url, until } = await previews.keep(candidate.composition);
      for (const entry of activation.historyOf(releases, actor, 'preview')) await state.addHistory(entry);
      return {
        ...judged(releases, findings, candidate.composition.id),
        previewUrl: url,
        previewUntil: until,
      };
    },
    async pin(app, digest, actor) {
      const current = liveDigest(app);
      const wanted = digest === undefined ? undefined : await findRelease(app, digest);
      if (wanted && wanted.release.digest !== current) {
        const result = await rollback(app, wanted.release.digest, actor);
        if ('accepted' in result) return result;
      }
      await state.pin({ app, actor, at: now() });
      await note(actor, 'pin', app, `at ${short(liveDigest(app))}`);
      return changed(`${app} is pinned at ${short(liveDigest(app))}; newer releases wait`);
    },
    async unpin(app, actor) {
      if (!(await state.pins()).some((pin) => pin.app === app)) throw gatewayErrors.NOT_PINNED({ app });
      await state.unpin(app);
      await note(actor, 'unpin', app, '');
      return changed(`${app} is not pinned any more${nowLive(await letGo([app], actor))}`);
    },
    async freeze(reason, actor) {
      await writeFreeze(state, { by: actor, at: now(), reason });
      await note(actor, 'freeze', null, reason);
      return changed('the site is frozen; releases are admitted and wait');
    },
    async unfreeze(actor) {
      if (!(await readFreeze(state))) throw gatewayErrors.NOT_FROZEN();
      await writeFreeze(state, undefined);
      await note(actor, 'unfreeze', null, '');
      return changed(`the site is not frozen any more${nowLive(await letGo(await knownApps(), actor))}`);
    },
  };
}

/** The verdict of the checks alone. @param composition id of the candidate. */
function judged(releases: Release[], findings: Finding[], composition: string | null): PublishVerdict {
  return {
    accepted: findings.length === 0,
    activated: false,
    ...(composition !== null && { composition }),
    releases: releases.map(({ app, digest }) => ({ app, digest })),
    checks: findings,
  };
}

function toPublishVerdict(releases: Release[], verdict: Verdict): PublishVerdict {
  const { outcome, composition, findings, held, waitsFor } = verdict;
  const accepted = outcome === 'activated' || outcome === 'unchanged' || outcome === 'held';
  const reason = findings.map((entry) => entry.reason).join('; ');
  const waiting = held
    ? { for: held.by, reason: held.reason }
    : waitsFor && { for: 'app' as const, apps: waitsFor, reason };
  return {
    accepted,
    activated: outcome === 'activated' || outcome === 'unchanged',
    ...(waiting && { waiting }),
    ...(composition !== null && { composition }),
    releases: releases.map(({ app, digest }) => ({ app, digest })),
    checks: findings,
  };
}

function short(digest: string): string {
  return digest.slice(0, 12);
}
