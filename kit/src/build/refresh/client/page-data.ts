import { INTERACTIVE_ATTRIBUTE } from '../../../contract/page/island.ts';
import type { PageData, PagePayload, ShownPayload } from '../../../contract/page/page-data.ts';
import { PAGE_DATA_SELECTOR } from '../../../contract/page/platform-ids.ts';

/** The properties of the page's React root: the shell's `ClientRoot`. */
export interface RootProps {
  views: { get(): ShownView; set(view: ShownView): void; subscribe(listener: () => void): unknown };
  platform: { islands: { adopt(root: ParentNode): void } };
}

interface ShownView {
  kind: 'page' | 'error';
  place: { path: string; search: string };
  page?: { route: { prerender: boolean }; payload: ShownPayload };
}

export interface DataPorts {
  window: Pick<typeof globalThis, 'document' | 'location' | 'fetch' | 'DOMParser'>;
  registerIcons(icons: NonNullable<PagePayload['icons']>): void;
}

/**
 * Shows the data of loaders and islands of a newer composition in this page, without another document.
 * @returns the reason to reload the page, if any
 */
export async function refreshData(
  { window, registerIcons }: DataPorts,
  root: RootProps | undefined,
  composition: string,
): Promise<string | undefined> {
  const view = root?.views.get();
  if (!root || !view?.page) return 'it shows no page';
  const { page, place } = view;
  if (page.payload.composition === composition) return undefined;
  const [answer, next] = await Promise.all([
    window.fetch(payloadUrl(place, page.route.prerender, composition), { cache: 'no-store' }),
    fetchDocument(window),
  ]);
  // A loader or component throws: the problem of the gateway covers the page, which keeps its state until it is fixed.
  if (answer.status === FAILED) return undefined;
  const payload = answer.ok ? ((await answer.json()) as PagePayload) : undefined;
  if (payload?.routeId !== page.payload.routeId) return `its data is answered with ${answer.status}`;
  if (tablesOf(next) !== tablesOf(window.document)) return 'the site has other routes or links';
  if (root.views.get() !== view) return undefined; // the visitor has navigated
  root.platform.islands.adopt(next);
  if (comparable(payload) !== comparable(page.payload)) {
    registerIcons(payload.icons ?? {});
    window.document.title = payload.head.title;
    root.views.set({ ...view, page: { ...page, payload } });
  }
  replaceIslands(window.document, next);
  return undefined;
}

/** Status of code of a release that throws. */
const FAILED = 500;

function payloadUrl({ path, search }: ShownView['place'], prerender: boolean, composition: string): string {
  const query = prerender ? '' : search.replace('?', '&');
  return `${path === '/' ? '' : path}/_payload.json?${composition}${query}`;
}

async function fetchDocument({ location, fetch, DOMParser }: DataPorts['window']): Promise<Document> {
  const answer = await fetch(location.pathname + location.search, { cache: 'no-store' });
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

function comparable(payload: ShownPayload): string {
  const { composition: _, prerenderedAt: __, ...rest } = payload;
  return JSON.stringify(rest);
}

/** The data of the site in a page, without the names of files. */
function tablesOf(document: Document): string {
  const text = document.querySelector(PAGE_DATA_SELECTOR)?.textContent ?? '{}';
  const { routes = [], guards, globalGuards, navigation } = JSON.parse(text) as Partial<PageData>;
  const plain = routes.map(({ js: _, css: __, ...route }) => route);
  return JSON.stringify({ routes: plain, guards, globalGuards, navigation });
}

/** Islands without a script; an interactive island is updated like a page. */
function replaceIslands(document: Document, next: Document): void {
  const find = (root: Document) => [...root.querySelectorAll('[data-island]')];
  const newest = new Map(find(next).map((island) => [island.getAttribute('data-island'), island.innerHTML]));
  for (const island of find(document)) {
    const html = newest.get(island.getAttribute('data-island'));
    const isInteractive = island.firstElementChild?.hasAttribute(INTERACTIVE_ATTRIBUTE);
    if (html !== undefined && html !== island.innerHTML && !isInteractive) island.innerHTML = html;
  }
}
