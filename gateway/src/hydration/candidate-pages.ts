import { activeNavigation } from '@voltframe/kit/contract/page/navigation';
import { canonicalJson } from '@voltframe/kit/contract/release/canonical-json';
import { type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { ServedComposition } from '../compositions/served-composition.ts';
import { buildErrorDocument, buildPage, buildPageDocument } from '../pages/build-page.ts';
import { matchPage, type PageRequest } from '../pages/page-request.ts';

/** A document of a candidate that is to be hydrated. */
export interface CandidatePage {
  app: string;
  /** Route, or which error screen. */
  id: string;
  path: string;
  /** Digest of all that hydration depends on: what passed once passes again. */
  key: string;
  html(): Promise<string>;
}

export interface CandidatePagesOptions {
  pagesPerRoute: number;
  /** Whether an app's pages are meant. */
  affected(app: string): boolean;
  year: number;
}

const UNKNOWN_VALUE = 'a-value-that-nobody-declares';
/** The error screens are hydrated at it. */
const NO_PAGE = '/no-such-page';
const SCREENS = [
  { id: 'not-found', error: toPageError(siteErrors.PAGE_NOT_FOUND({ path: NO_PAGE })) },
  { id: 'error', error: toPageError(undefined) },
];

/** Every document whose hydration a change may touch: pages, each with its declared queries, and the error screens. */
export async function candidatePages(
  served: ServedComposition,
  options: CandidatePagesOptions,
): Promise<CandidatePage[]> {
  const routes = served.composition.routes.filter(({ app }) => options.affected(app));
  const pages = await Promise.all(routes.map((route) => pagesOf(served, route, options)));
  return [...pages.flat(), ...(options.affected(SHELL) ? errorScreens(served, options.year) : [])];
}

async function pagesOf(
  served: ServedComposition,
  route: CompositionRoute,
  { pagesPerRoute, year }: CandidatePagesOptions,
): Promise<CandidatePage[]> {
  const paths = (await served.renderer.paths(route)).slice(0, pagesPerRoute).map(({ path }) => path);
  const searches = ['', ...route.query.map((name) => `?${new URLSearchParams({ [name]: UNKNOWN_VALUE })}`)];
  // A query is tried on one page of the route.
  const asked = paths.flatMap((path, index) =>
    (index === 0 ? searches : ['']).map((search) => ({ path, search })),
  );
  const pages = await Promise.all(
    asked.map(async ({ path, search }) => {
      const page = matchPage([route], path, search);
      return page && pageOf(served, page, year);
    }),
  );
  return pages.filter((page) => page !== null && page !== undefined);
}

/** @returns undefined when it shows no page: what does not render is told of elsewhere. */
async function pageOf(
  served: ServedComposition,
  page: PageRequest,
  year: number,
): Promise<CandidatePage | undefined> {
  const { route, path, search } = page;
  const built = await buildPage(served, page, false);
  if (built.type === 'error') return undefined;
  const { header } = served.tables.navigation;
  const frame = await served.renderer.frame(activeNavigation(path, header));
  const { composition: _, ...payload } = built.payload;
  return {
    app: route.app,
    id: route.id,
    path: path + search,
    key: keyOf(served, route.app, [path, search, year, payload, built.html, frame.value.html]),
    html: async () => (await buildPageDocument(served, page, built, year)).html,
  };
}

/** What is shown in place of a page. */
export function errorScreens(served: ServedComposition, year: number): CandidatePage[] {
  return SCREENS.map(({ id, error }) => ({
    app: SHELL,
    id: `${id} screen`,
    path: NO_PAGE,
    key: keyOf(served, SHELL, [id, year]),
    html: () => buildErrorDocument(served, error, NO_PAGE, year),
  }));
}

/** The document but for what is another in each composition: its id, and the files of apps that have no part in the page. */
function keyOf(served: ServedComposition, app: string, document: unknown[]): string {
  const { site, navigation } = { ...served.composition, navigation: served.tables.navigation };
  const scripts = [...new Set([SHELL, app])].map((name) => scriptsOf(served.releases[name]!));
  return sha256(canonicalJson([...document, site, navigation, scripts]));
}

/** @returns the scripts of a release for browsers, by file. */
export function scriptsOf({ files }: Release): Record<string, string> {
  const own = Object.entries(files).filter(([file]) => /^client\/.+\.js$/.test(file));
  return Object.fromEntries(own.map(([file, { sha256: name }]) => [file, name]));
}
