/** The share scope that the shell makes for the containers of a document. */
import type { openWindow } from './browser-window.ts';
import type { PageModules } from './page-modules.ts';

const PROBE = 'scope-probe';
export const PROBE_URL = `/assets/${PROBE}/${PROBE}.js`;

/** The container of a probe: it exposes the shared modules of the shell. */
export const PROBE_SOURCE = `
  let take;
  export const scope = new Promise((resolve) => (take = resolve));
  export const init = (given) => take(given);
  export const get = async () => () => ({ default: () => null });
`;

/**
 * Replaces the page of the document by the probe, so that the shell loads the probe.
 * @returns the scope, once the inline script has run and the shell has loaded.
 */
export async function probeShareScope(
  { document }: ReturnType<typeof openWindow>,
  modules: PageModules,
): Promise<unknown> {
  const element = document.getElementById('page-data');
  if (element)
    element.textContent = JSON.stringify(asProbe(JSON.parse(element.textContent ?? '{}') as PageData));
  const probe = (await modules.importModule(PROBE_URL)) as { scope: Promise<unknown> };
  return probe.scope;
}

interface PageData {
  routes: object[];
  remotes: Record<string, string>;
}

function asProbe(data: PageData): object {
  const route = {
    id: PROBE,
    app: PROBE,
    path: '/',
    expose: './probe',
    js: [],
    css: [],
    prerender: false,
    guards: [],
  };
  const head = { title: '', meta: [], links: [], jsonLd: [], lang: 'en' };
  return {
    ...data,
    error: null,
    page: { path: '/', routeId: PROBE, params: {}, head, data: null, islands: [] },
    routes: [...data.routes, route],
    remotes: { ...data.remotes, [PROBE]: PROBE_URL },
  };
}
