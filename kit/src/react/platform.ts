import type { SiteTarget } from '../contract/page/site-types.ts';
import { createContext, useContext } from 'react';
import type { SiteConfig } from '../contract/page/site-config.ts';
import type { GuardLocation, GuardResult } from '../contract/page/page-server.ts';
import type { Store } from './store.ts';
import type { FormContract } from '../contract/forms/form-contract.ts';
import type { MountedForm } from './forms/mounted-form.ts';
import type { IslandProps } from '../contract/page/island.ts';
import type { IslandSource } from './islands/island-store.ts';

export interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  /** The target may be outside the site: a full page load (docs/behaviour.md 5.7). */
  external?: boolean;
  /** Opens the target in a new window instead: its name (default `_blank`) and features (`{ noopener: true }`). */
  open?: { target?: string; features?: Record<string, string | number | boolean | undefined> };
}

/** How a navigation ended. `redirected`: it went elsewhere; `document`: the browser loads the target as a document. */
export type NavigationOutcome =
  | 'confirmed'
  | 'redirected'
  | 'aborted'
  | 'cancelled'
  | 'duplicated'
  | 'document'
  | 'failed';

/**
 * Goes to a page of the site, or, with `external`, elsewhere.
 * @throws SITE_EXTERNAL_NAVIGATION, SITE_UNSAFE_PROTOCOL, SITE_INVALID_URL; synchronously.
 */
export type Navigate = (to: SiteTarget, options?: NavigateOptions) => Promise<NavigationOutcome>;

/** Runs before a page is left. Nothing or true: pass; false: stay; a target: go there instead; an Error: fail. */
export type LeaveGuard = (to: GuardLocation, from: GuardLocation) => GuardResult | Promise<GuardResult>;

/** The services of the shell for components: created once per browser page, and once per rendering on the server. */
export interface Platform {
  readonly site: SiteConfig;
  /** True until the first page has rendered in the browser (docs/behaviour.md 14.1). */
  readonly hydrating: Store<boolean>;
  readonly islands: IslandSource;
  /** As {@link Navigate}, of any target. */
  readonly navigate: (to: string, options?: NavigateOptions) => Promise<NavigationOutcome>;
  /** Asks for an icon that no script brought along; it arrives through `registerIcons`. */
  loadIcon(name: string): void;
  /** Watches links for their prefetch: visible, or interacted with. @returns ends the watch. */
  watchLink(link: HTMLAnchorElement): () => void;
  /**
   * Has an interactive island answer, once it is near the window or a visitor is about to use it.
   * @param element around its HTML. @param app whose island it is. @returns takes it down; its HTML is left as it is
   */
  mountIsland(element: Element, app: string, name: string, props: IslandProps): () => void;
  /** @returns removes the guard. */
  addLeaveGuard(guard: LeaveGuard): () => void;
  /** Reports input that a document load would cost. @returns ends the report. */
  addUnsaved(isUnsaved: () => boolean): () => void;
  /**
   * Has a form answer in place.
   * @param openedAt when the visitor got the form, ms since the epoch
   * @returns rejects when it cannot: the form is a plain one then
   */
  mountForm(contract: FormContract, form: HTMLFormElement, openedAt: number): Promise<MountedForm>;
  /** Replaces the layout by the error screen. */
  showError(error: unknown): void;
}

/** The page that is shown. */
export interface Page {
  /** Normalised path, without query. */
  path: string;
  routeId: string;
  params: Record<string, string>;
}

const PlatformContext = createContext<Platform | null>(null);
const PageContext = createContext<Page | null>(null);
/** The header link that the shown page belongs to; the key of `activeNavigation()`. */
const NavigationContext = createContext('');

export const PlatformProvider = PlatformContext.Provider;
export const PageProvider = PageContext.Provider;
export const NavigationProvider = NavigationContext.Provider;

let browserPlatform: Platform | null = null;

/** Makes `platform` the one that {@link navigate} uses outside components. In the browser only. */
export function installPlatform(platform: Platform): void {
  browserPlatform = platform;
}

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('Rendered outside the shell: there is no PlatformProvider');
  return platform;
}

/** Key of the header link that the page belongs to: `/blog#section`. */
export function useNavigationKey(): string {
  return useContext(NavigationContext);
}

/** The page around a component; null in the layout, which is the same for many pages. */
export function usePageOrNull(): Page | null {
  return useContext(PageContext);
}

/** The page that is shown. Only inside pages: the layout does not depend on it. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage() is for components of a page; the layout is the same for many pages');
  return page;
}

/** The site's settings. */
export function useSite(): SiteConfig {
  return usePlatform().site;
}

/** See {@link Navigate}. */
export function useNavigate(): Navigate {
  return usePlatform().navigate;
}

/** See {@link Navigate}; for code outside components. In the browser only. */
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
