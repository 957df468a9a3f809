import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import type { PageData } from '@voltframe/kit/contract/page/page-data';
import type { Connection } from './remotes/prefetch-policy.ts';
import type { Guard } from '@voltframe/kit/contract/page/page-server';
import { createIconLoader } from '@voltframe/kit/react/icons/icon-loader.ts';
import { registerIcons } from '@voltframe/kit/react/icons/icon-registry.ts';
import { createIslandStore, type IslandStore } from '@voltframe/kit/react/islands/island-store.ts';
import type { LeaveGuard, Platform } from '@voltframe/kit/react/platform.ts';
import { observeVisibility, randomId, tabStorage } from '@voltframe/kit/react/refusable';
import { createStore, type Store } from '@voltframe/kit/react/store.ts';
import { HYDRATED_EVENT, MANIFEST_EVENT } from './boot-state.ts';
import { createBuildPoll } from './builds/build-poll.ts';
import { createManifestSource } from './builds/manifest.ts';
import { createReloadGuard } from './builds/reload-guard.ts';
import type { createReporter } from './builds/report.ts';
import { createUnsavedInput } from './builds/unsaved-input.ts';
import type { LoadedPage, View } from './client-root.tsx';
import { isCrawler } from './navigation/crawler.ts';
import { createNavigate, followNavigation } from './navigation/navigate.ts';
import { createPageSwap } from './navigation/transition/page-swap.ts';
import { createPipeline, type PipelinePorts } from './navigation/pipeline.ts';
import { createPipelinePorts } from './navigation/ports.ts';
import { drawProgress } from './navigation/transition/progress-bar.ts';
import { createProgress } from './navigation/transition/progress.ts';
import { createNetworkWait } from './navigation/network-wait.ts';
import { createRouterNavigator } from './navigation/router-navigator.ts';
import { createScrollMemory } from './navigation/transition/scroll.ts';
import { createSiteHistory } from './navigation/site-history.ts';
import type { Containers } from './remotes/containers.ts';
import { createLinkWatcher, type LinkWatcher } from './remotes/link-watcher.ts';
import { createPageLoader } from './remotes/page-loader.ts';
import { createPayloads, type Payloads } from './remotes/payloads.ts';
import { createPrefetch } from './remotes/prefetch.ts';
import { preloadScripts } from './remotes/preload-scripts.ts';
import { loadStylesheets } from './remotes/stylesheets.ts';

export interface ClientStart {
  window: Window;
  data: PageData;
  /** What the document shows. */
  first: View;
  containers: Containers;
  ownGuards: Readonly<Record<string, Guard>>;
  fetchManifest(): Promise<Response>;
}

const ASK_TO_RELOAD =
  'This site has been updated, and the page you want needs the new version. What you typed is kept. Load it now?';

type Report = ReturnType<typeof createReporter>;

/** Wires the parts together; each is made here, once, and given what it needs. */
export function createClient(start: ClientStart, report: Report) {
  const { window, data, first, containers, ownGuards, fetchManifest } = start;
  const { composition, site } = data;
  const browser = browserOf(window);

  const views = createStore(first);
  const history = createSiteHistory(window, randomId);
  const scrolls = createScrollMemory(tabStorage);
  const builds = createBuildPoll({ composition, ...browser });
  const gone = (): void => void builds.forget();
  const manifests = createManifestSource({ request: fetchManifest, gone, ...browser });
  const payloads = createPayloads({ composition, ...browser });
  const islands = createIslands(window.document, composition, browser);
  registerIcons(data.page?.icons ?? {});
  const leaveGuards = new Set<LeaveGuard>();
  const unsaved = createUnsavedInput(() => window.confirm(ASK_TO_RELOAD));
  const ports = createPipelinePorts({
    window,
    data,
    views,
    history,
    manifests,
    builds,
    leaveGuards,
    unsaved,
    network: createNetworkWait(window),
    isCrawler: () => isCrawler(window.navigator.userAgent, loadIsbot),
    swap: createPageSwap({ window, site, history, scrolls, views }),
    progress: createProgress({ draw: (percent) => drawProgress(window.document, percent), ...browser }),
    guards: { places: data.guards, own: ownGuards, loadExpose: containers.load },
    load: createLoad(start, browser, payloads, islands, report),
  });
  const pipeline = createPipeline(ports);
  const navigate = createNavigate(window, pipeline, () => views.get().place);
  const links = createLinks(window, data, browser.fetch, payloads, views);
  const platform: Platform = {
    site,
    hydrating: createStore(true),
    islands,
    navigate,
    loadIcon: createIconLoader({
      providers: [new URL('/api/_nuxt_icon', window.location.href).href],
      register: registerIcons,
      ...browser,
    }),
    watchLink: links.watch,
    addLeaveGuard: (guard) => {
      leaveGuards.add(guard);
      return () => leaveGuards.delete(guard);
    },
    addUnsaved: unsaved.add,
    showError: (error) => showFirstError(views, ports, error),
  };
  followNavigation(window, pipeline, history);
  window.addEventListener('pagehide', scrolls.persist);
  keepScrollRestoration(window);
  readEarlyManifest(window, manifests.need);
  const navigator = createRouterNavigator(navigate, (delta) => window.history.go(delta));
  return { platform, navigator, views, builds, links };
}

type Browser = ReturnType<typeof browserOf>;

/** Clock, network and log: what most parts work with. */
function browserOf(window: Window) {
  return {
    fetch: window.fetch.bind(window),
    now: Date.now,
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    warn: (message: string, cause?: unknown): void => console.warn(message, ...(cause ? [cause] : [])),
  };
}

const loadIsbot = async () => (await import(/* webpackChunkName: "isbot" */ 'isbot')).isbot;

function createIslands(document: Document, composition: string, browser: Browser): IslandStore {
  const islands = createIslandStore({
    composition,
    loadHash: async () => (await import(/* webpackChunkName: "ohash" */ 'ohash')).hash,
    loadStylesheets: (urls) => loadStylesheets(document, urls),
    ...browser,
  });
  islands.adopt(document);
  return islands;
}

/** What loads a page. */
function createLoad(
  { window, containers, data }: ClientStart,
  browser: Browser,
  payloads: Payloads,
  islands: IslandStore,
  report: Report,
) {
  const mayReload = createReloadGuard(tabStorage, window, browser.now);
  return createPageLoader({
    policy: data.page?.policy ?? '',
    loadExpose: containers.load,
    loadPayload: payloads.load,
    loadStylesheets: (urls) => loadStylesheets(window.document, urls),
    prepareIslands: islands.prepare,
    registerIcons,
    // Without a network there is no reload that could be one too many.
    mayReload: (path) => !window.navigator.onLine || mayReload(path),
    reportChunk: (app) => report('chunk', app),
    ...browser,
  });
}

/** What prefetches the pages that links lead to. */
function createLinks(
  window: Window,
  data: PageData,
  fetch: Browser['fetch'],
  payloads: Payloads,
  views: Store<View>,
): LinkWatcher {
  const prefetch = createPrefetch({
    connection: () => (window.navigator as { connection?: Connection }).connection,
    match: (path) => matchRoute(data.routes, path),
    preload: ({ app, js, css }) =>
      preloadScripts(window.document, [data.remotes[app] ?? [], js].flat(), css, fetch),
    loadPayload: (route, path) => payloads.load(route, { path, search: '' }, 'low'),
  });
  return createLinkWatcher({
    prefetch: (path) => void prefetch(path),
    shownPath: () => views.get().place.path,
    makeObserver: observeVisibility,
  });
}

/** The first error wins: a second one is mostly its consequence. */
function showFirstError(views: Store<View>, ports: PipelinePorts<LoadedPage>, error: unknown): void {
  const { kind, place } = views.get();
  if (kind === 'page') void ports.showError({ ...place, match: null }, error, { kind: 'replace' });
}

/** While the document lives, scroll positions are ours; across documents the browser restores them. */
function keepScrollRestoration(window: Window): void {
  const { history } = window;
  const set = (mode: ScrollRestoration) => () => {
    history.scrollRestoration = mode;
  };
  window.addEventListener(HYDRATED_EVENT, set('manual'), { once: true });
  window.addEventListener('pagehide', set('auto'));
  window.addEventListener('pageshow', ({ persisted }) => persisted && set('manual')());
}

/** The bootstrap has asked for the manifest 1 s after load: reads the answer, or waits for the question. */
function readEarlyManifest(window: Window, need: () => unknown): void {
  if (window.platformBoot?.manifest) need();
  else window.addEventListener(MANIFEST_EVENT, need, { once: true });
}
