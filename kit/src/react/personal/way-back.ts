import { navigate } from '@voltframe/kit/react';
import { ownPath } from '../../contract/routing/own-path.ts';
import type { SiteTarget } from '../../contract/page/site-types.ts';
import { asTarget } from '../link-target.ts';
import type { NavigationOutcome } from '../platform.ts';

/** Names the page that required the visitor, in the address of the sign-in page. */
const PARAMETER = 'back';

/**
 * @param signIn address of the sign-in page. @param from the address of the page that requires the visitor.
 * @returns the sign-in page with the way back: `/sign-in?back=%2Forders`.
 */
export function signInTarget(
  signIn: SiteTarget,
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
): SiteTarget {
  const back = ownPath(pathname + search + hash);
  return back === undefined ? signIn : asTarget(`${signIn}?${new URLSearchParams({ [PARAMETER]: back })}`);
}

/**
 * @param search query of the sign-in page.
 * @returns the path that `?back=` names; undefined without one, and for every address that is no path of this site.
 */
export function backPath(search: string): string | undefined {
  return ownPath(new URLSearchParams(search).get(PARAMETER) ?? '');
}

/**
 * Navigates to the page that required the visitor, after the sign-in; the sign-in page leaves the history.
 * @param otherwise the page for visitors who came without a way back.
 */
export function navigateBack(otherwise: SiteTarget): Promise<NavigationOutcome> {
  const back = backPath(window.location.search);
  return navigate(back === undefined ? otherwise : asTarget(back), { replace: true });
}
