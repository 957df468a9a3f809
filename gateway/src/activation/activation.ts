import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { checkComposition } from '../admission/check-composition.ts';
import type { Finding } from '@voltframe/kit/contract/operations/finding';
import { compose } from '../compositions/compose.ts';
import { sha256 } from '../stores/blobs/blob-store.ts';
import type { StateStore } from '../stores/state-store.ts';
import { runCandidate } from '../admission/run-candidate.ts';
import type { ClientCheck } from '../admission/check-client.ts';
import { catchUp } from './follow-activations.ts';
import type { TransferSizes } from '../admission/measure-transfer.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { Site } from '../compositions/site.ts';

export interface ActivationOptions {
  site: Site;
  state: StateStore;
  siteConfig: SiteConfig;
  /** How long the replaced composition stays servable, in milliseconds. */
  leaseMs: number;
  pagesPerRoute: number;
  /** False for development builds, which are large. */
  budgets: boolean;
  measure(releases: Release[]): Promise<TransferSizes>;
  checkClient: ClientCheck;
  now: () => number;
  onActivated(served: ServedComposition, previous: ServedComposition | undefined): void;
}

export type Releases = Record<string, Release>;

/** The two steps that every change of the site goes through; callers take turns. */
export interface Activation {
  /** The releases of the live composition. */
  base(): Releases;
  prepare(releases: Releases): Promise<ServedComposition>;
  /** The checks that run nothing: whether these releases fit each other by what they state. */
  mayFit(releases: Releases): boolean;
  /** @returns what is wrong, or a candidate that is ready to go live: activate or discard it. */
  admit(
    releases: Releases,
    changed: ReadonlySet<string>,
  ): Promise<{ findings: Finding[]; candidate?: ServedComposition }>;
  /**
   * Durable first, then visible.
   * @returns false when another gateway was first: what that one activated is shown then, the candidate is discarded,
   * and the caller tries again on the new base.
   */
  activate(candidate: ServedComposition, admitted: Release[], history: HistoryEntry[]): Promise<boolean>;
  /** Shows what another gateway activated, if one did. */
  catchUp(): Promise<void>;
  /** Entries about releases that replace the live ones of their apps. */
  historyOf(releases: Release[], actor: string, action: HistoryAction, note?: string): HistoryEntry[];
  /** Visible only: what is live in the store already. */
  show(served: ServedComposition): void;
}

export function createActivation(options: ActivationOptions): Activation {
  const { site, state, siteConfig, now } = options;
  const prepare = (releases: Releases) =>
    site.prepare(compose(Object.values(releases), siteConfig, now(), sha256), releases);
  const show = (next: ServedComposition): void => {
    const previous = site.live();
    site.makeLive(next);
    options.onActivated(next, previous);
  };
  return {
    base: () => site.live()?.releases ?? {},
    prepare,
    show,
    catchUp: () => catchUp({ site, state, show }),
    mayFit: (releases) =>
      checkComposition(Object.values(releases), new Set(Object.keys(releases)), new Map()).every(
        ({ waitsFor }) => waitsFor === undefined,
      ),
    async admit(releases, changed) {
      const all = Object.values(releases);
      const measured = options.budgets ? all.filter(({ app }) => changed.has(app)) : [];
      const findings = checkComposition(all, changed, await options.measure(measured)).filter(
        ({ code }) => options.budgets || code !== 'ADMISSION_BUDGET',
      );
      if (findings.length > 0) return { findings };
      const candidate = await prepare(releases);
      const defects = await Promise.all([
        runCandidate(candidate, changed, options.pagesPerRoute),
        options.checkClient(releases, changed),
      ]).then(
        (found) => found.flat(),
        (error: unknown) => {
          site.discard(candidate);
          throw error;
        },
      );
      if (defects.length === 0) return { findings: [], candidate };
      site.discard(candidate);
      return { findings: defects };
    },
    async activate(candidate, admitted, history) {
      const done = await state.activate({
        composition: candidate.composition,
        replaces: site.live()?.composition.id ?? null,
        leaseUntil: now() + options.leaseMs,
        admitted: admitted.map(({ app, digest }) => ({ app, digest })),
        history,
      });
      if (done) show(candidate);
      else {
        site.discard(candidate);
        await catchUp({ site, state, show });
      }
      return done;
    },
    historyOf: (releases, actor, action, note = '') =>
      releases.map(({ app, digest }) => {
        const from = site.live()?.composition.apps[app] ?? null;
        return { at: now(), actor, action, app, from, to: digest, note };
      }),
  };
}
