import type { RouteBudget } from './budget.ts';
import type { FormContract } from '../forms/form-contract.ts';
import type { ObjectSchema } from '../page/value-schema.ts';
import type { ForeignSources } from '../routing/foreign-sources.ts';
import type { RouteRule } from '../routing/route-rules.ts';
import type { PlaceLink, Places } from '../page/navigation.ts';
import type { UpstreamUse } from './upstreams.ts';

/**
 * What `mfe build` writes and every other part reads: one immutable build of one app, named by its digest.
 * A release is a folder: `release.json` (this), `client/`, `server/`, `data/`, `maps/`.
 */
export interface Release {
  schema: 1;
  /** Version of the contract between kit and gateway that it was built for; absent = the first. */
  contract?: string;
  /** Name of the app, `^[a-z][a-z0-9-]{0,30}$`. */
  app: string;
  kind: 'shell' | 'remote';
  /** Built for a team's own machine: neither minified nor measured. Only gateways of developers take it. */
  development?: true;
  /** sha-256 (hex) of the canonical JSON of every other field: the same sources give the same digest. */
  digest: string;
  /** Every file of the release by its path, `client/main.3f2a….js`. Nothing outside this list is ever read. */
  files: Record<string, ReleaseFile>;
  /** The CommonJS bundle that the render process evaluates: `server/server.cjs`. */
  server: string;
  client: {
    /** Shell: the module that hydrates. Remote: the Module Federation container (ESM, `init`/`get`). */
    entry: string;
    /** Modules that the entry imports at once: documents name them beside it, so that none waits for another. */
    js?: string[];
    /** Shell only: the script that the gateway inlines into each document. */
    bootstrap?: string;
    /** Stylesheets that every document (shell) or every page of the remote needs, in order. */
    css: string[];
    /** Shell only: fonts to preload. */
    fonts?: string[];
  };
  routes: ReleaseRoute[];
  /** Modules of the shared scope: what this release provides (shell) with versions, and requires with ranges. */
  shared: { provides: Record<string, string>; requires: Record<string, string> };
  /** Module Federation exposes: `./pages/home` → the files to load besides the container. */
  exposes: Record<string, ExposeFiles>;
  /** Named guards → the expose that holds each; the shell's global guards, in order. */
  guards: { named: Record<string, string>; global: string[] };
  /** Islands by name, with the stylesheets each needs, and what it takes, where its team says so. */
  islands: Record<string, { css: string[]; props?: ObjectSchema; csp?: ForeignSources }>;
  /** Paths that answer with something else than a page: `/blog/feed.xml`. */
  resources?: string[];
  /** Backends that its loaders ask, with what they ask for. */
  upstreams?: Record<string, UpstreamUse>;
  /** Those of them that are files: address → path in the release. */
  public?: Record<string, string>;
  /** Shell only: the places of its header and footer, in order. Absent: it names no places, and nobody fills any. */
  places?: Places;
  /** Place → what the app fills it with. */
  navigation?: Record<string, PlaceLink>;
  /** Route rules for the app's own paths. */
  rules: Record<string, RouteRule>;
  /** First segments that are the app's also where it answers nothing: `/blog`. */
  keeps?: string[];
  /** What looks like a secret and is none: sha-256 of the text, and why. */
  notSecret?: { sha256: string; reason: string }[];
  /** Forms whose posts the gateway takes for the app. */
  forms: FormContract[];
}

export interface ReleaseFile {
  sha256: string;
  /** Size in bytes. */
  bytes: number;
}

export interface ExposeFiles {
  js: string[];
  css: string[];
}

export interface ReleaseRoute {
  /** Stable and unique in the site: `blog.post`. */
  id: string;
  /** Pattern: `/blog/:slug`. Static segments and `:name` parameters only. */
  path: string;
  /** The expose that holds the page's component. */
  expose: string;
  /** Files of `client/` that the page needs besides the app's entry. */
  js: string[];
  css: string[];
  /** Fonts of the app that its documents preload. */
  fonts?: string[];
  /** Rendered ahead and cached. `false`: rendered per request, never cached. */
  prerender: boolean;
  /** Query parameters the page's HTML depends on; all others are ignored by its cache key. */
  query: string[];
  /** Query parameter → values that the page knows; admission tries each, and one that it does not know. */
  samples?: Record<string, string[]>;
  /** Named guards, in order. A guarded page is never prerendered. */
  guards: string[];
  /** What its pages may have at most. */
  budget: RouteBudget;
  /** What it loads from other sites. */
  csp?: ForeignSources;
}

/** Where the browser finds a release's client file: `client/page.3f2a.js` of blog → `/assets/blog/page.3f2a.js`. */
export function assetUrl(app: string, file: string): string {
  return `/assets/${app}/${file.slice('client/'.length)}`;
}

/** Where a release has the source map of one of its scripts, if it has one. Stored with it, never sent to browsers. */
export function mapOf(file: string): string {
  return `maps/${file}.map`;
}

/** Name of an app. */
export const APP_NAME = /^[a-z][a-z0-9-]{0,30}$/;
const FOLDERS = new Set(['client', 'server', 'data', 'maps']);
const MAX_PATH_LENGTH = 240;

/**
 * @param path path of a file in a release, as release.json names it.
 * @returns whether it stays inside client/, server/, data/ or maps/ on every system: no traversal, no absolute path, no
 *   backslash or NUL, no empty, dot or hidden segment.
 */
export function isSafeFilePath(path: string): boolean {
  const [folder = '', ...rest] = path.split('/');
  if (path.length > MAX_PATH_LENGTH || !FOLDERS.has(folder) || rest.length === 0) return false;
  return rest.every((segment) => /^[\w@~-][\w@.~-]*$/.test(segment) && !segment.endsWith('.'));
}
