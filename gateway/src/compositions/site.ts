import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import { LRUCache } from 'lru-cache';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { gatewayErrors } from '../errors.ts';
import type { RenderCache } from '../render/render-cache.ts';
import type { BlobStore } from '../stores/blobs/blob-store.ts';
import type { StateStore, StoredComposition } from '../stores/state-store.ts';
import { type Asset, createAssetIndex } from './asset-index.ts';
import { createFormIndex, formsOf } from './form-index.ts';
import { createLookAgain } from './look-again.ts';
import type { RenderPool } from '../render/render-pool.ts';
import {
  createServedComposition,
  type ServedComposition,
  type ServedCompositionOptions,
} from './served-composition.ts';

export interface SiteOptions {
  state: StateStore;
  blobs: BlobStore;
  cache: RenderCache;
  pool: RenderPool;
  now: () => number;
  /** See ServedCompositionOptions. */
  onLookup?: (found: boolean) => void;
  /** Added to the inline bootstrap of every document. */
  addedScript?: string;
  /** Given when other gateways share the store: waits between two looks for files that this one does not know. */
  sleep?: (ms: number) => Promise<void>;
}

/** What visitors are answered from: one live composition, and the leased ones. */
export interface Site {
  live(): ServedComposition | undefined;
  /**
   * The composition that a request names, or the live one when it names none.
   * @throws GW_COMPOSITION_GONE when it is not kept any more; GW_NO_COMPOSITION before the first activation.
   */
  select(id: string | undefined): Promise<ServedComposition>;
  /** A composition that may become live, with a process of its own. End it with `discard` or `makeLive`. */
  prepare(composition: Composition, releases: Record<string, Release>): Promise<ServedComposition>;
  discard(candidate: ServedComposition): void;
  /** One reference changes: requests that started earlier finish with what they have. */
  makeLive(next: ServedComposition): void;
  /** The releases of a composition, from the store. @throws when one is missing. */
  releasesOf(composition: Composition): Promise<Record<string, Release>>;
  /** Brings the list of assets up to date with the leases as they are now. */
  refreshLeases(): Promise<void>;
  /** A client file of a live or leased composition, of another gateway's newest too. */
  asset(app: string, file: string): Promise<Asset | undefined>;
  /** Forms of the live composition. */
  forms(): FormContract[];
  /** Versions of the form that is posted to an address: the live one first, then those of pages that may still be open. */
  formsAt(action: string): FormContract[];
}

/** An old composition in memory, until its lease ends (ms since the epoch). */
interface Leased {
  served: ServedComposition;
  until: number;
}

/** Old compositions with their tables in memory; others are read from the store again when asked for. */
const MAX_OLD_IN_MEMORY = 8;
/** Finished documents and answers of the live composition, and of each old one: few ask for the same of those twice. */
const LIVE_BYTES = 32 * 1024 * 1024;
const OLD_BYTES = 1024 * 1024;
/** Files that never were are asked for as well: the store is not asked more often than this for all of them. */
const LOOK_SPACING_MS = 250;

export function createSite(options: SiteOptions): Site {
  const { state, blobs, cache, pool, now } = options;
  const assets = createAssetIndex();
  const forms = createFormIndex();
  /** Servable compositions whose files are in the index, by id: the digests of their releases. */
  const indexed = new Map<string, string[]>();
  const releases = new Map<string, WeakRef<Release>>();
  const old = new LRUCache<string, Promise<Leased>>({ max: MAX_OLD_IN_MEMORY });
  let live: ServedComposition | undefined;

  const loadRelease = async (app: string, digest: string): Promise<Release> => {
    const known = releases.get(digest)?.deref();
    if (known) return known;
    const stored = await state.release(app, digest);
    if (!stored) throw new Error(`The release ${app}@${digest.slice(0, 12)} is not in the store`);
    releases.set(digest, new WeakRef(stored.release));
    return stored.release;
  };
  const releasesOf = async (composition: Composition): Promise<Record<string, Release>> => {
    const entries = Object.entries(composition.apps);
    return Object.fromEntries(
      await Promise.all(entries.map(async ([app, digest]) => [app, await loadRelease(app, digest)] as const)),
    );
  };
  const openWith = (
    composition: Composition,
    of: Record<string, Release>,
    how: Pick<ServedCompositionOptions, 'process' | 'isServed' | 'memoryBytes'>,
  ) =>
    createServedComposition({
      composition,
      releases: of,
      blobs,
      cache,
      now,
      ...how,
      ...(options.onLookup && { onLookup: options.onLookup }),
      ...(options.addedScript !== undefined && { addedScript: options.addedScript }),
    });
  const openOld = async (id: string): Promise<Leased> => {
    const stored = await state.composition(id);
    const until = stored?.leasedUntil ?? Infinity;
    if (!stored || until <= now()) throw gatewayErrors.COMPOSITION_GONE();
    const { composition } = stored;
    await index(stored);
    const of = await releasesOf(composition);
    const served = await openWith(composition, of, {
      process: () => pool.borrow({ composition, releases: of }),
      // A preview shows its defects.
      isServed: () => stored.activatedAt > 0,
      memoryBytes: OLD_BYTES,
    });
    return { served, until };
  };
  /** Its entry when it is in memory and its lease has not ended; a lease may have become longer in the store. */
  const openedOld = async (id: string): Promise<Leased | undefined> => {
    const opened = await old.get(id);
    if (opened && opened.until > now()) return opened;
    old.delete(id);
    return undefined;
  };

  /** One release after the other, and only those that are new: large manifests are not held side by side. */
  const index = async ({ composition: { id, apps }, activatedAt }: StoredComposition): Promise<void> => {
    // A preview shows its forms; posts are taken by what was live.
    const takesPosts = activatedAt > 0;
    for (const [app, digest] of Object.entries(apps)) {
      if (assets.has(digest) && (forms.has(digest) || !takesPosts)) continue;
      const release = await loadRelease(app, digest);
      assets.add(release);
      if (takesPosts) forms.add(release);
    }
    indexed.set(id, Object.values(apps));
  };
  /** Compositions that became servable since the last look, on whichever gateway. @returns the ids of all there are. */
  const learnAssets = async (): Promise<string[]> => {
    const ids = await state.servableIds(now());
    for (const id of ids) {
      const stored = indexed.has(id) ? undefined : await state.composition(id);
      if (stored) await index(stored);
    }
    return ids;
  };
  const lookAgain =
    options.sleep &&
    createLookAgain({
      look: async () => void (await learnAssets()),
      spacingMs: LOOK_SPACING_MS,
      sleep: options.sleep,
      now,
    });

  const liveForms = () => Object.values(live?.releases ?? {}).flatMap(formsOf);

  return {
    releasesOf,
    forms: liveForms,
    formsAt: (action) => forms.at(action, liveForms()),
    async asset(app, file) {
      const known = assets.find(app, file);
      if (known || !lookAgain) return known;
      await lookAgain();
      return assets.find(app, file);
    },
    live: () => live,
    async select(id) {
      if (live && (id === undefined || id === live.composition.id)) return live;
      if (id === undefined) throw gatewayErrors.NO_COMPOSITION();
      const opened = await openedOld(id);
      if (opened) return opened.served;
      // Any number of ids that never were cost as much as one.
      if (lookAgain && !indexed.has(id)) {
        await lookAgain();
        if (!indexed.has(id)) throw gatewayErrors.COMPOSITION_GONE();
      }
      const opening = old.get(id) ?? openOld(id);
      old.set(id, opening);
      return opening.then(
        ({ served }) => served,
        (error: unknown) => {
          old.delete(id);
          throw error;
        },
      );
    },
    async prepare(composition, of) {
      for (const release of Object.values(of)) releases.set(release.digest, new WeakRef(release));
      return openWith(composition, of, {
        process: () => pool.hold({ composition, releases: of }),
        isServed: () => live?.composition.id === composition.id,
        memoryBytes: LIVE_BYTES,
      });
    },
    discard: ({ composition }) => {
      if (composition.id !== live?.composition.id) pool.release(composition.id, false);
    },
    makeLive(next) {
      const previous = live;
      live = next;
      const { id, apps } = next.composition;
      for (const release of Object.values(next.releases)) {
        assets.add(release);
        forms.add(release);
      }
      indexed.set(id, Object.values(apps));
      old.delete(id);
      if (!previous || previous.composition.id === id) return;
      // Requests that name it read it from the store again; its process is one of the old ones from now on.
      pool.release(previous.composition.id, true);
      previous.bodies.clear();
    },
    async refreshLeases() {
      const servable = new Set(await learnAssets());
      for (const id of indexed.keys()) if (!servable.has(id)) indexed.delete(id);
      const digests = new Set([...indexed.values()].flat());
      assets.keepOnly(digests);
      forms.keepOnly(digests);
      for (const [digest, reference] of releases) if (!reference.deref()) releases.delete(digest);
    },
  };
}
