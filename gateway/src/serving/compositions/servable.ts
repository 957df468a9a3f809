import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import type { StateStore, StoredComposition } from '../../platform/database/state-store.ts';
import { type Asset, createAssetIndex } from './asset-index.ts';
import { createFormIndex } from './form-index.ts';
import { createLookAgain } from './look-again.ts';
import type { ReleaseTable } from './release-table.ts';

export interface ServableOptions {
  state: StateStore;
  releases: ReleaseTable;
  now: () => number;
  /** Given when other gateways share the store: waits between two looks for what this one does not know. */
  sleep?: ((ms: number) => Promise<void>) | undefined;
}

/** Which compositions may be asked for, and the client files they have. */
export interface Servable {
  /** A client file of a servable composition, of another gateway's newest too. */
  asset(app: string, file: string): Promise<Asset | undefined>;
  /** @returns whether a composition may be servable; where other gateways share the store it looks there first. */
  mayHave(id: string): Promise<boolean>;
  /** Takes a composition in whose releases are at hand. */
  add(composition: Composition, releases: Record<string, Release>): void;
  index(stored: StoredComposition): Promise<void>;
  /**
   * Versions of the form that is posted to an address: the live one first, then those of pages that may still be open.
   * @param live forms of the live composition.
   */
  formsAt(action: string, live: FormContract[]): FormContract[];
  /** Brings itself up to date with the leases as they are now. */
  refresh(): Promise<void>;
}

/** What never was is asked for as well: the store is not asked more often than this for all of it. */
const LOOK_SPACING_MS = 250;

export function createServable({ state, releases, now, sleep }: ServableOptions): Servable {
  const assets = createAssetIndex();
  const forms = createFormIndex();
  /** Compositions whose files are in the index, by id: the digests of their releases. */
  const indexed = new Map<string, string[]>();
  /** One release after the other, and only those that are new: large manifests are not held side by side. */
  const index = async ({ composition: { id, apps }, activatedAt }: StoredComposition): Promise<void> => {
    // A preview shows its forms; posts are taken by what was live.
    const takesPosts = activatedAt > 0;
    for (const [app, digest] of Object.entries(apps)) {
      if (assets.has(digest) && (forms.has(digest) || !takesPosts)) continue;
      const release = await releases.find(app, digest);
      assets.add(release);
      if (takesPosts) forms.add(release);
    }
    indexed.set(id, Object.values(apps));
  };
  /** Compositions that became servable since the last look, on whichever gateway. @returns the ids of all there are. */
  const learn = async (): Promise<string[]> => {
    const ids = await state.servableIds(now());
    for (const id of ids) {
      const stored = indexed.has(id) ? undefined : await state.composition(id);
      if (stored) await index(stored);
    }
    return ids;
  };
  const look = async (): Promise<void> => void (await learn());
  const lookAgain = sleep && createLookAgain({ look, spacingMs: LOOK_SPACING_MS, sleep, now });
  return {
    index,
    formsAt: (action, live) => forms.at(action, live),
    async asset(app, file) {
      const known = assets.find(app, file);
      if (known || !lookAgain) return known;
      await lookAgain();
      return assets.find(app, file);
    },
    async mayHave(id) {
      // Any number of ids that never were cost as much as one.
      if (!lookAgain || indexed.has(id)) return true;
      await lookAgain();
      return indexed.has(id);
    },
    add({ id, apps }, of) {
      for (const release of Object.values(of)) {
        assets.add(release);
        forms.add(release);
      }
      indexed.set(id, Object.values(apps));
    },
    async refresh() {
      const ids = new Set(await learn());
      for (const id of indexed.keys()) if (!ids.has(id)) indexed.delete(id);
      const digests = new Set([...indexed.values()].flat());
      assets.keepOnly(digests);
      forms.keepOnly(digests);
    },
  };
}
