import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { StateStore } from '../stores/state-store.ts';
import type { Activation } from './activation.ts';
import type { Site } from '../compositions/site.ts';

export interface RecoveryOptions {
  site: Site;
  state: StateStore;
  activation: Activation;
  leaseMs: number;
  now: () => number;
}

/** Callers take turns with deployments. */
export interface Recovery {
  /** Serves what was live when the gateway ended, with the site's configuration of now. @returns false when nothing was. */
  restore(): Promise<boolean>;
  /**
   * Goes back to the newest composition before the failing one that still starts.
   * @param failing id; when it is not live any more, another gateway was first and nothing is done.
   * @returns false when there is none.
   */
  fallBack(failing: string, reason: string): Promise<boolean>;
}

/** How many earlier compositions a fallback tries. */
const MAX_TRIES = 20;

export function createRecovery({ site, state, activation, leaseMs, now }: RecoveryOptions): Recovery {
  const recovery: Recovery = {
    async restore() {
      const stored = await state.live();
      if (!stored) return false;
      const releases = await site.releasesOf(stored.composition);
      const served = await activation.prepare(releases);
      const { composition } = served;
      if (composition.id === stored.composition.id) {
        // As it was activated, with its time: the id alone would not say that nothing changed.
        site.discard(served);
        activation.show(await site.prepare(stored.composition, releases));
        return true;
      }
      const at = now();
      const entry: HistoryEntry = {
        at,
        actor: 'configuration',
        action: 'configure',
        app: null,
        from: stored.composition.id,
        to: composition.id,
        note: '',
      };
      const replaces = stored.composition.id;
      const done = await state.activate({
        composition,
        replaces,
        leaseUntil: at + leaseMs,
        admitted: [],
        history: [entry],
      });
      if (!done) {
        site.discard(served);
        return recovery.restore(); // another gateway was first: from what that one left
      }
      activation.show(served);
      return true;
    },
    async fallBack(id, reason) {
      const failing = site.live()?.composition;
      if (failing?.id !== id) return true;
      for (const { composition, activatedAt } of await state.compositions(MAX_TRIES)) {
        if (activatedAt === 0) continue; // only previewed
        if (composition.id === failing.id || composition.timestamp >= failing.timestamp) continue;
        const releases = await site.releasesOf(composition).catch(() => undefined);
        if (!releases) continue;
        const candidate = await activation.prepare(releases);
        if (
          await candidate.renderer.start().then(
            () => true,
            () => false,
          )
        ) {
          const from = failing.id;
          const to = candidate.composition.id;
          const entry: HistoryEntry = {
            at: now(),
            actor: 'gateway',
            action: 'fallback',
            app: null,
            from,
            to,
            note: reason,
          };
          // When another gateway was first, the failing one is not live any more either.
          await activation.activate(candidate, [], [entry]);
          return true;
        }
        site.discard(candidate);
      }
      return false;
    },
  };
  return recovery;
}
