import { normalizePath } from '@voltframe/kit/contract/routing/url-path';
import { readPageData, turnOff } from './boot-state.ts';
import type { ClientStart } from './client.tsx';
import type { View } from './client-root.tsx';
import type { HistoryEntry } from './navigation/place.ts';
import { createContainers } from './remotes/containers.ts';
import { loadFirstPage } from './remotes/first-page.ts';
import { createScripts, readImportMap } from './remotes/scripts.ts';
import { siteTables } from './remotes/site-tables.ts';
import { listen } from './reports/listen.ts';
import type * as SharedClient from './shared-client.ts';

const data = window.platformBoot?.data ?? readPageData(document);
const tell = listen(window, data);
const client = loadClient();
const own = readImportMap(document);
const tables = siteTables(data, own, window.fetch.bind(window));
const importScript = createScripts({
  document,
  own,
  tables,
  importModule: (url) => import(/* webpackIgnore: true */ url),
});
window.platformImport = importScript;
const containers = createContainers({
  remote: async (app) => data.remotes[app] ?? (await tables()).remotes[app],
  importModule: importScript,
  shareScope: async () => (await client).shareScope(),
  setTimeout: window.setTimeout.bind(window),
});

/** The later parts are a separate script. Like the tables, it is requested after hydration. */
const loadLater: ClientStart['loadLater'] = () =>
  Promise.all([import(/* webpackChunkName: "later" */ './later-parts.ts'), tables()]);

async function firstView(): Promise<View> {
  const { pathname, search, hash } = window.location;
  const place = {
    path: normalizePath(pathname) ?? pathname,
    search,
    hash,
    state: (window.history.state as HistoryEntry)?.state,
  };
  // Before the code of the page makes a stylesheet.
  if (data.page?.policy?.includes('style-src')) {
    const { limitStyles } = await import(
      /* webpackChunkName: "runtime-styles" */ './remotes/limit-styles.ts'
    );
    limitStyles(window, data.page.policy);
  }
  if (data.page) return { kind: 'page', page: await loadFirstPage(data, data.page, containers), place };
  if (data.error) {
    const screen = await import(/* webpackChunkName: "error-screen" */ './error-screen/error-screen.tsx');
    return { kind: 'error', error: data.error, Screen: screen.default, place };
  }
  throw new Error('The document carries neither a page nor an error');
}

/** Evaluates React and the code around it in a separate task: one long task would delay input. */
async function loadClient(): Promise<typeof SharedClient> {
  await nextTask();
  return import(/* webpackMode: "eager" */ './shared-client.ts');
}

/** The same method as React's scheduler: a timer would wait longer, and a second in a background tab. */
function nextTask(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resume) => {
    port1.addEventListener('message', resume, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
}

Promise.all([firstView(), client]).then(
  ([first, { startClient }]) => startClient({ window, data, first, containers, loadLater, tell }),
  (error: unknown) => {
    // The server's HTML is complete: it stays unchanged, with plain links.
    console.warn('The page stays as the server sent it:', error);
    const app = data.routes.find(({ id }) => id === data.page?.routeId)?.app ?? 'shell';
    tell?.({ type: 'chunk', error, app });
    turnOff(window);
  },
);
