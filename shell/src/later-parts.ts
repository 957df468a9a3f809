import { SHELL } from '@voltframe/kit/contract/release/composition';
import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import type { PageData, SiteTables } from '@voltframe/kit/contract/page/page-data';
import type { Connection } from './remotes/prefetch-policy.ts';
import ownGuards from 'virtual-guards';
import { mountForm } from '@voltframe/kit/react/forms/mounted-form.ts';
import { createIconLoader } from '@voltframe/kit/react/icons/icon-loader.ts';
import { registerIcons } from '@voltframe/kit/react/icons/icon-registry.ts';
import { createIslandFetch } from '@voltframe/kit/react/islands/island-fetch.ts';
import type { FetchIsland } from '@voltframe/kit/react/islands/island-store.ts';
import { observeVisibility, randomId, tabStorage, whenIdle } from '@voltframe/kit/react/refusable';
import type { Store } from '@voltframe/kit/react/store.ts';
import ErrorScreen from './error-screen/error-screen.tsx';
import { MANIFEST_EVENT, requestManifest } from './boot-state.ts';
import { createBuildPoll } from './builds/build-poll.ts';
import { createManifestSource } from './builds/manifest.ts';
import { createReloadGuard } from './builds/reload-guard.ts';
import { keepSiteStatus } from './builds/site-status.ts';
import { createUnsavedInput } from './builds/unsaved-input.ts';
import type { LoadedPage, View } from './client-root.tsx';
import { isCrawler } from './navigation/crawler.ts';
import { createDrawings } from './drawings/drawings.ts';
import type { FirstParts, LaterParts } from './first-parts.ts';
import { followNavigation } from './navigation/follow-navigation.ts';
import { createPageSwap } from './navigation/transition/page-swap.ts';
import { createPipeline, type PipelinePorts } from './navigation/pipeline.ts';
import { createPipelinePorts } from './navigation/ports.ts';
import { createProgress } from './navigation/transition/progress.ts';
import { createNetworkWait } from './navigation/network-wait.ts';
import { createScrollMemory } from './navigation/transition/scroll.ts';
import { createSiteHistory } from './navigation/site-history.ts';
import type { Containers } from './remotes/containers.ts';
import { createLinkWatcher } from './remotes/link-watcher.ts';
import { createPageLoader } from './remotes/page-loader.ts';
import { createPayloads, type Payloads } from './remotes/payloads.ts';
import { createPrefetch } from './remotes/prefetch.ts';
import { preloadScripts } from './remotes/preload-scripts.ts';
import { loadStylesheets } from './remotes/stylesheets.ts';
import type { Tell } from './reports/signals.ts';
import { onlineTell, toldId } from './reports/told-id.ts';
import { listenXray } from './xray/listen-xray.ts';

export interface LaterStart {
  window: Window;
  /** The tables of the site, completed from the document. */
  data: PageData & SiteTables;
  containers: Containers;
  first: FirstParts;
  /** Without it no report is sent. */
  tell: Tell | undefined;
}

/**
 * The parts of a hydrated page: navigation, prefetching and polling for newer builds. They are a separate script,
 * which is loaded after hydration. Each part is created here, once, with its dependencies.
 */
export function createLaterParts(start: LaterStart): LaterParts {
  const { window, data, containers, first, tell } = start;
  const { views } = first;
  const { composition, site } = data;
  const browser = browserOf(window);

  const history = createSiteHistory(window, randomId);
  const scrolls = createScrollMemory(tabStorage);
  const builds = createBuildPoll({ composition, onOutdated: keepSiteStatus(window), ...browser });
  const gone = (): void => void builds.forget();
  const manifests = createManifestSource({
    request: () => requestEarly(window, composition),
    gone,
    ...browser,
  });
  const payloads = createPayloads({ composition, ...browser });
  const ports = createPipelinePorts({
    window,
    data,
    views,
    history,
    manifests,
    builds,
    leaveGuards: first.leaveGuards,
    updateUnsaved: createUnsavedInput(window.document, first.unsaved),
    network: createNetworkWait(window),
    isCrawler: () => isCrawler(window.navigator.userAgent, loadIsbot),
    swap: createPageSwap({ window, site, history, scrolls, views, ErrorScreen }),
    progress: createProgress(window.document, browser),
    pending: first.platform.pending,
    guards: { places: data.guards, own: ownGuards, loadExpose: containers.load },
    load: createLoad(start, browser, payloads),
    tell,
    ...browser,
  });
  tellOfViews(views, tell);
  const pipeline = createPipeline(ports);
  const links = createLinks(window, data, browser.fetch, payloads, views);
  const drawings = createDrawings({
    document: window.document,
    reducedMotion: () => window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    makeObserver: (onVisible) => observeVisibility(onVisible, '0px 0px -20% 0px'),
  });
  followNavigation(window, pipeline, history);
  listenXray(window.document, async () => {
    const { createXray } = await import(/* webpackChunkName: "xray" */ './xray/xray.ts');
    const pageApp = (): string => {
      const view = views.get();
      return view.kind === 'page' ? view.page.route.app : SHELL;
    };
    return createXray({ window, composition, pageApp, ...browser });
  });
  window.addEventListener('pagehide', scrolls.persist);
  keepScrollRestoration(window);
  readEarlyManifest(window, manifests.need);
  let mounts: ReturnType<LaterParts['loadMounts']> | undefined;
  return {
    pipeline,
    fetchIsland: fetchIslands(start, browser),
    loadIcon: createIconLoader({
      providers: [new URL('/api/_nuxt_icon', window.location.href).href],
      register: registerIcons,
      ...browser,
    }),
    watchLink: links.watch,
    loadMounts: () =>
      (mounts ??= import(/* webpackChunkName: "interactive" */ './islands/interactive-islands.tsx').then(
        ({ createIslandMounts }) => createIslandMounts(start),
      )),
    mountForm,
    showError: (error) => showFirstError(views, ports, error),
    begin() {
      builds.start();
      const look = (): void =>
        whenIdle(() => {
          links.look();
          drawings.look();
        });
      look();
      views.subscribe(look);
    },
  };
}

type Browser = ReturnType<typeof browserOf>;

/** The common dependencies: clock, network and log. */
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

function fetchIslands(start: LaterStart, browser: Browser): FetchIsland {
  const { window, data } = start;
  return createIslandFetch({
    composition: data.composition,
    loadHash: async () => (await import(/* webpackChunkName: "ohash" */ 'ohash')).hash,
    loadStylesheets: (urls) => loadStylesheets(window.document, urls),
    ...browser,
    warn(message, cause) {
      browser.warn(message, cause);
      onlineTell(start)?.({ type: 'island', error: { message: `${message}: ${String(cause)}` } });
    },
  });
}

/** Creates the loader of pages. */
function createLoad(start: LaterStart, browser: Browser, payloads: Payloads) {
  const { window, containers, data, first } = start;
  const mayReload = createReloadGuard(tabStorage, window, browser.now);
  return createPageLoader({
    policy: data.page?.policy ?? '',
    fetchExpose: containers.fetch,
    loadPayload: payloads.load,
    loadStylesheets: (urls) => loadStylesheets(window.document, urls),
    prepareIslands: first.islands.prepare,
    registerIcons,
    // Without a network nothing is reloaded, so no reload is counted.
    mayReload: (path) => !window.navigator.onLine || mayReload(path),
    chunkFailed(app, error) {
      const told = onlineTell(start);
      told?.({ type: 'chunk', app, error });
      return told && toldId(error);
    },
    ...browser,
  });
}

/** Creates the prefetching of linked pages. */
function createLinks(
  window: Window,
  data: LaterStart['data'],
  fetch: Browser['fetch'],
  payloads: Payloads,
  views: Store<View>,
) {
  const prefetch = createPrefetch({
    connection: () => (window.navigator as { connection?: Connection }).connection,
    match: (path) => matchRoute(data.routes, path),
    preload: ({ app, js, css }) =>
      preloadScripts(window.document, [data.remotes[app] ?? [], js].flat(), data.integrity, css, fetch),
    loadPayload: (route, path) => payloads.load(route, { path, search: '' }, 'low'),
  });
  return createLinkWatcher({
    prefetch: (path) => void prefetch(path),
    shownPath: () => views.get().place.path,
    makeObserver: (onVisible) => observeVisibility(onVisible),
  });
}

/** The first error wins: a second one is mostly its consequence. */
function showFirstError(views: Store<View>, ports: PipelinePorts<LoadedPage>, error: unknown): void {
  const { kind, place } = views.get();
  if (kind === 'page') void ports.showError({ ...place, match: null }, error, { kind: 'replace' });
}

/** Reports attribute errors to the shown view, so a new view is announced before it renders. */
function tellOfViews(views: Store<View>, tell: Tell | undefined): void {
  views.subscribe(() => {
    const view = views.get();
    tell?.({ type: 'shown', route: view.kind === 'page' ? view.page.route : null });
  });
}

/** Within a document the shell restores scroll positions; across documents the browser does. */
function keepScrollRestoration(window: Window): void {
  const { history } = window;
  const set = (mode: ScrollRestoration) => () => {
    history.scrollRestoration = mode;
  };
  set('manual')();
  window.addEventListener('pagehide', set('auto'));
  window.addEventListener('pageshow', ({ persisted }) => persisted && set('manual')());
}

/** The bootstrap requests the manifest 1 s after load: reads the response, or waits for that request. */
function readEarlyManifest(window: Window, need: () => unknown): void {
  if (window.platformBoot?.manifest) need();
  else window.addEventListener(MANIFEST_EVENT, need, { once: true });
}

/** The early response of the bootstrap, once; later calls send a new request. */
function requestEarly(window: Window, composition: string): Promise<Response> {
  const boot = window.platformBoot;
  const early = boot?.manifest;
  delete boot?.manifest;
  return early ?? requestManifest(window.fetch.bind(window), composition);
}
