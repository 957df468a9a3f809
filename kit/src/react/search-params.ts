import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { type NavigateOptions, type NavigationOutcome, usePlatform } from './platform.ts';

/** Goes to the same page with another query; what the loaders gave stays. */
export type SetSearchParams = (
  next: URLSearchParams,
  options?: Pick<NavigateOptions, 'replace'>,
) => Promise<NavigationOutcome>;

/**
 * The query of the address. Not react-router's hook of the same name: that one brings its forms, fetchers and
 * lazy-route discovery along (4.8 KB of every first visit).
 */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { pathname, search } = useLocation();
  const { navigate } = usePlatform();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  return [
    params,
    (next, options) => {
      const query = String(next);
      return navigate(query === '' ? pathname : `${pathname}?${query}`, options);
    },
  ];
}
