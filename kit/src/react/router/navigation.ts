import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  type NavigationOutcome,
  useLeaveGuard,
  usePlatform,
  type NavigateOptions as SiteOptions,
} from '@voltframe/kit/react';
import { useLocation as useShownLocation } from 'react-router';
import { useStart } from './layout-at.tsx';
import { type Path, parsePath, targetOf, type To } from './targets.ts';

/** The shown address. `state` of the navigation that led to it; null on the server and while hydrating. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in react-router
export interface Location<State = any> extends Path {
  state: State;
  key: string;
}

export interface NavigateOptions extends SiteOptions {
  /** Without effect: the platform decides about transitions and when it renders. */
  viewTransition?: boolean;
  flushSync?: boolean;
  /** Each segment of a path is a level of `..`, with both values. */
  relative?: RelativeRoutingType;
}

export type RelativeRoutingType = 'route' | 'path';

export interface NavigateFunction {
  /** @throws SITE_EXTERNAL_NAVIGATION, SITE_UNSAFE_PROTOCOL, SITE_INVALID_URL; synchronously */
  (to: To, options?: NavigateOptions): Promise<NavigationOutcome>;
  /** Moves in the history. */
  (delta: number): void;
}

/**
 * The shown address: while hydrating with the query that the route declares, as on the server; after it with all of
 * the query.
 */
export const useLocation: () => Location = useShownLocation;

/** Navigates by the shell, with the checks of docs/behaviour.md 5. */
export function useNavigate(): NavigateFunction {
  const { navigate, go } = usePlatform();
  const start = useStart();
  return useCallback<NavigateFunction>(
    (to: To | number, options?: NavigateOptions) =>
      typeof to === 'number' ? (go(to) as never) : navigate(targetOf(to, start(to)), options),
    [navigate, go, start],
  );
}

export interface NavigateProps {
  to: To;
  replace?: boolean;
  state?: unknown;
  relative?: RelativeRoutingType;
}

/** Navigates after it has rendered. For visitors without JavaScript a rule or a guard redirects. */
export function Navigate({ to, replace = false, state }: NavigateProps): null {
  const { navigate } = usePlatform();
  const target = targetOf(to, useStart()(to));
  useEffect(() => {
    void navigate(target, { replace, state });
  }, [navigate, target, replace, state]);
  return null;
}

export type URLSearchParamsInit =
  | string
  | [string, string][]
  | Record<string, string | string[]>
  | URLSearchParams;

export type SetURLSearchParams = (
  next?: URLSearchParamsInit | ((before: URLSearchParams) => URLSearchParamsInit),
  options?: NavigateOptions,
) => Promise<NavigationOutcome>;

export function createSearchParams(init: URLSearchParamsInit = ''): URLSearchParams {
  if (typeof init === 'string' || Array.isArray(init) || init instanceof URLSearchParams)
    return new URLSearchParams(init);
  return new URLSearchParams(
    Object.entries(init).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  );
}

/** The query of the address. `defaultInit` counts until the query is set. */
export function useSearchParams(defaultInit?: URLSearchParamsInit): [URLSearchParams, SetURLSearchParams] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [defaults, setDefaults] = useState(defaultInit);
  const params = useMemo(() => {
    const shown = new URLSearchParams(search);
    const names = new Set(shown.keys());
    for (const [name, value] of createSearchParams(defaults)) if (!names.has(name)) shown.append(name, value);
    return shown;
  }, [search, defaults]);
  const set = useCallback<SetURLSearchParams>(
    (next, options) => {
      const value = typeof next === 'function' ? next(new URLSearchParams(params)) : next;
      setDefaults(undefined);
      return navigate({ search: String(createSearchParams(value)) }, options);
    },
    [navigate, params],
  );
  return [params, set];
}

export type Navigation =
  | { state: 'idle'; location: undefined; formMethod: undefined; formData: undefined }
  | { state: 'loading'; location: Location; formMethod: undefined; formData: undefined };

const FORM = { formMethod: undefined, formData: undefined };
const IDLE: Navigation = { state: 'idle', location: undefined, ...FORM };

/** The navigation that is under way. */
export function useNavigation(): Navigation {
  const { pending } = usePlatform();
  const to = useSyncExternalStore(pending.subscribe, pending.get, () => null);
  return useMemo(() => (to === null ? IDLE : { state: 'loading', location: locationOf(to), ...FORM }), [to]);
}

const locationOf = (url: string): Location => ({
  pathname: '/',
  search: '',
  hash: '',
  state: null,
  key: 'default',
  ...parsePath(url),
});

export type BlockerFunction = (of: {
  currentLocation: Location;
  nextLocation: Location;
  historyAction: 'PUSH' | 'POP';
}) => boolean;

export type Blocker =
  | { state: 'unblocked'; location: undefined; proceed: undefined; reset: undefined }
  | { state: 'blocked'; location: Location; proceed(): void; reset(): void };

const UNBLOCKED: Blocker = { state: 'unblocked', location: undefined, proceed: undefined, reset: undefined };

/** Holds a navigation to another page until `proceed()` or `reset()`. A newer navigation resets it. */
export function useBlocker(shouldBlock: boolean | BlockerFunction): Blocker {
  const [blocker, setBlocker] = useState(UNBLOCKED);
  const end = useRef<(passes: boolean) => void>(() => {});
  useEffect(() => () => end.current(false), []);
  useLeaveGuard((to, from) => {
    end.current(false);
    const [nextLocation, currentLocation] = [to, from].map(({ path, search, hash }) =>
      locationOf(`${path}${search}${hash}`),
    ) as [Location, Location];
    // The browser has moved already.
    const historyAction = window.location.pathname === from.path ? 'PUSH' : 'POP';
    const blocks =
      typeof shouldBlock === 'function'
        ? shouldBlock({ currentLocation, nextLocation, historyAction })
        : shouldBlock;
    if (!blocks) return true;
    return new Promise<boolean>((resolve) => {
      end.current = (passes) => {
        end.current = () => {};
        setBlocker(UNBLOCKED);
        resolve(passes);
      };
      setBlocker({
        state: 'blocked',
        location: nextLocation,
        proceed: () => end.current(true),
        reset: () => end.current(false),
      });
    });
  });
  return blocker;
}

/** Calls `callback` before the document is left. */
export function useBeforeUnload(callback: (event: BeforeUnloadEvent) => void): void {
  useEffect(() => {
    window.addEventListener('beforeunload', callback);
    return () => window.removeEventListener('beforeunload', callback);
  }, [callback]);
}

/** The platform restores scroll positions. */
export const ScrollRestoration = (_: { getKey?: unknown; storageKey?: string; nonce?: string }): ReactNode =>
  null;
