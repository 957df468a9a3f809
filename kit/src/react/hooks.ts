import { useSyncExternalStore, useEffect, useRef, useMemo } from 'react';
import { usePlatform, type LeaveGuard, type NavigateOptions, type NavigationOutcome } from './platform.ts';
import { useLocation } from 'react-router';

/**
 * Whether the page is not hydrated yet (docs/behaviour.md 14.1): true on the server and until the first page has
 * rendered.
 */
export function useHydrating(): boolean {
  const { hydrating } = usePlatform();
  return useSyncExternalStore(hydrating.subscribe, hydrating.get, () => true);
}

/** Runs `guard` before the page is left: the first step of every navigation (docs/behaviour.md 5.1). */
export function useLeaveGuard(guard: LeaveGuard): void {
  const { addLeaveGuard } = usePlatform();
  useNewest(guard, addLeaveGuard);
}

/**
 * Reports unsaved input: the platform asks the visitor before it loads a newer build.
 * @param isUnsaved called before the load
 */
export function useUnsavedInput(isUnsaved: () => boolean): void {
  const { addUnsaved } = usePlatform();
  useNewest(isUnsaved, addUnsaved);
}

/** Registers a function that calls the callback of the latest rendering. @param register returns the cleanup */
function useNewest<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
  register: (newest: (...args: Args) => Result) => () => void,
): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => register((...args) => latest.current(...args)), [register]);
}

/**
 * Navigates to the same page with another query. The loader is called again only for a changed parameter that the route
 * declares with `loads: true`.
 */
export type SetSearchParams = (
  next: URLSearchParams,
  options?: Pick<NavigateOptions, 'replace'>,
) => Promise<NavigationOutcome>;

/**
 * The query of the address. The hook of react-router with this name also imports forms, fetchers and lazy-route
 * discovery: 4.8 KB on each first visit.
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
