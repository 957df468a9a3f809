/**
 * What a page of the shell does while developing: it puts newer code of the apps in, with its state kept
 * (CONTRIBUTING.md).
 */
// The names are React's and webpack's.
/* oxlint-disable no-underscore-dangle */
import * as refresh from 'react-refresh/runtime';
import type { RefreshEvent } from '../refresh-event.ts';
import { watchBrowserErrors, createPageProblems } from './problems/page-problems.ts';
import { showOverlay } from './problems/overlay.ts';
import { type DataPorts, type RootProps, refreshData } from './page-data.ts';
import { createPageFiles, unhashed, replaceStylesheets } from './page-files.ts';
import { createRefreshPage, type Factory, type WebpackRequire } from './refresh-page.ts';

/** What the inline bootstrap left (shell/src/boot-state.ts, gateway/src/serving/http/routes/refresh.ts). */
interface Boot {
  data?: { composition: string };
  /** The reload on each release, for pages without this client. */
  updates?: EventSource;
}

interface CommitHook {
  onCommitFiberRoot(id: number, root: { current: { child: { memoizedProps?: object } | null } }): void;
}

const browser = window as unknown as {
  platformBoot?: Boot;
  voltframeRefresh?: object;
  __REACT_DEVTOOLS_GLOBAL_HOOK__: CommitHook;
};

/** Before react-dom is evaluated: it looks for the hook once. @param registerIcons that of the kit in this page */
export function startRefresh(registerIcons: DataPorts['registerIcons']): void {
  refresh.injectIntoGlobalHook(window);
  const { data, updates } = browser.platformBoot ?? {};
  // Only a gateway that develops tells of updates; others may serve this build, too.
  if (data && updates) listen(data.composition, updates, registerIcons);
}

function listen(composition: string, reloads: EventSource, registerIcons: DataPorts['registerIcons']): void {
  const root = watchRoot(browser.__REACT_DEVTOOLS_GLOBAL_HOOK__, ({ views }) => {
    views.subscribe(() => {
      problems.viewed();
      void page.viewed();
    });
  });
  performance.setResourceTimingBufferSize(MOST_RESOURCES);
  const files = createPageFiles(documentFiles());
  const problems = createPageProblems(
    (token, error) =>
      fetch('/-/refresh/errors', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-development-token': token },
        body: JSON.stringify(error),
      }),
    (known) => showOverlay(document, known),
    () => root()?.views.get().place.path ?? window.location.pathname,
  );
  watchBrowserErrors({ window, console }, problems.browser);
  const replaceSheets = (): void => replaceStylesheets(document, files.newer());
  const page = createRefreshPage({
    composition,
    files,
    ready: started(),
    importModules,
    isComponent: refresh.isLikelyComponentType,
    hasLoaded: (url) => resources().some(({ name }) => unhashed(new URL(name).pathname) === url),
    rerender: refresh.performReactRefresh,
    replaceStylesheets: replaceSheets,
    refreshData: (newest) => refreshData({ window, registerIcons }, root(), newest),
    problems,
    reload(why) {
      console.info(`The page loads again: ${why}`);
      window.location.reload();
    },
    warn: (message, cause) => console.warn(message, cause),
  });
  browser.voltframeRefresh = (app: string, file: string, require: WebpackRequire) => {
    page.adopt(app, require);
    return {
      register: (type: unknown, name: string) => refresh.register(type, `${app} ${file} ${name}`),
      signature: refresh.createSignatureFunctionForTransform,
    };
  };
  // A page that is gone to later names the stylesheets that its composition knew.
  new MutationObserver(replaceSheets).observe(document.head, { childList: true });
  reloads.close();
  new EventSource('/-/refresh').addEventListener('message', (message) => {
    void page.receive(JSON.parse(String(message.data)) as RefreshEvent);
  });
}

/** Browsers keep 250 unless they are told otherwise. */
const MOST_RESOURCES = 10_000;

function resources(): PerformanceEntry[] {
  return performance.getEntriesByType('resource');
}

async function importModules(address: string): Promise<Record<string, Factory>> {
  const chunk = (await import(/* webpackIgnore: true */ address)) as {
    __webpack_esm_modules__: Record<string, Factory>;
  };
  return chunk.__webpack_esm_modules__;
}

/** @param first told of them, once React shows something. @returns the props of what it shows */
function watchRoot(hook: CommitHook, first: (props: RootProps) => void): () => RootProps | undefined {
  let props: RootProps | undefined;
  const commit = hook.onCommitFiberRoot.bind(hook);
  hook.onCommitFiberRoot = (id, fiberRoot, ...rest: []) => {
    const shown = fiberRoot.current.child?.memoizedProps;
    if (shown && 'views' in shown) {
      if (!props) first(shown as RootProps);
      props = shown as RootProps;
    }
    commit(id, fiberRoot, ...rest);
  };
  return () => props;
}

function documentFiles(): Record<string, string> {
  const map = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
  const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> };
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => {
    const href = link.getAttribute('href') ?? '';
    return [unhashed(href), href];
  });
  return { ...imports, ...Object.fromEntries(sheets) };
}

/** @returns resolves when the page is hydrated, or will not be. */
function started(): Promise<void> {
  return new Promise((resolve) => {
    if (['false', 'off'].includes(document.documentElement.dataset['hydrating'] ?? '')) resolve();
    for (const name of ['platform:hydrated', 'platform:off'])
      window.addEventListener(name, () => resolve(), { once: true });
  });
}
