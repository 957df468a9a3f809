import { LRUCache } from 'lru-cache';
import type { Composition, CompositionRoute } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type {
  FragmentRequest,
  FragmentResult,
  GuardOutcome,
  RenderedFrame,
  RenderedIsland,
  RenderedResource,
} from '@voltframe/kit/contract/release/server-module';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { inputLookup, renderKey, type RenderSubject } from './render-key.ts';
import type { RenderCache, Rendering } from './render-cache.ts';
import type { RenderProcess } from './render-process.ts';

export interface CompositionRendererOptions {
  composition: Composition;
  releases: Record<string, Release>;
  cache: RenderCache;
  /** The composition's process; called only when something is not cached. @throws when it may not be started now. */
  process(): RenderProcess;
  now: () => number;
  /** Whether visitors see it: then the last good copy is better than no page. A candidate shows its defects. */
  isServed(): boolean;
}

/** What a composition renders, each thing once: from the cache where its inputs are the same, else by its process. */
export interface CompositionRenderer {
  /** Starts the process. @throws what the bundles threw when they were evaluated. */
  start(): Promise<void>;
  fragment(
    route: CompositionRoute,
    request: Omit<FragmentRequest, 'routeId'>,
  ): Promise<Rendering<FragmentResult>>;
  island(name: string, props: Record<string, unknown>): Promise<Rendering<RenderedIsland>>;
  frame(navigation: string): Promise<Rendering<RenderedFrame>>;
  errorScreen(variant: 'not-found' | 'error'): Promise<Rendering<RenderedFrame>>;
  paths(route: CompositionRoute): Promise<PathEntry[]>;
  /** @param path of a resource of the composition. */
  resource(path: string): Promise<Rendering<RenderedResource>>;
  /** Never cached for pages; global guards are pure functions of the URL and are remembered. */
  guards(url: string, names: string[], pure: boolean): Promise<GuardOutcome>;
}

const REMEMBERED_GUARDS = 2_000;

export function createCompositionRenderer(options: CompositionRendererOptions): CompositionRenderer {
  const { composition, releases, cache } = options;
  const lookup = inputLookup(composition, releases);
  const running = new Map<string, Promise<Rendering>>();
  const guardOutcomes = new LRUCache<string, GuardOutcome>({ max: REMEMBERED_GUARDS });

  /** @param durable whether a result may go to disk. */
  async function once<Value>(
    subject: RenderSubject,
    render: () => Promise<{ value: Value; inputs: Record<string, string> }>,
    durable: (value: Value) => boolean,
  ): Promise<Rendering<Value>> {
    const key = renderKey(subject, composition, releases, sha256);
    const cached = await cache.get<Value>(
      key,
      lookup,
      !(subject.kind === 'fragment' && subject.search !== ''),
    );
    if (cached) return cached;
    const started = running.get(key) ?? renderInto(key, render, durable);
    running.set(key, started);
    return started as Promise<Rendering<Value>>;
  }

  async function renderInto<Value>(
    key: string,
    render: () => Promise<{ value: Value; inputs: Record<string, string> }>,
    durable: (value: Value) => boolean,
  ): Promise<Rendering<Value>> {
    try {
      const rendering = { ...(await render()), renderedAt: options.now() };
      await cache.put(key, rendering, durable(rendering.value));
      return rendering;
    } catch (error) {
      // The last good copy: same code, other data. Better than no page, and replaced at the next try.
      const stale = options.isServed() ? await cache.latest<Value>(key) : undefined;
      if (stale) return stale;
      throw error;
    } finally {
      running.delete(key);
    }
  }

  return {
    start: async () => options.process().start(),
    fragment(route, request) {
      const { app, id: routeId } = route;
      const { path, search } = request;
      return once<FragmentResult>(
        { kind: 'fragment', app, routeId, path, search },
        async () => {
          const value = await options.process().call('fragment', { routeId, ...request });
          return { value, inputs: value.inputs };
        },
        (value) => !value.error && search === '',
      );
    },
    island(name, props) {
      const app = composition.islands[name]!.app;
      return once<RenderedIsland>(
        { kind: 'island', app, name, props },
        async () => {
          const value = await options.process().call('island', { name, props });
          return { value, inputs: value.inputs };
        },
        () => false,
      );
    },
    frame: (navigation) =>
      once<RenderedFrame>(
        { kind: 'frame', navigation },
        async () => ({ value: await options.process().call('frame', { navigation }), inputs: {} }),
        () => true,
      ),
    errorScreen: (variant) =>
      once<RenderedFrame>(
        { kind: 'error-screen', variant },
        async () => ({ value: await options.process().call('errorScreen', { variant }), inputs: {} }),
        () => true,
      ),
    async paths({ app, id: routeId, path }) {
      if (!path.includes('/:')) return [{ path }];
      const rendering = await once<PathEntry[]>(
        { kind: 'paths', app, routeId },
        async () => ({ value: await options.process().call('paths', { routeId }), inputs: {} }),
        () => true,
      );
      return rendering.value;
    },
    resource(path) {
      const app = composition.resources?.[path] ?? '';
      return once<RenderedResource>(
        { kind: 'resource', app, path },
        async () => {
          const value = await options.process().call('resource', { path });
          return { value, inputs: value.inputs };
        },
        () => true,
      );
    },
    async guards(url, names, pure) {
      const key = `${names.join(',')} ${url}`;
      const known = pure ? guardOutcomes.get(key) : undefined;
      if (known) return known;
      const outcome = await options.process().call('guards', { url, names });
      if (pure) guardOutcomes.set(key, outcome);
      return outcome;
    },
  };
}
