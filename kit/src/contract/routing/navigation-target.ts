import { targetErrors } from '../../errors/target-errors.ts';
import { normalizePath, splitUrl } from './url-path.ts';

export type NavigationTarget =
  | { type: 'internal'; path: string; search: string; hash: string }
  | { type: 'external'; href: string };

export interface TargetOptions {
  /** Origin of the site as the caller sees it. */
  origin: string;
  /** The explicit flag (docs/behaviour.md 5.7): the target may be, or is, outside the pages of the site. */
  external?: boolean | undefined;
  /** Path (with query) that relative targets start from. Default `/`. */
  from?: string | undefined;
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/**
 * The characters that a URL parser strips (C0 controls, spaces at the ends, tabs and line ends anywhere), and some
 * more.
 */
const IGNORED = /[\u0000-\u0020\u007F-\u009F\u00AD\u200B-\u200F\u2028-\u202F\u2060-\u2064\uFEFF\s]+/g;

/** @returns whether `url` names another place than a path of the site: a scheme, or `//host` in any spelling. */
export function isExternalUrl(url: string): boolean {
  const bare = url.replace(IGNORED, '');
  return SCHEME.test(bare) || /^[/\\]{2}/.test(bare);
}

/** The script protocol of a URL in any disguise, with its colon; undefined when it has none. */
function scriptProtocol(url: string): string | undefined {
  let bare = url.replace(IGNORED, '').toLowerCase();
  while (bare.startsWith('view-source:')) bare = bare.slice('view-source:'.length);
  return /^(?:javascript|data|vbscript|blob):/.exec(bare)?.[0];
}

/** @returns whether the URL would run code or show foreign content as ours: javascript, data, vbscript, blob. */
export function isScriptProtocol(url: string): boolean {
  return scriptProtocol(url) !== undefined;
}

/**
 * Decides where a navigation goes. Every internal target stays on the site, whatever its spelling.
 * @param to path, relative reference or URL; '' is the root.
 * @throws SITE_EXTERNAL_NAVIGATION, SITE_UNSAFE_PROTOCOL, SITE_INVALID_URL; synchronously, in this order
 *   (docs/behaviour.md 5.7).
 */
export function resolveTarget(
  to: string,
  { origin, external = false, from = '/' }: TargetOptions,
): NavigationTarget {
  const url = parse(to.trim() === '' ? '/' : to, origin, from);
  const site = url?.origin === new URL(origin).origin && !hasOddScheme(to);
  if (!external && !site && (url || isExternalUrl(to))) throw targetErrors.EXTERNAL_NAVIGATION();
  const protocol = scriptProtocol(to);
  if (protocol !== undefined) throw targetErrors.UNSAFE_PROTOCOL({ protocol });
  if (!url) throw targetErrors.INVALID_URL();
  if (!site) return { type: 'external', href: url.href };
  const path = normalizePath(url.pathname);
  if (path === undefined) throw targetErrors.INVALID_URL();
  if (external) return { type: 'external', href: `${path}${url.search}${url.hash}` };
  return { type: 'internal', path, search: url.search, hash: url.hash };
}

/**
 * `javascript:x`, but also `https:host`, which a URL parser reads as a path or as a host, by the scheme of the site.
 */
function hasOddScheme(url: string): boolean {
  const bare = url.replace(IGNORED, '');
  return SCHEME.test(bare) && !/^https?:[/\\]{2}/i.test(bare);
}

function parse(to: string, origin: string, from: string): URL | undefined {
  const base = new URL(normalizePath(splitUrl(from).path) ?? '/', origin);
  base.search = splitUrl(from).search;
  try {
    return new URL(to, base);
  } catch {
    return undefined;
  }
}
