import { type AnchorHTMLAttributes, type ReactElement, useEffect, useMemo, useRef } from 'react';
import type { SiteTarget } from '../contract/page/site-types.ts';
import { parseNavigationKey } from '../contract/page/navigation.ts';
import { type LinkTarget, isSamePath, linkRel, linkTarget } from './link-target.ts';
import { useNavigationKey, usePageOrNull, usePlatform } from './platform.ts';

/** When the target of a link is prefetched; `true` is `visible`. */
export type PrefetchMode = boolean | 'visible' | 'interaction';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path of the site (`/blog?tag=x#top`), fragment (`#top`), or address of another site. */
  to: SiteTarget;
  prefetch?: PrefetchMode;
  /** Loads the target as a document, also within the site. */
  external?: boolean;
  /** Replaces the current history entry. */
  replace?: boolean;
}

/**
 * A link (docs/behaviour.md 5.15). It renders a plain `<a>`: one listener of the shell handles clicks on internal
 * links, so links in pages, islands and content work in the same way. Before hydration the browser follows them.
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
  // A navigation renders header and footer again, with the same targets.
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

/** A link of a menu: it also marks itself as current on pages below its target. */
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
 * Whether a target is the shown page or a section that contains it. In the layout only the key of the header link is
 * known (`activeNavigation`).
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
