import { isExternalUrl } from '../../contract/routing/navigation-target.ts';
import { splitUrl } from '../../contract/routing/url-path.ts';

/** Parts of an address: `search` with its `?` and `hash` with its `#`, or ''. */
export interface Path {
  pathname: string;
  search: string;
  hash: string;
}

/** A target of react-router: an address, or parts of one. */
export type To = string | Partial<Path>;

/** @returns the address. */
export function createPath({ pathname = '/', search = '', hash = '' }: Partial<Path>): string {
  return pathname + marked('?', search) + marked('#', hash);
}

function marked(mark: string, text: string): string {
  return text === '' || text === mark ? '' : text.startsWith(mark) ? text : mark + text;
}

/** @returns the parts that an address has. */
export function parsePath(path: string): Partial<Path> {
  const { path: pathname, search, hash } = splitUrl(path);
  return { ...(pathname && { pathname }), ...(search && { search }), ...(hash && { hash }) };
}

/** @param fromPathname path that relative targets start from; each of its segments is a level of `..` */
export function resolvePath(to: To, fromPathname = '/'): Path {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to;
  const whole = createPath({ pathname: '', search, hash });
  const { search: query, hash: fragment } = splitUrl(whole);
  return { pathname: resolvePathname(pathname, fromPathname), search: query, hash: fragment };
}

/**
 * @param path that is shown
 * @param base path that relative paths start from
 * @returns the path that a target starts from: a query or a fragment alone keeps the shown one
 */
export function startOf(to: To, path: string, base: string): string {
  const { pathname = '' } = typeof to === 'string' ? parsePath(to) : to;
  return pathname === '' ? path : base;
}

function resolvePathname(pathname: string, from: string): string {
  const segments = pathname.startsWith('/') ? [''] : from.replace(/\/+$/, '').split('/');
  for (const segment of pathname.split('/')) {
    if (segment === '..') segments.splice(1, Infinity, ...segments.slice(1, -1));
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/') || '/';
}

/**
 * Writes a target of react-router for the platform, which reads relative targets as a browser does.
 * @param pathname that it starts from
 */
export function targetOf(to: To, pathname: string): string {
  if (typeof to === 'string' && (to.startsWith('#') || isExternalUrl(to))) return to;
  return createPath(resolvePath(to, pathname));
}
