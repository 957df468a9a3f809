import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import type { PageData } from '@voltframe/kit/contract/page/page-data';
import type { Connection } from './remotes/prefetch-policy.ts';
import type { Guard } from '@voltframe/kit/contract/page/page-server';
import { createIconLoader } from '@voltframe/kit/react/icons/icon-loader.ts';
import { registerIcons } from '@voltframe/kit/react/icons/icon-registry.ts';
import { createIslandStore } from '@voltframe/kit/react/islands/island-store.ts';
import type { LeaveGuard, Platform } from '@voltframe/kit/react/platform.ts';
import { observeVisibility, randomId, tabStorage } from '@voltframe/kit/react/refusable.ts';
import { createStore } from '@voltframe/kit/react/store.ts';
import { HYDRATED_EVENT, MANIFEST_EVENT } from './boot-state.ts';
import { createBuildPoll } from './builds/build-poll.ts';
import { createManifestSource } from './builds/manifest.ts';
import { createReloadGuard } from './builds/reload-guard.ts';
import type { createReporter } from './builds/report.ts';
import { createUnsavedInput } from './builds/unsaved-input.ts';
import type { View } from './client-root.tsx';
import { isCrawler } from './navigation/crawler.ts';
import { createNavigate, followNavigation } from './navigation/navigate.ts';
import { createPageSwap } from './navigation/transition/page-swap.ts';
import { createPipeline } from './navigation/pipeline.ts';
import { createPipelinePorts } from './navigation/ports.ts';
import { drawProgress } from './navigation/transition/progress-bar.ts';
import { createProgress } from './navigation/transition/progress.ts';
import { createNetworkWait } from './navigation/network-wait.ts';
import { createRouterNavigator } from './navigation/router-navigator.ts';
import { createScrollMemory } from './navigation/transition/scroll.ts';
import { createSiteHistory } from './navigation/site-history.ts';
import type { Containers } from './remotes/containers.ts';
import { createLinkWatcher } from './remotes/link-watcher.ts';
import { createPageLoader } from './remotes/page-loader.ts';
import { createPayloads } from './remotes/payloads.ts';
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
  fetchManifest(): Promise<unknown>;
}

const ASK_TO_RELOAD =
  'This site has been updated, and the page you want needs the new version. What you typed is kept. Load it now?';

type Report = ReturnType<typeof createReporter>;

/** Wires the parts together; each is made here, once, and given what it needs. */
export function createClient(
  { window, data, first, containers, ownGuards, fetchManifest }: ClientStart,
  report: Report,
) {
  const { document } = window;
  const fetch = window.fetch.bind(window);
  const now = Date.now;
  const setTimeout = window.setTimeout.bind(window);
  const clearTimeout = window.clearTimeout.bind(window);
  const warn = (message: string, cause?: unknown): void => console.warn(message, ...(cause ? [cause] : []));

  const views = createStore(first);
  const history = createSiteHistory(window, randomId);
  const scrolls = createScrollMemory(tabStorage);
  const builds = createBuildPoll({ composition: data.composition, fetch, now, setTimeout });
  const gone = (): void => void builds.forget();
  const manifests = createManifestSource({ fetchBody: fetchManifest, setTimeout, warn, gone });
  const payloads = createPayloads({ composition: data.composition, fetch, now, warn });
  const crawler = (): Promise<boolean> =>
    isCrawler(
      window.navigator.userAgent,
      async () => (await import(/* webpackChunkName: "isbot" */ 'isbot')).isbot,
    );
  const islands = createIslandStore({
    composition: data.composition,
    fetch,
    loadHash: async () => (await import(/* webpackChunkName: "ohash" */ 'ohash')).hash,
    loadStylesheets: (urls) => loadStylesheets(document, urls),
    warn,
  });
  islands.adopt(document);
  registerIcons(data.page?.icons ?? {});
  const mayReload = createReloadGuard(tabStorage, window, now);
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
    isCrawler: crawler,
    swap: createPageSwap({ window, site: data.site, history, scrolls, views }),
    progress: createProgress({
      now,
      setTimeout,
      clearTimeout,
      draw: (percent) => drawProgress(document, percent),
    }),
    guards: { places: data.guards, own: ownGuards, loadExpose: containers.load },
    load: createPageLoader({
      loadExpose: containers.load,
      loadPayload: payloads.load,
      loadStylesheets: (urls) => loadStylesheets(document, urls),
      prepareIslands: islands.prepare,
      registerIcons,
      // Without a network there is no reload that could be one too many.
      mayReload: (path) => !window.navigator.onLine || mayReload(path),
      reportChunk: (app) => report('chunk', app),
      warn,
      setTimeout,
    }),
  });
  const pipeline = createPipeline(ports);

  const navigate = createNavigate(window, pipeline, () => views.get().place);
  const prefetch = createPrefetch({
    connection: () => (window.navigator as { connection?: Connection }).connection,
    match: (path) => matchRoute(data.routes, path),
    preload: ({ app, js, css }) => preloadScripts(document, [data.remotes[app] ?? [], js].flat(), css, fetch),
    loadPayload: (route, path) => payloads.load(route, { path, search: '' }, 'low'),
  });
  const links = createLinkWatcher({
    prefetch: (path) => void prefetch(path),
    shownPath: () => views.get().place.path,
    makeObserver: observeVisibility,
  });
  const loadIcon = createIconLoader({
    providers: [new URL('/api/_nuxt_icon', window.location.href).href],
    fetch,
    setTimeout,
    clearTimeout,
    register: registerIcons,
    warn,
  });
  const platform: Platform = {
    site: data.site,
    hydrating: createStore(true),
    islands,
    navigate,
    loadIcon,
    watchLink: links.watch,
    addLeaveGuard: (guard) => {
      leaveGuards.add(guard);
      return () => leaveGuards.delete(guard);
    },
    addUnsaved: unsaved.add,
    showError(error) {
      const { kind, place } = views.get();
      // The first error wins: a second one is mostly its consequence.
      if (kind === 'page') void ports.showError({ ...place, match: null }, error, { kind: 'replace' });
    },
  };
  followNavigation(window, pipeline, history);
  window.addEventListener('pagehide', scrolls.persist);
  keepScrollRestoration(window);
  readEarlyManifest(window, manifests.need);
  const navigator = createRouterNavigator(navigate, (delta) => window.history.go(delta));
  return { platform, navigator, views, builds, links };
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
