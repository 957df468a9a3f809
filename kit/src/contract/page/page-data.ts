import type { PageError } from '../../errors/page-error.ts';
import type { Head } from './head.ts';
import type { Navigation } from './navigation.ts';
import type { SiteConfig } from './site-config.ts';

/** The files of scripts and their hashes: an import map (HTML §8.1.5). */
export interface ImportMap {
  /** Unhashed URL → URL of the file. */
  imports: Record<string, string>;
  /** URL of the file → its Subresource Integrity (`sha256-…`). */
  integrity: Record<string, string>;
}

/** The tables for navigation: a file of the composition ({@link tablesUrl}), fetched after hydration. */
export interface SiteTables extends ImportMap {
  routes: ClientRoute[];
  /** App name → URL of its container. */
  remotes: Record<string, string>;
  guards: Record<string, { app: string; expose: string }>;
  globalGuards: string[];
}

/**
 * The address of a composition's {@link SiteTables}. It holds their hash, since gateways of another version may write
 * them differently.
 * @param integrity of the tables (`sha256-…`). The address contains its letters and digits only, which no proxy
 * changes
 */
export function tablesUrl(composition: string, integrity: string): string {
  return `/builds/tables/${composition}.${integrity.replace(/\W/g, '')}.json`;
}

/** The inert JSON (`<script type="application/json" id="page-data">`) that a document carries for its hydration. */
export interface PageData
  extends Pick<SiteTables, 'routes' | 'remotes'>, Partial<Pick<SiteTables, 'guards' | 'globalGuards'>> {
  /** Id of the composition that rendered the document; every later fetch of this page names it. */
  composition: string;
  site: SiteConfig;
  /** Year of the copyright line: filled in when the document is put together. */
  year: number;
  page: ShownPayload | null;
  /** Set instead of `page` when the document is an error screen. */
  error: PageError | null;
  /** Module URLs this page needs: the shell's entry, the container, the route's chunks. The bootstrap imports them. */
  scripts: string[];
  /**
   * Subresource Integrity of the composition's {@link SiteTables}; what is in this data is then of the page alone.
   * Absent: all of them is in this data, and the document's import map has all scripts.
   */
  tables?: string;
  /** Whether the gateway takes reports of the document (`view-report.ts`); absent: no. */
  reports?: true;
  /** The links of header and footer. */
  navigation: Navigation;
}

/** The data of another page in the client, before its scripts are loaded. */
export interface ClientRoute {
  id: string;
  app: string;
  path: string;
  expose: string;
  js: string[];
  css: string[];
  /** The payload's address carries the composition id (cached) rather than a timestamp. */
  prerender: boolean;
  /** Query parameters whose change loads the payload again. Absent for none. */
  loads?: string[];
  guards: string[];
  /** Whether its stylesheets apply to all elements of `<main>`. */
  scoped?: true;
}

/** The response of `{path}/_payload.json`: the data that a client needs to show a page. */
export interface PagePayload {
  composition: string;
  /** Normalised path, without query: `/blog/a-post`. */
  path: string;
  routeId: string;
  params: Record<string, string>;
  head: Head;
  /** The result of the page's loader; JSON. */
  data: unknown;
  /** Islands in the page, in order of appearance. */
  islands: IslandRef[];
  /** Icons that only the content of the page names, so that no script contains their drawings. */
  icons?: Record<string, { body: string; width: number; height: number }>;
  /** The foreign sources of its document: a page with another policy needs a document of its own. Absent for none. */
  policy?: string;
  /** Time of prerendering, ms since the epoch; absent for a page that was rendered for this request. */
  prerenderedAt?: number;
}

/** The data of a page that is shown: of the first, the document itself has the head. */
export type ShownPayload = Omit<PagePayload, 'head'> &
  Partial<Pick<PagePayload, 'head'>> & {
    /** Of the first page, the query with which it was rendered: the declared one. Absent for none. */
    search?: string;
  };

export interface IslandRef {
  name: string;
  props: Record<string, unknown>;
  /** `{Name}_{hash}`, see `island.ts`. */
  key: string;
}

/** The answer of `/__nuxt_island/{key}.json`. */
export interface IslandResponse {
  id: string;
  html: string;
  head: { link: { rel: 'stylesheet'; href: string }[] };
}

/** The response in place of a payload when a route rule, a guard or the page redirects the visitor. */
export interface PayloadRedirect {
  /** `byPage`: by its loader or `validate`. Such a target is complete: the query of the request is not added to it. */
  redirect: { to: string; external: boolean; byPage?: true };
}
