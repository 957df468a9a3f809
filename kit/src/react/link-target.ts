import type { SiteTarget } from '../contract/page/site-types.ts';
import { isExternalUrl, isScriptProtocol, resolveTarget } from '../contract/routing/navigation-target.ts';
import type { SiteConfig } from '../contract/page/site-config.ts';
import { foldPath, withTrailingSlash } from '../contract/routing/url-path.ts';

/** `hash`: a target on the same page; `refused`: the link is rendered without an address. */
export type LinkTarget =
  | { kind: 'internal'; href: string; path: string; search: string; hash: string }
  | { kind: 'external' | 'hash'; href: string }
  | { kind: 'refused' };

interface Surroundings {
  site: Pick<SiteConfig, 'url' | 'trailingSlash'>;
  /** Base path of relative targets. */
  from: string;
  external?: boolean | undefined;
}

/** Reads the `to` of a link (docs/behaviour.md 5.15). Never throws: an invalid target is refused. */
export function linkTarget(to: string, { site, from, external }: Surroundings): LinkTarget {
  if (isScriptProtocol(to)) return { kind: 'refused' };
  if (external) return { kind: 'external', href: to };
  if (to.startsWith('#')) return { kind: 'hash', href: to };
  try {
    const target = resolveTarget(to, { origin: site.url, from });
    if (target.type === 'external') return { kind: 'external', href: target.href };
    const { path, search, hash } = target;
    const href = withTrailingSlash(`${path}${search}${hash}`, site.trailingSlash);
    return { kind: 'internal', href, path, search, hash };
  } catch {
    return isExternalUrl(to) ? { kind: 'external', href: to } : { kind: 'refused' };
  }
}

/** @returns the `rel` of a link. Pages of other sites and new windows get no opener and no referrer. */
export function linkRel(href: string, target: string | undefined): string | undefined {
  const elsewhere = isExternalUrl(href) && !/^(mailto|tel|sms):/i.test(href);
  return elsewhere || (target !== undefined && target !== '_self') ? 'noopener noreferrer' : undefined;
}

/** @returns whether two paths are the same page. */
export function isSamePath(a: string, b: string): boolean {
  return a === b || foldPath(a) === foldPath(b);
}

/** @returns an address that is only known at run time, which the types of a site would refuse. */
export function asTarget(address: string): SiteTarget {
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- it is one where mfe sync has written the types
  return address as SiteTarget;
}
