import { type AnchorHTMLAttributes, type ReactElement, useEffect, useMemo, useRef } from 'react';
import type { SiteTarget } from '../contract/page/site-types.ts';
import { parseNavigationKey } from '../contract/page/navigation.ts';
import { type LinkTarget, isSamePath, linkRel, linkTarget } from './link-target.ts';
import { useNavigationKey, usePageOrNull, usePlatform } from './platform.ts';

/** When the page a link leads to is fetched ahead; `true` is `visible`. */
export type PrefetchMode = boolean | 'visible' | 'interaction';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path of the site (`/blog?tag=x#top`), `#place`, or an address elsewhere. */
  to: SiteTarget;
  prefetch?: PrefetchMode;
  /** A document load, also within the site. */
  external?: boolean;
  /** Replaces the current history entry. */
  replace?: boolean;
}

/**
 * A link (docs/behaviour.md 5.15). It is a plain `<a>`: the shell follows clicks on internal links by one listener, so
 * links work the same in pages, islands and content, and before hydration as the browser does them.
 */
export function Link({
  to,
  prefetch = true,
  external,
  replace,
  rel,
  target,
  children,
  ...anchor
}: LinkProps): ReactElement {
  const { site, watchLink } = usePlatform();
  const current = useCurrent();
  const from = usePageOrNull()?.path ?? '/';
  // Header and footer stay when the page changes: their links are not read again.
  const resolved = useMemo(() => linkTarget(to, { site, from, external }), [to, site, from, external]);
  const element = useRef<HTMLAnchorElement>(null);
  const href = resolved.kind === 'refused' ? undefined : resolved.href;
  const mode = prefetchMode(resolved, prefetch, target);
  useEffect(
    () => (mode && href && element.current ? watchLink(element.current) : undefined),
    [mode, href, watchLink],
  );
  return (
    <a
      ref={element}
      href={href}
      target={target}
      rel={rel ?? (href === undefined ? undefined : linkRel(href, target))}
      aria-current={current(resolved) === 'page' ? 'page' : undefined}
      data-prefetch={mode}
      data-external={external ? '' : undefined}
      data-replace={replace ? '' : undefined}
      {...anchor}
    >
      {children}
    </a>
  );
}

/** A link of a navigation: it also says when the page shown lies below its target. */
export function NavLink({ to, ...props }: LinkProps): ReactElement {
  const { site } = usePlatform();
  const from = usePageOrNull()?.path ?? '/';
  const place = useCurrent()(linkTarget(to, { site, from, external: props.external }));
  return (
    <Link
      to={to}
      data-active={place && ''}
      {...(place === 'section' ? { 'aria-current': 'true' } : {})}
      {...props}
    />
  );
}

function prefetchMode(
  resolved: LinkTarget,
  prefetch: PrefetchMode,
  target: string | undefined,
): 'visible' | 'interaction' | undefined {
  if (resolved.kind !== 'internal' || prefetch === false || (target && target !== '_self')) return undefined;
  return prefetch === 'interaction' ? 'interaction' : 'visible';
}

/**
 * How a link's target relates to what is shown. In the layout only the header's key is known, see `activeNavigation`.
 */
function useCurrent(): (target: LinkTarget) => 'page' | 'section' | undefined {
  const page = usePageOrNull();
  const key = parseNavigationKey(useNavigationKey());
  return (target) => {
    if (target.kind !== 'internal' || target.search !== '' || target.hash !== '') return undefined;
    if (page) {
      if (isSamePath(target.path, page.path)) return 'page';
      return target.path !== '/' && page.path.startsWith(`${target.path}/`) ? 'section' : undefined;
    }
    if (!key || !isSamePath(target.path, key.href)) return undefined;
    return key.exact ? 'page' : 'section';
  };
}
