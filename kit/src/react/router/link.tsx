import type { AnchorHTMLAttributes, CSSProperties, MouseEvent, ReactElement, ReactNode, Ref } from 'react';
import { Link as SiteLink, usePageOrNull } from '@voltframe/kit/react';
import { asTarget } from '../link-target.ts';
import { useStart } from './layout-at.tsx';
import { type RelativeRoutingType, useNavigate, useNavigation } from './navigation.ts';
import { parsePath, targetOf, type To } from './targets.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To;
  ref?: Ref<HTMLAnchorElement>;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** The `state` of `useLocation` of the target. */
  state?: unknown;
  /** Loads the target as a document. */
  reloadDocument?: boolean;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean;
  /** Default `viewport`. */
  prefetch?: 'none' | 'intent' | 'render' | 'viewport' | 'visible' | 'interaction' | boolean;
  /** Each segment of a path is a level of `..`, with both values. */
  relative?: RelativeRoutingType;
  /** Without effect: the platform decides about transitions. */
  viewTransition?: boolean;
  discover?: 'render' | 'none';
}

/** A link of react-router, as a link of the platform (docs/behaviour.md 5.15). */
export function Link({
  to,
  replace,
  state,
  reloadDocument = false,
  preventScrollReset = false,
  prefetch = true,
  relative: _relative,
  viewTransition: _viewTransition,
  discover: _discover,
  onClick,
  ...anchor
}: LinkProps): ReactElement {
  const navigate = useNavigate();
  const target = asTarget(targetOf(to, useStart()(to)));
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event, anchor)) return;
    if (event.currentTarget.origin !== window.location.origin) return;
    event.preventDefault();
    void navigate(target, { replace: replace ?? false, state, preventScrollReset });
  };
  const isOwn = !reloadDocument && (state !== undefined || preventScrollReset);
  return (
    <SiteLink
      to={target}
      {...(replace && { replace })}
      {...(reloadDocument && { external: true })}
      prefetch={PREFETCH[String(prefetch)] ?? 'visible'}
      {...anchor}
      {...((isOwn || onClick) && { onClick: isOwn ? follow : onClick })}
    />
  );
}

const PREFETCH: Record<string, 'interaction' | false> = {
  none: false,
  false: false,
  intent: 'interaction',
  interaction: 'interaction',
};

function isPlain(event: MouseEvent, { target, download }: Pick<LinkProps, 'target' | 'download'>): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  return (!target || target === '_self') && download === undefined;
}

export interface NavLinkRenderProps {
  isActive: boolean;
  isPending: boolean;
  isTransitioning: boolean;
}

export interface NavLinkProps extends Omit<LinkProps, 'className' | 'style' | 'children'> {
  className?: string | ((state: NavLinkRenderProps) => string | undefined) | undefined;
  style?: CSSProperties | ((state: NavLinkRenderProps) => CSSProperties | undefined) | undefined;
  children?: ReactNode | ((state: NavLinkRenderProps) => ReactNode);
  /** Whether it is active only on its target, and not on pages below it. */
  end?: boolean;
  caseSensitive?: boolean;
}

/** A link that knows whether its target is shown: with the class `active`, and `aria-current`. */
export function NavLink({
  to,
  className,
  style,
  children,
  end = false,
  caseSensitive = false,
  'aria-current': current = 'page',
  ...link
}: NavLinkProps): ReactElement {
  const path = usePageOrNull()?.path;
  const { location } = useNavigation();
  const { pathname = '/' } = parsePath(targetOf(to, useStart()(to)));
  const leadsTo = (shown: string | undefined): boolean =>
    shown !== undefined && isBelow(shown, pathname, end, caseSensitive);
  const state = { isActive: leadsTo(path), isPending: leadsTo(location?.pathname), isTransitioning: false };
  const { isActive, isPending } = state;
  const classes =
    typeof className === 'function'
      ? className(state)
      : [className, isActive && 'active', isPending && 'pending'].filter(Boolean).join(' ') || undefined;
  return (
    <Link
      to={to}
      {...link}
      aria-current={isActive ? current : undefined}
      className={classes}
      style={typeof style === 'function' ? style(state) : style}
    >
      {typeof children === 'function' ? children(state) : children}
    </Link>
  );
}

function isBelow(shown: string, target: string, end: boolean, caseSensitive: boolean): boolean {
  const [at, to] = [shown, target].map((path) => {
    const bare = path.replace(/(.)\/+$/, '$1');
    return caseSensitive ? bare : bare.toLowerCase();
  }) as [string, string];
  return at === to || (!end && to !== '/' && at.startsWith(`${to}/`));
}
