import type { SiteTarget } from '../contract/page/site-types.ts';
import { createContext, type ReactNode, useContext } from 'react';
import type { SiteConfig } from '../contract/page/site-config.ts';
import type { GuardLocation, GuardResult } from '../contract/page/page-server.ts';
import type { Store } from './store.ts';
import type { FormDeclaration } from '../contract/forms/form.ts';
import type { MountedForm } from './forms/mounted-form.ts';
import type { IslandProps } from '../contract/page/island.ts';
import type { IslandSource } from './islands/island-store.ts';

export interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** The `state` of `useLocation` of the target, stored in its history entry: any value that can be cloned. */
  state?: unknown;
  /** Keeps the scroll position. */
  preventScrollReset?: boolean;
  /** Allows targets outside the site, with a full page load (docs/behaviour.md 5.7). */
  external?: boolean;
  /** Opens the target in a new window instead: its name (default `_blank`) and features (`{ noopener: true }`). */
  open?: { target?: string; features?: Record<string, string | number | boolean | undefined> };
}

/** `redirected`: to another target; `document`: the browser loads the target as a document. */
export type NavigationOutcome =
  | 'confirmed'
  | 'redirected'
  | 'aborted'
  | 'cancelled'
  | 'duplicated'
  | 'document'
  | 'failed';

/**
 * Navigates to a page of the site or, with `external`, of another site.
 * @throws SITE_EXTERNAL_NAVIGATION, SITE_UNSAFE_PROTOCOL, SITE_INVALID_URL; synchronously.
 */
export type Navigate = (to: SiteTarget, options?: NavigateOptions) => Promise<NavigationOutcome>;

/** Runs before a page is left. No result or true: pass; false: stay; a target: redirect; an Error: fail. */
export type LeaveGuard = (to: GuardLocation, from: GuardLocation) => GuardResult | Promise<GuardResult>;

/** The services of the shell for components: created once per browser page, and once per rendering on the server. */
export interface Platform {
  readonly site: SiteConfig;
  /** True until the first page has rendered in the browser (docs/behaviour.md 14.1). */
  readonly hydrating: Store<boolean>;
  readonly islands: IslandSource;
  /** {@link Navigate} without the check of target types. */
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<NavigationOutcome>;
  /** Moves in the history by `delta` entries, backwards negative. */
  readonly go: (delta: number) => void;
  /** Address to which a navigation is under way, or null. */
  readonly pending: Store<string | null>;
  /** Fetches an icon that no script contains, and registers it with `registerIcons`. */
  loadIcon(name: string): void;
  /** Prefetches the target when the link is visible or used. @returns ends the watch. */
  watchLink(link: HTMLAnchorElement): () => void;
  /**
   * Hydrates an interactive island when it is near the window or a visitor starts to use it.
   * @param element around its HTML. @param app owner of the island. @returns unmounts it; its HTML stays
   */
  mountIsland(element: Element, app: string, name: string, props: IslandProps): () => void;
  /** @returns removes the guard. */
  addLeaveGuard(guard: LeaveGuard): () => void;
  /** Reports input that a document load would lose. @returns ends the report. */
  addUnsaved(isUnsaved: () => boolean): () => void;
  /**
   * Adds the check and the submission by script to a form.
   * @param openedAt time at which the form was shown, ms since the epoch
   * @returns rejects when the script cannot be loaded: the browser then submits the form
   */
  mountForm(declaration: FormDeclaration, form: HTMLFormElement, openedAt: number): Promise<MountedForm>;
  /** Replaces the layout by the error screen. */
  showError(error: unknown): void;
}

/** The page that is shown. */
export interface Page {
  /** Normalised path, without query. */
  path: string;
  routeId: string;
  params: Record<string, string>;
  /** The result of the loader. */
  data?: unknown;
  /** In a layout of the app: the page. */
  outlet?: ReactNode;
}

const PlatformContext = createContext<Platform | null>(null);
const PageContext = createContext<Page | null>(null);
const NavigationContext = createContext('');

export const PlatformProvider = PlatformContext.Provider;
export const PageProvider = PageContext.Provider;
export const NavigationProvider = NavigationContext.Provider;

let browserPlatform: Platform | null = null;

/** Sets the platform of {@link navigate}. In the browser only. */
export function installPlatform(platform: Platform): void {
  browserPlatform = platform;
}

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('Rendered outside the shell: there is no PlatformProvider');
  return platform;
}

/** Key of the header link of the shown page, of `activeNavigation()`: `/blog#section`. */
export function useNavigationKey(): string {
  return useContext(NavigationContext);
}

/** The page of a component; null in the layout, which is the same for many pages. */
export function usePageOrNull(): Page | null {
  return useContext(PageContext);
}

/** The shown page. Not for the layout, which is the same for many pages. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage() is for components of a page; the layout is the same for many pages');
  return page;
}

export function useSite(): SiteConfig {
  return usePlatform().site;
}

export function useNavigate(): Navigate {
  return usePlatform().navigate;
}

/** {@link Navigate} for code outside components. In the browser only. */
export const navigate: Navigate = (to, options) => {
  if (!browserPlatform)
    throw new Error('navigate() is for the browser; a guard redirects by returning the target');
  return browserPlatform.navigate(to, options);
};

/** The props of a page's component. */
export interface PageProps<Data = unknown, Params extends Record<string, string> = Record<string, string>> {
  /** The result of the page's loader. */
  data: Data;
  params: Params;
  /** Normalised path, without query. */
  path: string;
}
