import type { Navigator, To } from 'react-router';
import type { Navigate } from '@voltframe/kit/react/platform.ts';

/**
 * The navigator that the `Router` of react-router requires. A component of react-router that navigates passes the
 * shell's pipeline. Pages import only `useLocation` and `useParams`, which do not navigate.
 */
export function createRouterNavigator(navigate: Navigate, go: (delta: number) => void): Navigator {
  return {
    createHref: toUrl,
    go,
    push: (to) => void navigate(toUrl(to)),
    replace: (to) => void navigate(toUrl(to), { replace: true }),
  };
}

/** Writes a target of react-router as an address. */
export function toUrl(to: To): string {
  return typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;
}
