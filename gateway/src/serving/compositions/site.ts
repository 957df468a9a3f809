import { MB } from '@voltframe/kit/contract/units';
import { LRUCache } from 'lru-cache';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { servingErrors } from '../serving-errors.ts';
import { processKey, renderOwner } from '../render/render-key.ts';
import type { RenderPool } from '../render/render-pool.ts';
import type { StoredSite } from './stored-site.ts';
import { type AppForm, type Asset, createReleaseTable, createServable, formsOf } from './servable.ts';
import {
  createServedComposition,
  type ServedComposition,
  type ServedCompositionOptions,
} from './served-composition.ts';

/** Includes the options of all compositions. */
interface SiteOptions extends Omit<
  ServedCompositionOptions,
  'composition' | 'releases' | 'process' | 'isServed' | 'memoryBytes'
> {
  state: StoredSite;
  pool: Pick<RenderPool, 'use' | 'release'>;
  /** Called with a new live composition before the first response from it. */
  onLive?(live: ServedComposition): void;
  /** See ServableOptions. */
  sleep?: ((ms: number) => Promise<void>) | undefined;
  /** See ServableOptions. Absent: the store is always there. */
  assertThere?: () => void;
}

/** An old composition in memory, until its lease ends (ms since the epoch). */
interface Leased {
  served: ServedComposition;
  until: number;
}

/** Old compositions with their tables in memory; others are read from the store at each request. */
const MAX_OLD_IN_MEMORY = 8;
/**
 * Memory for finished documents and answers of the live composition, and of each old one, which gets few equal
 * requests.
 */
const LIVE_BYTES = 32 * MB;
const OLD_BYTES = MB;

/** The compositions that answer requests: the live one and the leased ones. */
export class Site {
  readonly #options: SiteOptions;
  readonly #releases: ReturnType<typeof createReleaseTable>;
  readonly #servable: ReturnType<typeof createServable>;
  readonly #old = new LRUCache<string, Promise<Leased>>({ max: MAX_OLD_IN_MEMORY });
  #live: ServedComposition | undefined;

  constructor(options: SiteOptions) {
    this.#options = options;
    const { state, now, sleep, assertThere = () => {} } = options;
    this.#releases = createReleaseTable(state);
    this.#servable = createServable({ state, releases: this.#releases, now, sleep, assertThere });
  }

  readonly live = (): ServedComposition | undefined => this.#live;

  /** The releases of a composition, from the store. @throws when one is missing. */
  releasesOf(composition: Composition): Promise<Record<string, Release>> {
    return this.#releases.of(composition);
  }

  /** A client file of a live or leased composition, of another gateway's newest too. */
  asset(app: string, file: string): Promise<Asset | undefined> {
    return this.#servable.asset(app, file);
  }

  /** @returns the apps of each servable composition, the newest first. */
  readonly servableApps = (): Promise<Composition['apps'][]> => this.#servable.apps();

  /** Forms of the live composition. */
  readonly forms = (): AppForm[] => Object.values(this.#live?.releases ?? {}).flatMap(formsOf);

  /**
   * Versions of the form that is posted to an address: the live one first, then those of pages that may still be open.
   */
  readonly formsAt = (action: string): AppForm[] => this.#servable.formsAt(action, this.forms());

  /**
   * The composition that a request names; the live one for a request without a name.
   * @throws GW_COMPOSITION_GONE when it is no longer stored; GW_NO_COMPOSITION before the first activation;
   *   GW_DATABASE_AWAY at once while the store is known to be away.
   */
  async select(id: string | undefined): Promise<ServedComposition> {
    const live = this.#live;
    if (live && (id === undefined || id === live.composition.id)) return live;
    if (id === undefined) throw servingErrors.NO_COMPOSITION();
    const opened = await this.#openedOld(id);
    if (opened) return opened.served;
    if (!(await this.#servable.mayHave(id))) throw servingErrors.COMPOSITION_GONE();
    const opening = this.#old.get(id) ?? this.#openOld(id);
    this.#old.set(id, opening);
    try {
      return (await opening).served;
    } catch (error) {
      this.#old.delete(id);
      throw error;
    }
  }

  /** A composition that may become live. End it with `discard` or `makeLive`. */
  prepare(composition: Composition, releases: Record<string, Release>): Promise<ServedComposition> {
    this.#releases.add(Object.values(releases));
    return createServedComposition({
      ...this.#options,
      composition,
      releases,
      process: (app) => this.#options.pool.use({ app, releases }, false),
      isServed: () => this.#live?.composition.id === composition.id,
      memoryBytes: LIVE_BYTES,
    });
  }

  /** Ends the processes that only this candidate needed. */
  discard(candidate: ServedComposition): void {
    this.#options.pool.release(candidate.releases, this.#live?.releases ?? {});
  }

  /** One reference changes: earlier requests finish with their composition. */
  makeLive(next: ServedComposition): void {
    const previous = this.#live;
    this.#live = next;
    this.#servable.add(next.composition, next.releases);
    this.#old.delete(next.composition.id);
    // Requests that name it read it from the store again.
    if (previous && previous.composition.id !== next.composition.id) previous.answers.clear();
    this.#options.onLive?.(next);
  }

  /** Drops the renderings of a release that was rolled back, on the disk too. */
  async forget(release: Release): Promise<void> {
    await this.#options.cache.drop(renderOwner(release));
  }

  /** Brings the list of assets up to date with the leases as they are now. */
  async refreshLeases(): Promise<void> {
    const servable = await this.#servable.refresh();
    for (const id of this.#old.keys()) if (!servable.has(id)) this.#old.delete(id);
    this.#releases.tidy();
  }

  /** Its entry when it is in memory and its lease has not ended. The lease in the store may be longer. */
  async #openedOld(id: string): Promise<Leased | undefined> {
    const opened = await this.#old.get(id);
    if (opened && opened.until > this.#options.now()) return opened;
    this.#old.delete(id);
    return undefined;
  }

  async #openOld(id: string): Promise<Leased> {
    const { state, now, pool, assertThere } = this.#options;
    assertThere?.();
    const stored = await state.composition(id);
    const until = stored?.leasedUntil ?? Infinity;
    if (!stored || until <= now()) throw servingErrors.COMPOSITION_GONE();
    await this.#servable.index(stored);
    const { composition } = stored;
    const releases = await this.#releases.of(composition);
    // Another gateway made it live, and this one follows.
    const isNext = stored.leasedUntil === null;
    // A preview shows its defects, and sends no reports.
    const wasLive = stored.activatedAt > 0;
    const served = await createServedComposition({
      ...this.#options,
      composition,
      releases,
      process: (app) => pool.use({ app, releases }, !isNext && !this.#isLive(app, releases)),
      isServed: () => wasLive,
      memoryBytes: OLD_BYTES,
      reports: this.#options.reports && wasLive,
    });
    return { served, until };
  }

  /** @returns whether the live composition has the same process. */
  #isLive(app: string, releases: Record<string, Release>): boolean {
    const live = this.#live?.releases;
    return live?.[app] !== undefined && processKey({ app, releases: live }) === processKey({ app, releases });
  }
}
