/** The public names of `@voltframe/kit/react`. All apps share one copy. */
export { useLocation, useParams } from 'react-router';
export { useForm, type FormHandle } from './forms/form-handle.ts';
export { useHydrating } from './hooks.ts';
export { Icon, type IconProps } from './icons/icon.tsx';
export { registerContentIcons, registerIcons } from './icons/icon-registry.ts';
export type { KitIcon } from './icons/kit-icon.ts';
export { Island } from './islands/island.tsx';
export { useLeaveGuard, useUnsavedInput } from './hooks.ts';
export type {
  GuardName,
  IslandName,
  IslandPropsOf,
  PlaceName,
  SiteIcon,
  SiteTarget,
  SiteTypes,
} from '../contract/page/site-types.ts';
export { Link, NavLink, type LinkProps } from './link.tsx';
export type { PageProps } from './platform.ts';
export type { Picture } from './images/picture.ts';
export {
  navigate,
  useNavigate,
  usePage,
  usePageOrNull,
  usePlatform,
  useSite,
  type LeaveGuard,
  type Navigate,
  type NavigateOptions,
  type NavigationOutcome,
} from './platform.ts';
export { useSearchParams, type SetSearchParams } from './hooks.ts';
