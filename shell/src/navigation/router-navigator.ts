import type { Navigator, To } from 'react-router';
import type { Navigate } from '@voltframe/kit/react/platform.ts';

/** Lets react-router's own hooks (`useSearchParams`) navigate through the shell's pipeline. */
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
