import pMap from 'p-map';
import { activeNavigation } from '@voltframe/kit/contract/page/navigation';
import { canonicalJson } from '@voltframe/kit/contract/release/digest';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { interactiveIslands } from '@voltframe/kit/contract/page/interactive-island';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import type { Release } from '@voltframe/kit/contract/release/release';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import {
  type BuiltDocument,
  buildErrorDocument,
  buildPage,
  buildPageDocument,
} from '../../../serving/pages/build-page.ts';
import type { PageRequest } from '../../../serving/pages/page-request.ts';
import { requestsOf, samplePages } from '../page-sample.ts';

/** A document of a candidate that is to be hydrated. */
export interface CandidatePage {
  app: string;
  /** Route, or which error screen. */
  id: string;
  path: string;
  url: string;
  /** From the widest group to the narrowest: the blamed app, its own app, its expose (its code), its route. */
  groups: readonly string[];
  /** Digest of all inputs of hydration. A page with the digest of a page that passed is not tried again. */
  key: string;
  /** The apps of its interactive islands. */
  owners: readonly string[];
  /** One of a sample of the pages that embed an island of the change. */
  isSampled?: boolean;
  document(): Promise<HydratedDocument>;
}

/** A document, and its Content-Security-Policy. */
export interface HydratedDocument {
  html: string;
  policy: string;
}

export interface CandidatePagesOptions {
  /** Most pages of each route; absent: all that admission tries. */
  pagesPerRoute?: number;
  /** Whether the pages of an app are included. */
  affected(app: string): boolean;
  /** Whether pages of other apps with an interactive island of an app are included; absent: no. */
  embeds?(app: string): boolean;
  /** @returns the app that is blamed when a page of an app fails; absent: that app. */
  accused?(app: string): string;
  year: number;
}

/** The error screens are hydrated at this address. */
const NO_PAGE = '/no-such-page';
const SCREENS = [
  { id: 'not-found', error: toPageError(siteErrors.PAGE_NOT_FOUND({ path: NO_PAGE })) },
  { id: 'error', error: toPageError(undefined) },
] as const;

/** Few concurrent calls, because other calls wait for the render process, too. */
const CONCURRENCY = 4;

interface PageOptions extends CandidatePagesOptions {
  /** A page without an interactive island of an affected app is skipped. */
  mustEmbed?: boolean;
}

/** Every document whose hydration a change may touch: pages, each with its declared queries, and the error screens. */
export async function candidatePages(
  served: ServedComposition,
  options: CandidatePagesOptions,
): Promise<CandidatePage[]> {
  const routes = served.composition.routes.filter(({ app }) => options.affected(app));
  const asked = await pMap(routes, (route) => requestsOf(served, route, options.pagesPerRoute), {
    concurrency: CONCURRENCY,
  });
  const pages = await pMap(asked.flat(), (page) => pageOf(served, page, options), {
    concurrency: CONCURRENCY,
  });
  return [
    ...pages.filter((page) => page !== undefined),
    ...(await embeddingPages(served, options)),
    ...(options.affected(SHELL) ? await errorScreens(served, options.year) : []),
  ];
}

/** Pages of other apps that embed an interactive island. */
async function embeddingPages(
  served: ServedComposition,
  options: CandidatePagesOptions,
): Promise<CandidatePage[]> {
  const { affected, embeds = () => false } = options;
  const { composition, releases } = served;
  const isMeant = (app: string): boolean =>
    embeds(app) && interactiveIslands(releases[app]!.exposes).length > 0;
  if (!Object.keys(releases).some(isMeant)) return [];
  const others = composition.routes.filter(({ app }) => !affected(app));
  const { pages, isPartial } = await samplePages(served, others, (request) =>
    pageOf(served, request, { ...options, affected: isMeant, mustEmbed: true }),
  );
  return pages.map((page) => ({ ...page, isSampled: isPartial }));
}

/** @returns undefined when the document shows no page: the check on the server reports that. */
async function pageOf(
  served: ServedComposition,
  page: PageRequest,
  { year, accused = (app) => app, affected, mustEmbed = false }: PageOptions,
): Promise<CandidatePage | undefined> {
  const { route, path, search } = page;
  const built = await buildPage(served, page, false).catch(() => undefined);
  if (built?.type !== 'page') return undefined;
  const { header } = served.tables.navigation;
  const { value: frame } = await served.renderer.frame(activeNavigation(path, header));
  const { composition: _, ...payload } = built.payload;
  const islands = [...payload.islands, ...frame.islands];
  const owners = ownersOf(served, islands);
  const owner = owners.find(affected);
  if (mustEmbed && owner === undefined) return undefined;
  const shown = [path, search, year, payload, String(built.data), String(built.html), frame.html];
  const { app, id, expose } = route;
  return {
    app,
    id,
    path: path + search,
    url: served.composition.site.url + path + search,
    groups: [accused((mustEmbed && owner) || app), app, `${app} ${expose}`, `${app} ${id}`],
    owners,
    key: await keyOf(served, app, islands, shown),
    // Built again from the cache, because hundreds of documents would take much memory.
    document: () => documentOf(served, page, year),
  };
}

function ownersOf({ composition, releases }: ServedComposition, refs: IslandRef[]): string[] {
  const owners = refs.flatMap(({ name }) => {
    const app = Object.hasOwn(composition.islands, name) ? composition.islands[name]!.app : undefined;
    return app !== undefined && interactiveIslands(releases[app]!.exposes).includes(name) ? [app] : [];
  });
  return [...new Set(owners)];
}

async function documentOf(
  served: ServedComposition,
  page: PageRequest,
  year: number,
): Promise<HydratedDocument> {
  const built = await buildPage(served, page, false);
  if (built.type === 'redirect') throw new Error(`it redirects to ${built.to}`);
  if (built.type === 'error') throw new Error(`status ${built.error.status}: ${built.error.message}`);
  return hydratedDocument(await buildPageDocument(served, page, built, year));
}

function hydratedDocument({ html, headers }: Pick<BuiltDocument, 'html' | 'headers'>): HydratedDocument {
  return { html: String(html), policy: headers['content-security-policy'] ?? '' };
}

/** The content in place of a page. */
export function errorScreens(served: ServedComposition, year: number): Promise<CandidatePage[]> {
  const screens = SCREENS.map(async ({ id, error }) => {
    const { value: frame } = await served.renderer.errorScreen({ variant: id });
    return {
      app: SHELL,
      id: `${id} screen`,
      path: NO_PAGE,
      url: served.composition.site.url + NO_PAGE,
      groups: [SHELL, SHELL, `${SHELL} ${id} screen`],
      owners: ownersOf(served, frame.islands),
      key: await keyOf(served, SHELL, frame.islands, [id, year, frame.html, frame.meta ?? []]),
      document: async () => hydratedDocument(await buildErrorDocument(served, error, NO_PAGE, year)),
    };
  });
  return Promise.all(screens);
}

/**
 * The document without the parts that differ in each composition: its id, and the files of apps without a part in the
 * page.
 */
async function keyOf(
  { composition, releases, renderer, tables }: ServedComposition,
  app: string,
  refs: IslandRef[],
  shown: unknown[],
): Promise<string> {
  const islands = refs.filter(({ name }) => Object.hasOwn(composition.islands, name));
  const shownBy = ({ name, props }: IslandRef) =>
    renderer.island(name, props).then(
      // An island that shows the composition's id is on every page, and differs in each composition.
      ({ value, inputs: { composition: own, ...others } }) => (own === undefined ? value.html : others),
      () => '', // the document has an empty island then
    );
  const parts = await Promise.all(islands.map(shownBy));
  const owners = islands.map(({ name }) => composition.islands[name]!.app);
  const scripts = [...new Set([SHELL, app, ...owners])].map((name) => scriptsDigest(releases[name]!));
  return sha256(canonicalJson([...shown, parts, composition.site, tables.navigation, scripts]));
}

/** Cached, because each page of a release needs it, and a release may have thousands of scripts. */
const digests = new WeakMap<Release, string>();

/** @returns digest of the browser scripts of a release, and of the sample data that they get in admission. */
export function scriptsDigest(release: Release): string {
  const known = digests.get(release);
  if (known !== undefined) return known;
  const own = Object.entries(release.files).filter(([file]) => /^client\/.+\.js$/.test(file));
  const scripts = Object.fromEntries(own.map(([file, { sha256: name }]) => [file, name]));
  const digest = sha256(canonicalJson([scripts, release.personal ?? {}]));
  digests.set(release, digest);
  return digest;
}
