import type { Composition } from '@voltframe/kit/contract/composition';
import type { Release } from '@voltframe/kit/contract/release';
import { gatewayErrors } from '../errors.ts';
import { createLru } from '../render/lru.ts';
import type { RenderCache } from '../render/render-cache.ts';
import type { RenderProcess } from '../render/render-process.ts';
import type { BlobStore } from '../stores/blob-store.ts';
import type { StateStore } from '../stores/state-store.ts';
import { type Asset, createAssetIndex } from './asset-index.ts';
import { createLookAgain } from './look-again.ts';
import type { RenderPool } from './render-pool.ts';
import { createServedComposition, type ServedComposition } from './served-composition.ts';

export interface SiteOptions {
  state: StateStore;
  blobs: BlobStore;
  cache: RenderCache;
  pool: RenderPool;
  now: () => number;
  /** See ServedCompositionOptions. */
  onLookup?: (found: boolean) => void;
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
  /** Live and leased compositions, as far as their leases reach now. Brings the list of assets up to date. */
  refreshLeases(): Promise<Composition[]>;
  /** A client file of a live or leased composition, of another gateway's newest too. */
  asset(app: string, file: string): Promise<Asset | undefined>;
}

/** Old compositions with their tables in memory; more of them are read from the store again when asked for. */
const MAX_OLD_IN_MEMORY = 8;
/** Files that never were are asked for as well: the store is not asked more often than this for all of them. */
const LOOK_SPACING_MS = 250;

export function createSite(options: SiteOptions): Site {
  const { state, blobs, cache, pool, now } = options;
  const assets = createAssetIndex();
  const indexed = new Set<string>();
  const addAssets = (id: string, of: Record<string, Release>): void => {
    for (const release of Object.values(of)) assets.add(release);
    indexed.add(id);
  };
  const releases = new Map<string, WeakRef<Release>>();
  const old = createLru<Promise<ServedComposition>>(MAX_OLD_IN_MEMORY);
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
    process: () => RenderProcess,
    isServed = () => true,
  ) =>
    createServedComposition({
      composition,
      releases: of,
      blobs,
      cache,
      now,
      process,
      isServed,
      ...(options.onLookup && { onLookup: options.onLookup }),
    });
  const openOld = async (id: string): Promise<ServedComposition> => {
    const stored = await state.composition(id);
    if (!stored || (stored.leasedUntil !== null && stored.leasedUntil <= now()))
      throw gatewayErrors.COMPOSITION_GONE();
    const { composition } = stored;
    const of = await releasesOf(composition);
    addAssets(id, of);
    // A preview shows its defects.
    const wasLive = stored.activatedAt > 0;
    return openWith(
      composition,
      of,
      () => pool.borrow({ composition, releases: of }),
      () => wasLive,
    );
  };

  /** Compositions that became servable since the last look, on whichever gateway. */
  const learnAssets = async (): Promise<void> => {
    for (const id of await state.servableIds(now())) {
      const stored = indexed.has(id) ? undefined : await state.composition(id);
      if (stored) addAssets(id, await releasesOf(stored.composition));
    }
  };
  const lookAgain =
    options.sleep &&
    createLookAgain({ look: learnAssets, spacingMs: LOOK_SPACING_MS, sleep: options.sleep, now });

  return {
    releasesOf,
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
      const opened = old.get(id);
      // Any number of ids that never were cost as much as one.
      if (!opened && lookAgain && !indexed.has(id)) {
        await lookAgain();
        if (!indexed.has(id)) throw gatewayErrors.COMPOSITION_GONE();
      }
      const opening = opened ?? old.get(id) ?? openOld(id);
      old.set(id, opening);
      return opening.catch((error: unknown) => {
        old.delete(id);
        throw error;
      });
    },
    async prepare(composition, of) {
      for (const release of Object.values(of)) releases.set(release.digest, new WeakRef(release));
      return openWith(
        composition,
        of,
        () => pool.hold({ composition, releases: of }),
        () => live?.composition.id === composition.id,
      );
    },
    discard: ({ composition }) => {
      if (composition.id !== live?.composition.id) pool.release(composition.id, false);
    },
    makeLive(next) {
      const previous = live;
      live = next;
      addAssets(next.composition.id, next.releases);
      old.delete(next.composition.id);
      if (!previous || previous.composition.id === next.composition.id) return;
      pool.release(previous.composition.id, true);
      previous.bodies.clear();
      // Requests that name it go on being answered; its process is one of the old ones from now on.
      const { composition, releases: of } = previous;
      old.set(
        composition.id,
        openWith(composition, of, () => pool.borrow({ composition, releases: of })),
      );
    },
    async refreshLeases() {
      const servable = (await state.servable(now())).map((stored) => stored.composition);
      const needed = await Promise.all(servable.map(releasesOf));
      assets.replace(needed.flatMap((of) => Object.values(of)));
      indexed.clear();
      for (const { id } of servable) indexed.add(id);
      for (const [digest, reference] of releases) if (!reference.deref()) releases.delete(digest);
      return servable;
    },
  };
}
