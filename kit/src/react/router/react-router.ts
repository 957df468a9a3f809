/**
 * The names of react-router for apps: `react-router` and `react-router-dom` resolve to this module
 * (docs/react-router.md). It is part of the bundle that imports it; only its contexts are shared.
 */
export { Link, type LinkProps, NavLink, type NavLinkProps, type NavLinkRenderProps } from './link.tsx';
export {
  type Blocker,
  type BlockerFunction,
  createSearchParams,
  type Location,
  Navigate,
  type NavigateFunction,
  type NavigateOptions,
  type NavigateProps,
  type Navigation,
  type RelativeRoutingType,
  ScrollRestoration,
  type SetURLSearchParams,
  type URLSearchParamsInit,
  useBeforeUnload,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  useSearchParams,
} from './navigation.ts';
export { generatePath, matchPath, type Params, type PathMatch, type PathPattern } from './path-pattern.ts';
export {
  Outlet,
  useHref,
  useInRouterContext,
  useLoaderData,
  useMatch,
  useOutlet,
  useOutletContext,
  useParams,
  useResolvedPath,
} from './route.tsx';
export { createPath, parsePath, type Path, resolvePath, type To } from './targets.ts';
