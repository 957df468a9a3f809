import type { Composition } from './composition.ts';
import type { Head } from './head.ts';
import type { IslandRef, PageError, PagePayload } from './page-data.ts';
import type { SiteConfig } from './site-config.ts';

/** What a page's `*.server.ts` may export. It runs in the render process only. */
export interface PageServer<Data = unknown, Params extends Record<string, string> = Record<string, string>> {
  /** `false` or an object → fatal 404 'Page Not Found: {path}' (spec §5), or the status and message it gives. */
  validate?(context: LoaderContext<Params>): Promise<RouteValidation> | RouteValidation;
  /** The page's data: JSON, the same for every visitor, independent of the query. */
  loader?(context: LoaderContext<Params>): Promise<Data> | Data;
  /** What differs from the site's defaults in the document's head. */
  head?(context: LoaderContext<Params> & { data: Data }): Partial<PageHead>;
  /** Every path of the route's pattern, to prerender and for the sitemap. Needed for patterns with parameters. */
  paths?(context: LoaderContext<Params>): Promise<PathEntry[]> | PathEntry[];
}

export interface PathEntry {
  path: string;
  /** ISO date of the last change, for the sitemap. */
  updated?: string;
}

export type RouteValidation = boolean | { status?: number; message?: string };

/** The part of the head a page decides; the rest follows from the site's configuration. */
export interface PageHead {
  title: string;
  description: string;
  /** Open Graph type; default `website`. */
  type: 'website' | 'article';
  published: string;
  updated: string;
  indexable: boolean;
  /** schema.org JSON-LD objects. */
  jsonLd: object[];
  /** Feeds and other `<link rel=alternate>`. */
  alternates: { type: string; href: string; title: string }[];
}

/** What a loader may know: nothing of the visitor, so that its result may be cached. */
export interface LoaderContext<Params extends Record<string, string> = Record<string, string>> {
  params: Params;
  path: string;
  site: SiteConfig;
  content: ContentReader;
  /** Reading it ties the result to this composition (it is then rendered anew for each). */
  composition(): { id: string; timestamp: number; apps: Record<string, string> };
}

/** Reads the app's own compiled content (`content` of mfe.config.ts); each read is recorded as an input of the page. */
export interface ContentReader {
  /** All entries of a collection without their bodies, in the collection's order. */
  list<T = ContentEntry>(collection: string): Promise<T[]>;
  /** One entry with its body, or undefined. */
  entry<T = ContentEntry>(collection: string, slug: string): Promise<T | undefined>;
  /** A data file (`content/home.yaml` → `home`). */
  data<T>(name: string): Promise<T>;
}

/** A compiled Markdown entry: its validated front matter, and what the compiler added. */
export interface ContentEntry {
  slug: string;
  /** Rendered body; absent in lists. */
  html?: string;
  toc?: { depth: number; id: string; text: string }[];
  words: number;
  /** Reading time in whole minutes, at least 1. */
  minutes: number;
}

/** Result of a guard: nothing or true = pass, false = cancel, a string or object = redirect, an Error = fail. */
export type GuardResult =
  | void
  | boolean
  | string
  | { to: string; replace?: boolean; external?: boolean }
  | Error;
export interface GuardLocation {
  path: string;
  search: string;
  hash: string;
  params: Record<string, string>;
  routeId: string | null;
}
export type Guard = (to: GuardLocation, from: GuardLocation | null) => GuardResult | Promise<GuardResult>;

/** Answers a path with something else than a page: a feed, a data file. Cached like a page, by what it reads. */
export type Resource = (context: Omit<LoaderContext, 'params'>) => Promise<ResourceBody> | ResourceBody;
export interface ResourceBody {
  /** Media type, `application/atom+xml; charset=utf-8`. */
  type: string;
  body: string;
}

/** Exports of a remote's server bundle, generated from mfe.config.ts. Components are typed loosely: React comes from the shell. */
export interface RemoteServerModule {
  pages: Record<string, { Component: unknown; server: PageServer }>;
  islands: Record<string, { Component: unknown; loader?: IslandLoader }>;
  guards: Record<string, Guard>;
  resources?: Record<string, Resource>;
}
export type IslandLoader = (
  context: Omit<LoaderContext, 'params' | 'path'> & { props: Record<string, unknown> },
) => Promise<Record<string, unknown>> | Record<string, unknown>;

/** Exports of the shell's server bundle. It carries the shared scope, so server and browser run the same versions. */
export interface ShellServerModule extends RemoteServerModule {
  /** Specifier → module, handed to the bundles of the remotes by their `require`. */
  shared: Record<string, unknown>;
  createRenderer(options: RendererOptions): Renderer;
}

export interface RendererOptions {
  composition: Composition;
  /** Bundles of every app by name, the shell's own included. */
  apps: Record<string, RemoteServerModule>;
  /** Reads a file of a release's `data/` folder; resolves to undefined when there is none. */
  read(app: string, file: string): Promise<{ text: string; sha256: string } | undefined>;
}

/** Implemented by the shell's `entry.server.tsx`; called by the render process on behalf of the gateway. */
export interface Renderer {
  fragment(request: FragmentRequest): Promise<FragmentResult>;
  island(request: { name: string; props: Record<string, unknown> }): Promise<RenderedIsland>;
  /** The layout around a page, with tokens (late-tokens.ts). `navigation` is the key of `activeNavigation()`. */
  frame(request: { navigation: string }): Promise<RenderedFrame>;
  /** The error screen for a status variant, with tokens for status, title and description. */
  errorScreen(request: { variant: 'not-found' | 'error' }): Promise<RenderedFrame>;
  guards(request: { url: string; names: string[] }): Promise<GuardOutcome>;
  paths(request: { routeId: string }): Promise<PathEntry[]>;
  resource(request: { path: string }): Promise<RenderedResource>;
}

export interface FragmentRequest {
  routeId: string;
  params: Record<string, string>;
  /** Normalised path. */
  path: string;
  /** The declared query parameters only: `?tag=x`, or ''. */
  search: string;
}
export interface FragmentResult {
  /** Set when validation or the loader refused; then only `error` and `inputs` count. */
  error?: { status: number; message: string; fatal: boolean };
  html: string;
  head: Head;
  data: unknown;
  islands: IslandRef[];
  /** See {@link PagePayload.icons}. */
  icons?: PagePayload['icons'];
  /** Everything that was read: `app/data/file.json` → sha-256, or '' when it was missing; `composition` → its id. */
  inputs: Record<string, string>;
}
export interface RenderedIsland {
  html: string;
  inputs: Record<string, string>;
}
export interface RenderedResource extends ResourceBody {
  inputs: Record<string, string>;
}
export interface RenderedFrame {
  html: string;
  islands: IslandRef[];
}
export type GuardOutcome =
  | { type: 'pass' }
  | { type: 'cancel' }
  | { type: 'redirect'; to: string; external: boolean }
  | ({ type: 'error' } & PageError);
