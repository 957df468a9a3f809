import { contractWindow, contractsText } from '@voltframe/kit/contract/contract-version';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { ReleaseKey } from '../state/release-store.ts';
import type { StateStore } from '../state/state-store.ts';
import { releasingErrors } from '../releasing-errors.ts';
import { createCoalescingRunner, type Mutex } from '../../platform/runtime/one-at-a-time.ts';
import { every } from '../../platform/runtime/timers.ts';
import { GATEWAY_VERSION } from '../../platform/version.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import { changedApps } from '../../serving/compositions/changed-apps.ts';
import { compose } from '../../serving/compositions/compose.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { Site } from '../../serving/compositions/site.ts';
import type { Releases } from '../admission/candidate.ts';
import type { Decisions, HistoryNote } from './decision.ts';
import { wentLive } from '../../observing/events/events.ts';
import { supersededBy } from './waiting.ts';

export interface ActivationOptions {
  site: Site;
  siteConfig: SiteConfig;
  /** The gateway started without its database: nothing can be activated. */
  isReadOnly: boolean;
  state: StateStore;
  mutex: Mutex;
  decisions: Decisions;
  /** How long the replaced composition stays servable, in milliseconds. */
  leaseMs: number;
  /** Milliseconds since the epoch. */
  now: () => number;
  telemetry: Pick<Telemetry, 'task'>;
  onActivated(served: ServedComposition, previous: ServedComposition | undefined): void;
}

/** The live composition that a change starts from; `id` is null before the first activation. */
export interface Base {
  id: string | null;
  releases: Releases;
}

/** A candidate that is to become live. */
export interface Switch {
  candidate: ServedComposition;
  /** The composition that the candidate was formed from. */
  base: Base;
  actor: string;
  history: HistoryNote[];
  /**
   * Apps that change only because another app does. No decision was made about them, so their waiting releases stay.
   */
  partners?: string[];
  /** Called while the mutex is locked. @returns whether the candidate may still go live. */
  isFree?(): Promise<boolean>;
}

/**
 * - `overtaken`: another composition became live meanwhile and is shown; the caller decides again on that.
 * - `held`: a pin, a freeze or a newer decision came meanwhile.
 *
 * In both cases the candidate is discarded.
 */
export type Switched = 'live' | 'overtaken' | 'held';

/** Makes a candidate live: compared and switched while the mutex is locked, first durable, then visible. */
export interface Activation {
  /** The live composition, from which a change starts. */
  base(): Base;
  /** The composition of these releases and the current configuration of the site. Pure. */
  composed(releases: Releases): Composition;
  /** Forms a candidate of these releases and the current configuration of the site. Activate or discard it. */
  prepare(releases: Releases): Promise<ServedComposition>;
  /** Ends the processes that only this candidate needed. */
  discard(candidate: ServedComposition): void;
  /** @throws when the live composition of the store cannot be read or started; the served composition stays. */
  activate(change: Switch): Promise<Switched>;
  /**
   * Serves the composition that another gateway activated, if any. Its render processes start first, so no visitor
   * waits for them.
   */
  catchUp(): Promise<void>;
  /**
   * Serves the composition that was live when the gateway ended, with the current configuration of the site where that
   * can be stored.
   * @returns false when none was.
   */
  restore(): Promise<boolean>;
  /**
   * Adds entries to the history about releases that do not become live.
   * @param tx the transaction that changes these releases.
   */
  record(
    tx: Pick<StateStore, 'addHistory'>,
    releases: readonly ReleaseKey[],
    entry: Pick<HistoryEntry, 'actor' | 'action' | 'waitsFor'> & { note?: string },
  ): Promise<void>;
}

/**
 * Makes a candidate live: compared and switched while the mutex is locked, first durable, then visible.
 * `catchUp` and `activate` throw when the live composition of the store cannot be read or started; the served
 * composition stays.
 */
export function createActivation(options: ActivationOptions): Activation {
  const { site, siteConfig, isReadOnly, state, mutex, decisions, leaseMs, now, telemetry, onActivated } =
    options;
  const composed = (releases: Releases) => compose(Object.values(releases), siteConfig, now(), sha256);
  const prepare = (releases: Releases) => site.prepare(composed(releases), releases);
  const base = (): Base => ({
    id: site.live()?.composition.id ?? null,
    releases: site.live()?.releases ?? {},
  });

  const makeVisible = (next: ServedComposition): void => {
    const previous = site.live();
    site.makeLive(next);
    onActivated(next, previous);
  };

  /** Called while the mutex is locked. */
  const compareAndSwitch = async (change: Switch): Promise<Switched> => {
    const { candidate, partners = [], isFree } = change;
    if (isFree && !(await isFree())) return 'held';
    const history = entriesOf(change, now());
    const decided = history.filter(({ app }) => app === null || !partners.includes(app));
    const done = await state.activate({
      composition: candidate.composition,
      replaces: change.base.id,
      leaseUntil: now() + leaseMs,
      admitted: history.flatMap((entry) =>
        wentLive(entry) && entry.app !== null && entry.to !== null
          ? [{ app: entry.app, digest: entry.to }]
          : [],
      ),
      left: await leftBy(history, decided),
      superseded: await supersededBy(state, decided),
      history,
    });
    if (!done) return 'overtaken';
    for (const { app, action } of decided) if (app !== null) decisions.record(app, action);
    makeVisible(candidate);
    return 'live';
  };

  /**
   * @returns releases that are rolled back. Reverting a rollback returns none, because the releases of the rollback
   * were not bad.
   */
  const leftBy = async (history: HistoryEntry[], decided: HistoryEntry[]): Promise<ReleaseKey[]> => {
    const rollback = decided.find(({ app, action }) => app !== null && action === 'rollback');
    const target = rollback?.to && (await state.release(rollback.app!, rollback.to));
    if (target && target.rolledBackAt !== null) return [];
    return history.flatMap(({ app, from, action }) =>
      app !== null && from !== null && action === 'rollback' ? [{ app, digest: from }] : [],
    );
  };

  /** @throws GW_CONTRACT_NEWER when a release is built for a later contract: a newer gateway made it live. */
  const servableReleases = async (composition: Composition): Promise<Releases> => {
    const releases = await site.releasesOf(composition);
    const window = contractWindow();
    for (const { app, contract } of Object.values(releases))
      if (contract > window.newest)
        throw releasingErrors.CONTRACT_NEWER({
          app,
          contract,
          own: GATEWAY_VERSION,
          accepted: contractsText(window),
        });
    return releases;
  };

  const startStored = async (id: string): Promise<ServedComposition> => {
    const stored = await state.composition(id);
    if (!stored) throw new Error(`The live composition ${id} is not in the store`);
    const { composition } = stored;
    const served = await site.prepare(composition, await servableReleases(composition));
    try {
      const changed = changedApps(composition, site.live()?.composition);
      await Promise.all(changed.map((app) => served.renderer.start(app)));
      return served;
    } catch (error) {
      site.discard(served);
      throw error;
    }
  };

  const catchUp = async (): Promise<void> => {
    const isLive = (composition: string) => site.live()?.composition.id === composition;
    const id = await state.liveId();
    if (id === undefined || isLive(id)) return;
    const served = await startStored(id);
    const shown = await mutex(async () => {
      if (isLive(id)) return true; // a concurrent call has caught up
      if ((await state.liveId()) !== id) return false;
      makeVisible(served);
      return true;
    });
    if (shown) return;
    site.discard(served);
    await catchUp();
  };

  const activate = async (change: Switch): Promise<Switched> => {
    const { candidate } = change;
    const facts = { composition: candidate.composition.id };
    const switched = await telemetry
      .task('activation', facts, async (_, span) => {
        const outcome = await mutex(() => compareAndSwitch(change));
        span.describe({ outcome });
        return outcome;
      })
      .catch((error: unknown) => {
        site.discard(candidate);
        throw error;
      });
    if (switched === 'live') return switched;
    site.discard(candidate);
    if (switched === 'overtaken') await catchUp();
    return switched;
  };

  return {
    base,
    composed,
    prepare,
    discard: (candidate: ServedComposition) => site.discard(candidate),
    activate,
    catchUp,
    async restore() {
      const stored = await state.live();
      if (!stored) return false;
      const { composition } = stored;
      const releases = await servableReleases(composition);
      if (isReadOnly || composed(releases).id === composition.id) {
        // The stored composition has the time of its activation, which is no part of its id.
        const served = await site.prepare(composition, releases);
        await mutex(async () => makeVisible(served));
        return true;
      }
      const history = [{ app: null, action: 'configure' as const }];
      const candidate = await prepare(releases);
      // When another gateway overtakes this one, its composition is shown.
      await activate({ candidate, base: { id: composition.id, releases }, actor: 'configuration', history });
      return true;
    },
    async record(
      tx: Pick<StateStore, 'addHistory'>,
      releases: readonly ReleaseKey[],
      entry: Pick<HistoryEntry, 'actor' | 'action' | 'waitsFor'> & { note?: string },
    ) {
      for (const { app, digest } of releases) {
        const from = base().releases[app]?.digest ?? null;
        await tx.addHistory({ at: now(), app, from, to: digest, ...entry });
      }
    },
  };
}

/**
 * @param at milliseconds since the epoch.
 * @returns entries from the composition that the candidate was formed from to the candidate.
 */
function entriesOf({ candidate: { composition }, base, actor, history }: Switch, at: number): HistoryEntry[] {
  return history.map(({ app, action, note = '' }) => {
    const [from, to] =
      app === null
        ? [base.id, composition.id]
        : [base.releases[app]?.digest ?? null, composition.apps[app] ?? null];
    return { at, actor, action, app, from, to, note };
  });
}

export function byApp(releases: readonly Release[]): Releases {
  return Object.fromEntries(releases.map((release) => [release.app, release]));
}

export interface FollowOptions {
  /** Compares with the store, and catches up. */
  look(): Promise<void>;
  /** Calls back when another gateway may have activated a composition. @returns stops the callbacks. */
  listen(onActivation: () => void): { close(): Promise<void> };
  /** Interval of queries without a notification, in milliseconds: the delay after a lost notification. */
  pollMs: number;
  /** Called once for consecutive failed queries. */
  onFailing(error: unknown): void;
}

/** Follows the activations of the other gateways on the database. */
export function followActivations({ look, listen, pollMs, onFailing }: FollowOptions): {
  close(): Promise<void>;
} {
  let failing = false;
  let closing = false;
  const runner = createCoalescingRunner(async () => {
    try {
      await look();
      failing = false;
    } catch (error) {
      if (!failing && !closing) onFailing(error);
      failing = true;
    }
  });
  // An activation during a query may be newer than its result, so another query follows.
  const wake = (): void => void runner.run();
  const feed = listen(wake);
  const stopPolling = every(pollMs, wake);
  return {
    async close() {
      closing = true;
      stopPolling();
      await feed.close();
      await runner.close();
    },
  };
}
