import { createContext, type ReactNode, useContext } from 'react';
import { usePage, usePageOrNull, usePlatform } from '@voltframe/kit/react';
import { withTrailingSlash } from '../../contract/routing/url-path.ts';
import { useParams as useRouteParams } from 'react-router';
import { useStart } from './layout-at.tsx';
import { matchPath, type Params, type PathMatch, type PathPattern } from './path-pattern.ts';
import { type Path, resolvePath, targetOf, type To } from './targets.ts';

/** The parameters of the route. */
export const useParams: <Names extends string | Record<string, string | undefined> = string>() => Readonly<
  [Names] extends [string] ? Params<Names> : Partial<Names>
> = useRouteParams;

/** How the shown path matches a pattern, or null. */
export function useMatch<Key extends string = string>(pattern: PathPattern | string): PathMatch<Key> | null {
  return matchPath<Key>(pattern, decodePath(usePage().path));
}

function decodePath(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return path;
  }
}

/** @returns a target from the shown page, in a layout from its part of the path. */
export function useResolvedPath(to: To): Path {
  return resolvePath(to, useStart()(to));
}

/** @returns the `href` of a target, with the site's rule for slashes. */
export function useHref(to: To): string {
  const { site } = usePlatform();
  const target = targetOf(to, useStart()(to));
  return target.startsWith('/') ? withTrailingSlash(target, site.trailingSlash) : target;
}

/** @returns whether a page is rendered, and not an island or the layout of the site. */
export function useInRouterContext(): boolean {
  return usePageOrNull() !== null;
}

type LoaderData<Loader> = Loader extends (...args: never[]) => infer Result ? Awaited<Result> : Loader;

/** The result of the page's loader: `data` of its props. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in react-router
export function useLoaderData<Loader = any>(): LoaderData<Loader> {
  return usePage().data as LoaderData<Loader>;
}

const OutletContext = createContext<unknown>(undefined);

/** In a layout: the page. */
export function Outlet({ context }: { context?: unknown }): ReactNode {
  return <OutletContext value={context}>{usePage().outlet}</OutletContext>;
}

/** In a layout: the page. @returns null in a page */
export function useOutlet(context?: unknown): ReactNode {
  return usePage().outlet ? <Outlet context={context} /> : null;
}

/** The `context` of the layout's `Outlet`. */
export function useOutletContext<Context = unknown>(): Context {
  return useContext(OutletContext) as Context;
}
