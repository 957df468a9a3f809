import pMap from 'p-map';
import type { Reference } from '@voltframe/kit/contract/operations/verdict';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import { type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import type { ServedComposition } from '../../../serving/compositions/served-composition.ts';
import { buildPage } from '../../../serving/pages/build-page.ts';
import { matchPage } from '../../../serving/pages/page-request.ts';
import { linksIn } from './read-links.ts';

/** What pages of an app lead to or embed. */
export interface AppReference extends Reference {
  /** The first that does: its path, or what it is. */
  page: string;
  /** How many others do. */
  more: number;
}

export interface ReadingOptions {
  pagesPerRoute: number;
  /** Of the admission's deadline: past it nothing more is read. */
  signal: AbortSignal;
  /** Lets others have their turn. */
  pause(): Promise<unknown>;
}

/** Different things that one app leads to; a site has fewer pages. */
const MOST_REFERENCES = 10_000;
const CONCURRENCY = 4;

/** Something that an app renders. */
interface Rendered {
  /** For people. */
  page: string;
  /** What its relative links start from. */
  path: string;
  html: string;
  islands: IslandRef[];
}

/** @returns all that the pages, islands and layout of an app lead to or embed, each once. What does not render is left out. */
export async function referencesOf(
  served: ServedComposition,
  app: string,
  options: ReadingOptions,
): Promise<AppReference[]> {
  const found = new Map<string, AppReference>();
  const add = (kind: Reference['kind'], name: string, page: string): void => {
    const known = found.get(`${kind} ${name}`);
    if (known) known.more++;
    else if (found.size < MOST_REFERENCES) found.set(`${kind} ${name}`, { kind, name, page, more: 0 });
  };
  const read = async (render: () => Promise<Rendered | undefined>): Promise<void> => {
    if (options.signal.aborted) return;
    const rendered = await render().catch(() => undefined);
    if (!rendered) return;
    const { page, path, html, islands } = rendered;
    for (const name of new Set(islands.map((island) => island.name))) add('island', name, page);
    const links = (await linksIn(html, options.pause)).map((href) =>
      sitePath(href, path, served.composition.site.url),
    );
    for (const link of new Set(links)) if (link !== undefined) add('link', link, page);
  };
  const renderings = await renderingsOf(served, app, options.pagesPerRoute);
  await pMap(renderings, read, { concurrency: CONCURRENCY });
  return [...found.values()];
}

/** All of it is in the cache: it was rendered when it was checked, or shown. */
async function renderingsOf(
  served: ServedComposition,
  app: string,
  pagesPerRoute: number,
): Promise<(() => Promise<Rendered | undefined>)[]> {
  const { composition, renderer } = served;
  const pages = composition.routes
    .filter((route) => route.app === app)
    .map(async (route) => {
      const paths = (await renderer.paths(route).catch(() => [])).slice(0, pagesPerRoute);
      return paths.map(
        ({ path }) =>
          () =>
            renderPage(served, route, path),
      );
    });
  const islands = Object.keys(composition.islands)
    .filter((name) => composition.islands[name]!.app === app)
    .map((name) => async () => {
      const { html } = (await renderer.island(name, {})).value;
      return { page: `The island ${name}`, path: '/', html, islands: [] };
    });
  const layout = async () => ({ page: 'The layout', path: '/', ...(await renderer.frame('')).value });
  return [...(await Promise.all(pages)).flat(), ...islands, ...(app === SHELL ? [layout] : [])];
}

async function renderPage(
  served: ServedComposition,
  route: CompositionRoute,
  path: string,
): Promise<Rendered | undefined> {
  const page = matchPage([route], path, '');
  if (!page) return undefined;
  const built = await buildPage(served, page, route.prerender);
  if (built.type === 'error') return undefined;
  return { page: page.path, path: page.path, html: String(built.html), islands: built.payload.islands };
}

/** @returns the path that a link leads to on the site; undefined for one that leaves it, or stays on its page. */
function sitePath(href: string, from: string, site: string): string | undefined {
  if (/^\s*(?:[#?]|$)/.test(href)) return undefined;
  const base = new URL(from, site);
  if (!URL.canParse(href, base.href)) return undefined;
  const { origin, pathname } = new URL(href, base);
  return origin === base.origin ? pathname : undefined;
}
