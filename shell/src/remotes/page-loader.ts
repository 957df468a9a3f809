import type { RouteMatch } from '@voltframe/kit/contract/routing/match-route';
import type { ClientRoute, IslandRef, PagePayload } from '@voltframe/kit/contract/page/page-data';
import { withRequestQuery } from '@voltframe/kit/contract/routing/route-rules';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import type { LoadedPage } from '../client-root.tsx';
import type { PageModule } from './first-page.ts';
import type { Loaded, Target } from '../navigation/pipeline.ts';
import { type Place, placeUrl } from '../navigation/place.ts';
import type { PayloadAnswer } from './payloads.ts';

/** Longest wait of a navigation for the islands of its page; then it shows their fallback. */
const ISLAND_WAIT_MS = 300;

export interface PageLoaderPorts {
  /** The foreign sources of the document's policy, in the format of payloads. */
  policy: string;
  /** Loads the module of an expose without evaluating it. @returns evaluates it. */
  fetchExpose<Module>(app: string, expose: string, scripts: readonly string[]): Promise<() => Module>;
  loadPayload(route: ClientRoute, place: Place): Promise<PayloadAnswer>;
  loadStylesheets(urls: readonly string[]): Promise<void>;
  prepareIslands(islands: readonly IslandRef[]): Promise<void>;
  registerIcons(icons: NonNullable<PagePayload['icons']>): void;
  /** Whether a document load may mend a chunk failure: once per 10 s for a path. */
  mayReload(path: string): boolean;
  /** @returns the id under which it is found */
  chunkFailed(app: string, cause: unknown): string | undefined;
  warn(message: string, cause: unknown): void;
  setTimeout(callback: () => void, ms: number): unknown;
}

interface FailedCode {
  id: string | undefined;
}

/** Loads everything for a navigation in parallel: the route's code and styles, its data, the islands of its data. */
export function createPageLoader(ports: PageLoaderPorts): (target: Target) => Promise<Loaded<LoadedPage>> {
  function failed(app: string, cause: unknown): FailedCode {
    ports.warn(`A part of ${app} could not be loaded`, cause);
    return { id: ports.chunkFailed(app, cause) };
  }

  async function loadCode({ app, expose, js, css }: ClientRoute): Promise<(() => PageModule) | FailedCode> {
    try {
      const [module] = await Promise.all([
        ports.fetchExpose<PageModule>(app, expose, js),
        ports.loadStylesheets(css),
      ]);
      return module;
    } catch (cause) {
      return failed(app, cause);
    }
  }

  function evaluate({ app }: ClientRoute, module: () => PageModule): PageModule | FailedCode {
    try {
      return module();
    } catch (cause) {
      return failed(app, cause);
    }
  }

  async function loadData(route: ClientRoute, place: Place): Promise<PayloadAnswer> {
    const answer = await ports.loadPayload(route, place);
    if (answer.type === 'payload')
      await within(ports.prepareIslands(answer.payload.islands), ports.setTimeout);
    return answer;
  }

  return async (target) => {
    const { route } = target.match as RouteMatch<ClientRoute>;
    const [code, answer] = await Promise.all([loadCode(route), loadData(route, target)]);
    // The server's response takes precedence over a failure to load code.
    if (answer.type === 'error') return answer;
    if (answer.type === 'redirect') {
      // The server gets the query only where the response may depend on it, and never the hash.
      const { type, to, external, byPage } = answer;
      const search = route.prerender && !byPage ? target.search : '';
      return { type, to: withRequestQuery(to, { search, hash: target.hash }), external };
    }
    if (answer.type === 'gone') return { type: 'document' };
    // The policy of a document cannot change after it has loaded. Until here, no code of the page ran: a library would
    // write its styles into this document.
    if ((answer.payload.policy ?? '') !== ports.policy) return { type: 'document' };
    const module = typeof code === 'function' ? evaluate(route, code) : code;
    if ('id' in module) return chunkFailed(target, route.app, module, ports);
    ports.registerIcons(answer.payload.icons ?? {});
    const { default: Component, layouts } = module;
    return { type: 'page', page: { route, payload: answer.payload, Component, layouts } };
  };
}

/** A full page load, at most once per 10 s for the same path; then the error is shown (docs/behaviour.md 8.7). */
function chunkFailed(
  target: Place,
  app: string,
  { id }: FailedCode,
  { mayReload }: PageLoaderPorts,
): Loaded<LoadedPage> {
  if (mayReload(placeUrl({ ...target, hash: '' }))) return { type: 'document' };
  const { status, code, message, fatal } = siteErrors.CHUNK_FAILED({ name: app });
  return { type: 'error', error: { status, code, message, fatal, id } };
}

/** Late islands do not delay the page: a fallback is shown in their place. */
function within(loading: Promise<void>, setTimeout: PageLoaderPorts['setTimeout']): Promise<void> {
  return Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, ISLAND_WAIT_MS))]);
}
