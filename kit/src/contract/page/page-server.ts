import type { Redirect } from './redirect.ts';
import type { SiteConfig } from './site-config.ts';
import type { Upstream } from './upstream.ts';

/** The exports of a page's `*.server.ts`, which runs in the render process only. */
export interface PageServer<Data = unknown, Params extends Record<string, string> = Record<string, string>> {
  /**
   * `false` or an object → fatal 404 'Page Not Found: {path}' (docs/behaviour.md 1.8), or the status and message it
   * gives. A `redirect()` that is returned or thrown here or by `loader` leads the visitor elsewhere.
   */
  validate?(context: LoaderContext<Params>): Promise<RouteValidation> | RouteValidation;
  /**
   * The page's data: JSON, the same for every visitor. Data that depends on the query is in documents only. A loader
   * that reads neither `query` nor an upstream may run once for all queries of a path.
   */
  loader?(context: LoaderContext<Params>): Promise<Data | Redirect> | Data | Redirect;
  /** The head of the document, where it differs from the site's defaults. */
  head?(context: LoaderContext<Params> & { data: Data }): Partial<PageHead>;
  /** Every path of the route's pattern, to prerender and for the sitemap. Needed for patterns with parameters. */
  paths?(context: LoaderContext<Params>): Promise<PathEntry[]> | PathEntry[];
}

export interface PathEntry {
  path: string;
  /** ISO date of the last change, for the sitemap. */
  updated?: string;
}

export type RouteValidation = boolean | Redirect | { status?: number; message?: string };

/** The part of the head a page decides; the rest follows from the site's configuration. */
export interface PageHead {
  title: string;
  description: string;
  /** Language of the page, a BCP 47 tag: `<html lang>` and the locale of Open Graph. Default: that of the site. */
  lang: string;
  /** Open Graph type; default `website`. */
  type: 'website' | 'article';
  published: string;
  updated: string;
  indexable: boolean;
  /** The picture that networks show with a link; default: that of the route (`card` in mfe.config.ts). */
  image: PageImage | undefined;
  /**
   * A query parameter that selects the content of the page: each value has its title. Another value is not indexed.
   */
  choices: { parameter: string; titles: Record<string, string> };
  /** schema.org JSON-LD objects. */
  jsonLd: object[];
  /**
   * `<link rel=alternate>`: feeds, and the page in other languages (`{ hreflang: 'pt-BR', href: '/sobre' }`;
   * `x-default` for visitors of any other language). Each language names all of them, also itself.
   */
  alternates: ({ type: string; href: string; title: string } | { hreflang: string; href: string })[];
  /**
   * Further meta elements (`page-meta.ts` has the allowed names): `{ author: 'Ada', 'article:tag': ['math'] }`.
   */
  meta: Record<string, string | string[]>;
}

/** A picture of a page for networks. */
export interface PageImage {
  /** A path of the site, or an address. */
  src: string;
  /** px */
  width: number;
  /** px */
  height: number;
  alt: string;
}

/** The context of a loader. It contains no data of the visitor, so that the result may be cached. */
export interface LoaderContext<Params extends Record<string, string> = Record<string, string>> {
  params: Params;
  path: string;
  /**
   * The query parameters that the route declares. A document is rendered for them. In the browser only a change of a
   * parameter with `loads: true` loads the data again. Absent for islands and with an older shell.
   */
  query?: Readonly<Record<string, string>>;
  site: SiteConfig;
  content: ContentReader;
  /**
   * A backend that `upstreams` of mfe.config.ts declares: `await upstream('cms').get('/posts', { revalidate: 60 })`.
   * Only for loaders: later calls fail.
   */
  upstream(name: string): Upstream;
  /** Reading it makes the result specific to this composition, so that it is rendered again for each. */
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

/** A compiled Markdown entry: its validated front matter, and the compiler's fields. */
export interface ContentEntry {
  slug: string;
  /** Rendered body; absent in lists. */
  html?: string;
  toc?: { depth: number; id: string; text: string }[];
  words: number;
  /** Reading time in whole minutes, at least 1. */
  minutes: number;
  /** Its picture for networks, where the collection has `card`; absent in lists and while developing. */
  card?: PageImage;
}

/**
 * Result of a guard: nothing or true = pass, false = cancel, a string, an object or `redirect()` = redirect, an Error =
 * fail.
 */
export type GuardResult =
  | void
  | boolean
  | string
  | Redirect
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

/**
 * A resource at a path: a feed, a data file. Cached like a page, by its inputs; `context.query` has the parameters that
 * `resources` of mfe.config.ts declares.
 */
export type Resource = (context: Omit<LoaderContext, 'params'>) => Promise<ResourceBody> | ResourceBody;
export interface ResourceBody {
  /** Media type, `application/atom+xml; charset=utf-8`. */
  type: string;
  body: string;
}

export type IslandLoader = (
  context: Omit<LoaderContext, 'params' | 'path'> & { props: Record<string, unknown> },
) => Promise<Record<string, unknown>> | Record<string, unknown>;
