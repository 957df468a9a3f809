import type { Reference } from '@voltframe/kit/contract/operations/verdict';
import type { CompositionRoute } from '@voltframe/kit/contract/release/composition';
import { assetUrl } from '@voltframe/kit/contract/release/release';
import { matchRules, resolveRedirect } from '@voltframe/kit/contract/routing/route-rules';
import { normalizePath, splitUrl } from '@voltframe/kit/contract/routing/url-path';
import { isPlatformPath } from '@voltframe/kit/contract/routing/url-pattern';
import { pageGuards } from '../../serving/compositions/client-tables.ts';
import { hasOnePage } from '../../serving/render/listed-addresses.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { buildPage } from '../../serving/pages/build-page.ts';
import { matchPage, type PageRequest } from '../../serving/pages/page-request.ts';

/** Most rendered pages that a link leads to and no route lists. */
const MOST_TRIED = 20;
/** Most redirects of one address. */
const MOST_HOPS = 10;
const GONE = new Set([404, 410]);

type Composed = Pick<ServedComposition, 'composition' | 'releases' | 'matcher' | 'renderer'>;

/** The targets of links in a composition. Each one is resolved once. */
export function createDestinations(served: Composed) {
  const { composition } = served;
  const lists = new Map<CompositionRoute, Promise<Set<string>>>();
  const found = new Map<string, Promise<boolean>>();
  let tried = 0;
  const listOf = (route: CompositionRoute): Promise<Set<string>> => {
    const list =
      lists.get(route) ?? served.renderer.paths(route).then((all) => new Set(all.map(({ path }) => path)));
    lists.set(route, list);
    return list;
  };
  const renders = async (page: PageRequest): Promise<boolean> => {
    if (++tried > MOST_TRIED) return true;
    const built = await buildPage(served as ServedComposition, page, false);
    return built.type !== 'error' || !GONE.has(built.error.status);
  };
  const look = async ({ kind, name }: Reference, mayRender: boolean): Promise<boolean> => {
    if (kind === 'island') return Object.hasOwn(composition.islands, name);
    const target = targetOf(served, name);
    if (typeof target === 'boolean') return target;
    // A failure here is no defect of the linking page.
    const { route, path } = target;
    const isNamed = hasOnePage(route) || (await listOf(route).catch(() => undefined))?.has(path) !== false;
    return isNamed || (mayRender && renders(target).catch(() => true));
  };
  return {
    /** By the manifest of the composition and the paths that its routes list. */
    isNamed: (reference: Reference) => look(reference, false),
    /** @returns whether a path is answered, and by no page. */
    isFile: (path: string) => targetOf(served, path) === true,
    /** Unlisted pages are rendered, up to a limit; further ones count as existing. */
    exists(reference: Reference) {
      const key = `${reference.kind} ${reference.name}`;
      const known = found.get(key) ?? look(reference, true);
      found.set(key, known);
      return known;
    },
  };
}

/**
 * @returns the page that a path leads to; otherwise whether the path has an answer.
 */
function targetOf(served: Composed, path: string): PageRequest | boolean {
  let at = normalizePath(path);
  for (let hops = 0; at !== undefined && hops <= MOST_HOPS; hops++) {
    const redirect = resolveRedirect(served.matcher, { path: at, search: '', hash: '' });
    if (redirect?.external) return true;
    if (!redirect) return answersBeside(served, at) || pageAt(served, at);
    at = normalizePath(splitUrl(redirect.to).path);
  }
  return false;
}

function pageAt({ composition, matcher }: Composed, path: string): PageRequest | boolean {
  const page = matchPage(composition.routes, path, '');
  if (!page) return false;
  // A guard decides for each visitor whether the page exists.
  return pageGuards(page.route, matchRules(matcher, page.path)).length > 0 || page;
}

/** @returns whether a path has an answer that is no page. */
function answersBeside({ composition, releases }: Composed, path: string): boolean {
  if (Object.hasOwn(composition.resources ?? {}, path)) return true;
  if (!isPlatformPath(path)) return false;
  const [, first, app = ''] = path.split('/');
  if (first !== 'assets') return true;
  const files = Object.keys(Object.hasOwn(releases, app) ? releases[app]!.files : {});
  return files.some((file) => file.startsWith('client/') && assetUrl(app, file) === path);
}
