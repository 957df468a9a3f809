import { LRUCache } from 'lru-cache';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import { type Composition, type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type {
  ErrorScreenRequest,
  FragmentRequest,
  GuardOutcome,
  RenderedFrame,
  RenderedIsland,
  RenderedResource,
} from '@voltframe/kit/contract/release/server-module';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { servingErrors } from '../serving-errors.ts';
import { isNoAnswer } from '../upstream-errors.ts';
import { type InputWatch, RECORDED_INPUT } from '../upstreams/upstream-inputs.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { Facts } from '../../observing/telemetry/tracer.ts';
import type { RenderCache, Rendering } from './render-cache.ts';
import { containmentIssue } from './markup-reader.ts';
import {
  type ContainedHtml,
  containedHtml,
  containedInThread,
  isContainedLike,
  SHORT_HTML,
} from './self-contained.ts';
import { HtmlBytes } from '../responses/page-bytes.ts';
import { MB } from '@voltframe/kit/contract/units';
import { PassingMap } from '../../platform/runtime/passing-map.ts';
import { createListedAddresses, hasOnePage } from './listed-addresses.ts';
import { createListingLimit } from './listing-limit.ts';
import { createRedirectingPages } from './redirecting-pages.ts';
import { inputLookup, ownerOf, renderKeys, type RenderSubject } from './render-key.ts';
import type { FragmentAnswer, RenderCall, RenderCalls } from './protocol.ts';
import type { RenderClient } from './render-client.ts';
import type { Reading } from './render-session.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

export interface CompositionRendererOptions {
  composition: Composition;
  releases: Record<string, Release>;
  cache: RenderCache;
  /**
   * The process of an app's release; called only when something is not cached.
   * @throws when it may not be started now.
   */
  process(app: string): RenderClient;
  /** Absent: no upstream is configured. */
  upstreams?: InputWatch | undefined;
  /** Whether recorded answers of upstreams are also used outside of candidates: on a team's machine. */
  recordedForAll?: boolean | undefined;
  now: () => number;
  /**
   * Whether visitors see it: then a failed rendering is replaced by the last good copy. A candidate shows its
   * defects.
   */
  isServed(): boolean;
  telemetry: Pick<Telemetry, 'lookup' | 'failure' | 'span' | 'outside'>;
}

/** Called before something is rendered that is not cached. @throws when it may not be. */
export type Admit = () => void | Promise<void>;

export interface RenderContext {
  admit?: Admit | undefined;
  /** See `Reading.isListed`; default: true. */
  isListed?: boolean | undefined;
  /** Whether no visitor waits for it; default: false. */
  isAhead?: boolean | undefined;
  /** See `Reading.isProbe`; default: false. */
  isProbe?: boolean | undefined;
}

interface LookUp {
  /** It may have been written. */
  onDisk: boolean;
  isListed: boolean;
  isAhead: boolean;
}

type Uncached<Value> = { value: Value; inputs: Record<string, string> };

/** In characters, because the keys contain any URL. */
const REMEMBERED_GUARDS = 500_000;
/** A failed rendering is retried after this time, in ms, because with the same data it fails for every visitor. */
const TRY_AGAIN_MS = 2_000;
const MOST_RESTING = 100;
const CONTAINED_BYTES = MB;
/** Memory of a place, with the elements that are open there. */
const PLACE_BYTES = 200;
/** A call that ended the process twice is not repeated for this time, in milliseconds. */
const REFUSED_AFTER_END_MS = 5_000;
const MOST_REFUSED = 1_000;
/** The longest wait of a visitor until a call is sent to its process, in milliseconds. */
const LONGEST_QUEUE_MS = 10_000;

/**
 * Renders the parts of a composition, each once: from the cache when its inputs are the same, else in its app's
 * process.
 */
export class CompositionRenderer {
  readonly #options: CompositionRendererOptions;
  readonly #lookup: (input: string) => string;
  readonly #keyOf: (subject: RenderSubject) => string;
  /** By the active link; there are few. */
  readonly #frames = new Map<string, Rendering<RenderedFrame>>();
  readonly #running = new PassingMap<string, Promise<Rendering>>();
  /** The copies that replace renderings that have just failed. */
  readonly #resting = new LRUCache<string, { copy: Rendering; until: number }>({ max: MOST_RESTING });
  /** Requests that are answered without a process, by the key of the rendering. */
  readonly #refused = new LRUCache<string, { error: unknown; until: number }>(mostEntries(MOST_REFUSED));
  readonly #guardOutcomes = new LRUCache<string, GuardOutcome>({
    maxSize: REMEMBERED_GUARDS,
    sizeCalculation: (_, key) => key.length,
  });

  /** The HTML of pages that was read last, by route. */
  readonly #contained = new LRUCache<string, ContainedHtml>({
    maxSize: CONTAINED_BYTES,
    sizeCalculation: ({ bytes, places }, route) => bytes.length + PLACE_BYTES * places.length + route.length,
  });

  readonly #addressesOf: ReturnType<typeof createListedAddresses>;
  readonly #assertListed = createListingLimit();
  readonly redirecting = createRedirectingPages();

  constructor(options: CompositionRendererOptions) {
    this.#options = options;
    const { composition, releases, upstreams, telemetry, now } = options;
    this.#addressesOf = createListedAddresses({
      ask: (route) => telemetry.outside(() => this.listed(route)),
      dataOf: (inputs) => upstreams?.of(inputs),
      now,
    });
    this.#keyOf = renderKeys(composition, releases, sha256);
    const ofReleases = inputLookup(composition, releases);
    this.#lookup = (input) => {
      if (input === RECORDED_INPUT) return this.#mayBeRecorded() ? '1' : '';
      return upstreams?.digestOf(input) ?? ofReleases(input);
    };
  }

  /** Starts the process of an app. @throws the error of a bundle's evaluation. */
  async start(app: string): Promise<void> {
    await this.#options.process(app).start();
  }

  /** Replaces the process of an app, so that the next call does not wait behind an endless one. */
  restart(app: string): void {
    this.#options.process(app).restart();
  }

  async fragment(
    route: CompositionRoute,
    request: Omit<FragmentRequest, 'routeId'>,
    context: RenderContext = {},
  ): Promise<Rendering<FragmentAnswer>> {
    const { app, id: routeId } = route;
    const { path, search } = request;
    const rendering = await this.#once<FragmentAnswer>(
      { kind: 'fragment', app, routeId, path, search },
      () => this.#render(app, 'fragment', { routeId, ...request }, context),
      context,
    );
    if (search === '' && context.isListed !== false)
      this.redirecting.note(path, rendering.value.redirect !== undefined);
    return rendering;
  }

  /** @returns whether a page of its route is rendered, from the present data. Makes no call. */
  async isRendered({ app, id: routeId }: CompositionRoute, path: string): Promise<boolean> {
    const key = this.#keyOf({ kind: 'fragment', app, routeId, path, search: '' });
    const rendering = await this.#options.cache.get<FragmentAnswer>(key, this.#lookup, true, false);
    if (rendering) this.redirecting.note(path, rendering.value.redirect !== undefined);
    return rendering !== undefined;
  }

  island(
    name: string,
    props: Record<string, unknown>,
    context: RenderContext = {},
  ): Promise<Rendering<RenderedIsland>> {
    const { app } = this.#options.composition.islands[name]!;
    return this.#once<RenderedIsland>(
      { kind: 'island', app, name, props },
      () => this.#render(app, 'island', { name, props }, context),
      context,
    );
  }

  /** A frame reads no data, so that it holds as long as the composition. */
  async frame(navigation: string): Promise<Rendering<RenderedFrame>> {
    const known = this.#frames.get(navigation);
    if (known) return known;
    const frame = await this.#once<RenderedFrame>({ kind: 'frame', navigation }, () =>
      this.#render(SHELL, 'frame', { navigation }),
    );
    this.#frames.set(navigation, frame);
    return frame;
  }

  errorScreen(request: ErrorScreenRequest): Promise<Rendering<RenderedFrame>> {
    return this.#once<RenderedFrame>({ kind: 'error-screen', ...request }, () =>
      this.#render(SHELL, 'errorScreen', request),
    );
  }

  async paths(route: CompositionRoute, context?: RenderContext): Promise<PathEntry[]> {
    return (await this.listed(route, context)).value;
  }

  /**
   * @returns whether the composition names the address of a page: a route of one page, or a path that its app lists. A
   *   visitor may have invented any other.
   */
  async isListed(
    route: CompositionRoute,
    { path, search }: Pick<FragmentRequest, 'path' | 'search'>,
  ): Promise<boolean> {
    if (search !== '') return false;
    return hasOnePage(route) || (await this.#addressesOf(route)).has(path);
  }

  /** As `paths`, with the upstream answers that the list was made of. @throws RENDER_LISTED, and as a rendering does */
  async listed(
    { app, id: routeId, path }: CompositionRoute,
    context: RenderContext = {},
  ): Promise<Pick<Rendering<PathEntry[]>, 'value' | 'inputs'>> {
    if (hasOnePage({ path })) return { value: [{ path }], inputs: {} };
    const rendering = await this.#once<PathEntry[]>(
      { kind: 'paths', app, routeId },
      () => this.#render(app, 'paths', { routeId }, context),
      context,
    );
    this.#assertListed({ app, id: routeId }, rendering.value);
    return rendering;
  }

  /** @param path of a resource of the composition. @param search its declared query, or ''. */
  resource(path: string, search = '', context: RenderContext = {}): Promise<Rendering<RenderedResource>> {
    const app = this.#options.composition.resources?.[path] ?? '';
    return this.#once<RenderedResource>(
      { kind: 'resource', app, path, search },
      () => this.#render(app, 'resource', { path, search }, context),
      context,
    );
  }

  /**
   * Each guard in the process of the app that owns it, in order; the first that objects decides. Never cached for
   * pages; global guards are pure functions of the URL and are remembered.
   * @param isListed whether the page of the URL is.
   */
  async guards(url: string, names: string[], pure: boolean, isListed = true): Promise<GuardOutcome> {
    const key = `${names.join(',')} ${url}`;
    const known = pure ? this.#guardOutcomes.get(key) : undefined;
    if (known) return known;
    let outcome: GuardOutcome = { type: 'pass' };
    for (const name of names) {
      outcome = await this.#guard(url, name, isListed);
      if (outcome.type !== 'pass') break;
    }
    if (pure) this.#guardOutcomes.set(key, outcome);
    return outcome;
  }

  async #guard(url: string, name: string, isListed: boolean): Promise<GuardOutcome> {
    const { guards } = this.#options.composition;
    if (!Object.hasOwn(guards, name))
      return { type: 'error', ...toPageError(siteErrors.UNKNOWN_GUARD({ name })) };
    return (await this.#render(guards[name]!.app, 'guards', { url, names: [name] }, { isListed })).value;
  }

  #whose(app: string): Facts {
    const { composition, releases } = this.#options;
    return { app, release: releases[app]?.digest, composition: composition.id };
  }

  /** For visitors: current or cached upstream responses. */
  #mayBeRecorded(): boolean {
    const { isServed, recordedForAll = false } = this.#options;
    return recordedForAll || !isServed();
  }

  /**
   * @returns the value with its inputs: the digests of the files that the process names, from the release; for
   *   upstreams, those the gateway answered.
   */
  async #render<Call extends RenderCall>(
    app: string,
    type: Call,
    request: RenderCalls[Call]['request'],
    { isListed = true, isAhead = false, isProbe = false }: RenderContext = {},
  ): Promise<Uncached<RenderCalls[Call]['result']>> {
    const { process, composition, telemetry, isServed } = this.#options;
    const inputs: Record<string, string> = {};
    const isOfVisitors = isServed();
    const reading: Reading = {
      inputs,
      recorded: this.#mayBeRecorded(),
      // A candidate has to show its defects, and the checks of a release send more calls than a process handles
      // concurrently.
      isListed: !isProbe && (isListed || !isOfVisitors),
      ...(isProbe && { isProbe }),
      waits: !isOfVisitors || isAhead,
      priority: isOfVisitors && (isAhead || !isListed) ? 'background' : 'visitor',
      ...(isOfVisitors && { queueMs: LONGEST_QUEUE_MS }),
    };
    const facts = { ...this.#whose(app), what: whatOf(request) };
    const value = await telemetry.span(`render ${type}`, facts, () =>
      process(app).call(composition, type, request, reading),
    );
    const found = this.#containmentIssue(type, request, value);
    const issue = found instanceof Promise ? await found : found;
    if (issue !== undefined) throw servingErrors.RENDER_UNCONTAINED({ reason: issue });
    const { inputs: named = {} } = value as { inputs?: Record<string, string> };
    for (const name of Object.keys(named))
      if (name === 'composition' || name.startsWith(`${app}/`)) inputs[name] = this.#lookup(name);
    return { value, inputs };
  }

  /** @returns why the HTML of a page or an island acts on the rest of the document; undefined when it does not. */
  #containmentIssue(
    type: RenderCall,
    request: object,
    value: unknown,
  ): string | undefined | Promise<string | undefined> {
    if (type === 'island') {
      const { html } = value as RenderedIsland;
      const part = { isIsland: true, allowsStyles: this.#allowsStyles(whatOf(request)) };
      return html.length <= SHORT_HTML
        ? containmentIssue(html, part)
        : containedInThread(Buffer.from(html), part).then((read) =>
            typeof read === 'string' ? read : undefined,
          );
    }
    return type === 'fragment' ? this.#pageIssue(request, value as FragmentAnswer) : undefined;
  }

  /** Compares the HTML with the last HTML of the route that was read as a whole. */
  #pageIssue(request: object, { html }: FragmentAnswer): string | undefined | Promise<string | undefined> {
    const { bytes } = HtmlBytes.of(html);
    const route = whatOf(request) ?? '';
    const known = this.#contained.get(route);
    if (known && isContainedLike(bytes, known)) return undefined;
    const keep = (read: ContainedHtml | string): string | undefined => {
      if (typeof read === 'string') return read;
      this.#contained.set(route, read);
      return undefined;
    };
    return bytes.length <= SHORT_HTML ? keep(containedHtml(bytes)) : containedInThread(bytes).then(keep);
  }

  /** Admission reports undeclared stylesheets of candidates itself, with the library that makes them. */
  #allowsStyles(island = ''): boolean {
    const { isServed, composition } = this.#options;
    const { islands } = composition;
    return !isServed() || (Object.hasOwn(islands, island) && islands[island]!.styles === 'runtime');
  }

  async #once<Value>(
    subject: RenderSubject,
    render: () => Promise<Uncached<Value>>,
    { admit, isListed = true, isAhead = false }: RenderContext = {},
  ): Promise<Rendering<Value>> {
    const { cache, now } = this.#options;
    const key = this.#keyOf(subject);
    const onDisk = isBounded(subject);
    const cached = await this.#lookUp<Value>(subject, key, { onDisk, isListed, isAhead });
    if (cached) {
      this.#options.upstreams?.of(cached.inputs)?.state();
      return cached;
    }
    const resting = this.#resting.get(key);
    if (resting && now() < resting.until) return resting.copy as Rendering<Value>;
    const refused = this.#refused.get(key);
    if (refused && now() < refused.until) throw refused.error;
    // A known page is rendered again for changed data: it does not count against the visitor's limit.
    if (admit && !this.#running.get(key) && !(await cache.latest(key, onDisk))) await admit();
    const running = this.#running.get(key);
    if (running) return running as Promise<Rendering<Value>>;
    const started = this.#renderInto(key, subject, render, { isListed, isAhead });
    this.#running.add(key, started);
    return started;
  }

  #lookUp<Value>(subject: RenderSubject, key: string, use: LookUp): Promise<Rendering<Value> | undefined> {
    const { cache, releases, telemetry } = this.#options;
    const app = ownerOf(subject);
    const facts: Facts = { ...this.#whose(app), cache: 'rendering', what: whatOf(subject) };
    return telemetry.span('cache', facts, async (span) => {
      const cached =
        (await cache.get<Value>(key, this.#lookup, use.onDisk, !use.isAhead)) ??
        (await this.#onceFetched<Value>(key, use));
      span.describe({ hit: cached !== undefined });
      telemetry.lookup('rendering', { app, digest: releases[app]?.digest }, cached !== undefined);
      return cached;
    });
  }

  /** After a start no upstream response is cached, while renderings may still be valid. */
  async #onceFetched<Value>(
    key: string,
    { onDisk, isListed, isAhead }: LookUp,
  ): Promise<Rendering<Value> | undefined> {
    const { cache, upstreams } = this.#options;
    if (!upstreams) return undefined;
    const latest = await cache.latest(key, onDisk);
    const fetching = latest && upstreams.fetchMissing(latest.inputs, isListed);
    if (!fetching) return undefined;
    await fetching;
    return cache.get<Value>(key, this.#lookup, onDisk, !isAhead);
  }

  async #renderInto<Value>(
    key: string,
    subject: RenderSubject,
    render: () => Promise<Uncached<Value>>,
    { isListed, isAhead }: Pick<LookUp, 'isListed' | 'isAhead'>,
  ): Promise<Rendering<Value>> {
    const { cache, now, isServed } = this.#options;
    try {
      const rendering = { ...(await render()), renderedAt: now() };
      const { error, redirect } = rendering.value as { error?: unknown; redirect?: unknown };
      await cache.put(key, rendering, isBounded(subject) && !error && !redirect, !isAhead);
      return rendering;
    } catch (error) {
      // The last good copy, by the same code with other data, replaced at the next attempt. A copy with upstream data
      // that is older than the operator allows is not used.
      const stale = isServed() && !isNoAnswer(error) ? await cache.latest<Value>(key) : undefined;
      if (!stale || (RECORDED_INPUT in stale.inputs && !this.#mayBeRecorded())) {
        const hasEnded = isPlatformError(error) && error.code === servingErrors.RENDER_ENDED.code;
        if (hasEnded && isServed()) this.#refused.set(key, { error, until: now() + REFUSED_AFTER_END_MS });
        throw error;
      }
      this.#tellStale(subject, error, isListed);
      this.#resting.set(key, { copy: stale, until: now() + TRY_AGAIN_MS });
      return stale;
    } finally {
      this.#running.delete(key);
    }
  }

  #tellStale(subject: RenderSubject, error: unknown, isListed: boolean): void {
    const { releases, telemetry } = this.#options;
    const app = ownerOf(subject);
    const what = [subject.kind, whatOf(subject) ?? []].flat().join(' ');
    const of = { app, digest: releases[app]?.digest, isListed };
    telemetry.failure({ kind: 'stale', ...of, what, error });
  }
}

/** Visitors can request any number of queries and islands, so their renderings are not written to the disk. */
function isBounded(subject: RenderSubject): boolean {
  return subject.kind !== 'island' && !('search' in subject && subject.search !== '');
}

/** The app's name of the route or island. */
function whatOf(subject: object): string | undefined {
  const { routeId, name } = subject as { routeId?: unknown; name?: unknown };
  return typeof routeId === 'string' ? routeId : typeof name === 'string' ? name : undefined;
}
