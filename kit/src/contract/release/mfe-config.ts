import type { Configuration } from 'webpack';
import type { ZodType } from 'zod';
import type { Drawing } from '../page/drawing.ts';
import type { ContentEntry } from '../page/page-server.ts';
import type { FormDeclaration } from '../forms/form.ts';
import type { RouteRule } from '../routing/route-rules.ts';
import type { GuardName, Named, PlaceName } from '../page/site-types.ts';
import type { ForeignSources } from '../routing/foreign-sources.ts';
import type { RouteBudget } from './budget.ts';
import type { PlaceLink, Places, Release } from './release.ts';

/**
 * The contract of an app on one screen: the typed object that its `mfe.config.ts` exports. Paths are relative to it.
 */
export interface MfeConfig {
  /** `^[a-z][a-z0-9-]{0,30}$`, unique in the site. */
  name: string;
  /** The team, as visitors may read it; told with its releases (`PUBLIC_FIGURES`). 60 characters at most. */
  team?: string;
  /** Default `remote`. */
  kind?: 'shell' | 'remote';
  routes: MfeRoute[];
  /** Module around all pages, outside of their `layout`: providers, and what stays mounted within the app. */
  app?: string;
  /** The places of header and footer that this app fills: `{ blog: { route: 'blog.list', label: 'Blog' } }`. */
  navigation?: Named<PlaceName, PlaceLink>;
  /** Shell only: the places that there are, in order, and the app that fills each; `*` for any app. */
  places?: Places;
  /**
   * Named guards → module with a default export of type Guard (`./src/guards/members.ts`). Run on server and client.
   */
  guards?: Record<string, string>;
  /** Shell only: names of `guards` that run on every navigation, in order. */
  globalGuards?: string[];
  /** Island name → its modules. */
  islands?: Record<string, MfeIsland>;
  rules?: Record<string, MfeRule>;
  /**
   * First segments (`/blog`) that the app keeps after it has moved its pages, for redirects of the old addresses. It
   * can keep segments that its live release answers or keeps. A segment that a release neither answers nor keeps
   * becomes free. 20 at most.
   */
  keeps?: string[];
  /**
   * Paths that answer with something else than a page (`/blog/feed.xml`) → module with a default export of type
   * Resource.
   */
  resources?: Record<string, MfeResource>;
  content?: Record<string, ContentSource>;
  /**
   * The upstreams of its loaders with their paths: `{ cms: { paths: ['/posts/**'] } }`. The site's operator configures
   * their addresses.
   */
  upstreams?: NonNullable<Release['upstreams']>;
  /**
   * Personal data of a visitor that its pages request in the browser:
   * `{ account: { paths: ['/me'], methods: ['GET'] } }`. The site's operator configures the backend (docs/personal.md).
   */
  personal?: NonNullable<Release['personal']>;
  /** Its forms: the fields, the address and the page of each (docs/forms.md). */
  forms?: FormDeclaration[];
  /**
   * The foreign sources of all its pages (`{ 'img-src': ['https://images.example'] }`), if the operator allows them. A
   * page or an island may declare its own.
   */
  csp?: ForeignSources;
  /** Of all its pages and islands: see `MfeRoute.styles`. */
  styles?: 'runtime';
  /**
   * Fonts of its own, cut down to what is written in them; pages whose stylesheets name one fetch it at once. 4 at
   * most.
   */
  fonts?: MfeFont[];
  /**
   * Public values of `import.meta.env`, name → value. Names of the app's `.env` files that begin with `VITE_` are
   * public, too; these take precedence.
   */
  env?: Record<string, string>;
  /**
   * Libraries of its pages that visitors load once where other apps have the same files, as code imports them:
   * `['@tanstack/react-query', '@acme/ui']` (docs/packages.md). 20 at most.
   */
  shared?: string[];
  /**
   * Changes the configuration of webpack: loaders and plugins of the team's choice (docs/packages.md). What the
   * platform needs has to stay.
   * @returns the configuration; undefined when it changed the given one
   */
  webpack?(config: Configuration, build: WebpackBuild): Configuration | undefined | void;
  /**
   * Texts in the build that look like secrets but are public, each with the reason, of 10 characters or more.
   */
  notSecret?: { text: string; reason: string }[];
  /** The budgets of each route: bytes of JavaScript (default 30_000), CSS (8_000), HTML and pictures. */
  budget?: Partial<RouteBudget>;
}

/** The build whose configuration `webpack` changes. */
export interface WebpackBuild {
  /** `client`: for browsers. */
  side: 'client' | 'server';
  mode: 'production' | 'development';
}

export interface MfeRoute {
  id: string;
  path: string;
  /** Module whose default export is the page's component; props: `PageProps`. */
  page: string;
  /**
   * Modules around the page, from the outermost: each default export renders its `children`, or `<Outlet>`. They stay
   * mounted in navigations between routes with the same ones. One name is the same as a list of one.
   */
  layout?: string | string[];
  /** Module with `validate`, `loader`, `head`, `paths` (see PageServer). Server only. */
  server?: string;
  prerender?: boolean;
  /**
   * Query parameters that the page's HTML depends on. As an object, each with `samples`, values that it knows, which
   * admission tries, and with `loads`: its loader reads the parameter, so a navigation that changes it loads the data
   * again.
   */
  query?: string[] | Record<string, { samples?: string[]; loads?: boolean }>;
  guards?: string[];
  /**
   * A name of `personal`: browsers redirect unknown visitors to its `signIn`. It is no guard: the HTML contains no
   * personal data, is public, and is cached (docs/personal.md).
   */
  requires?: string;
  /**
   * Draws the picture that networks show with a link to it; a page may have one of its own (`PageHead.image`).
   * @param data reads the compiled `content`. @returns the text on it
   */
  card?(data: <T>(name: string) => T): CardText;
  /** Replaces the budgets of the app, one by one. */
  budget?: Partial<RouteBudget>;
  /** The foreign sources of this page, besides those of the app. */
  csp?: ForeignSources;
  /**
   * `runtime`: the page, or a library in it, makes stylesheets while it renders (Emotion, styled-components). Its
   * document allows them, and a navigation between it and pages of other apps loads a document (docs/styles.md).
   */
  styles?: 'runtime';
}

/** A file of a font family that the app's stylesheets name. */
export interface MfeFont {
  /** Begins with the app's name: `blog_serif`. */
  family: string;
  /** TTF, OTF, WOFF or WOFF2 of the app: `./fonts/serif.ttf`. */
  file: string;
  /** `400`, the default; of a variable font a range: `400 700`. */
  weight?: string;
  style?: 'normal' | 'italic';
  /** The characters that are kept; default: those of Europe's Latin alphabets. */
  text?: string;
  /** `false`: it is not preloaded. */
  preload?: boolean;
}

/** The text on the picture of a page, which the build draws. */
export interface CardText {
  title: string;
  /** Small, above it: `[03] services`. */
  label?: string;
  /** The picture that `LineArt` shows of the entry. */
  drawing?: Drawing | undefined;
}

/**
 * The module of a resource. `query`: the parameters that it reads as `context.query`; it is rendered for each value.
 */
export type MfeResource = string | { module: string; query: string[] };

/** A route rule; its guards may be another app's. */
export interface MfeRule extends Omit<RouteRule, 'guards'> {
  guards?: GuardName[] | Named<GuardName, boolean>;
}

export interface MfeIsland {
  /**
   * Module whose default export is the component; props: the result of `loader`, and the props of the embedding page.
   */
  component: string;
  /** Module with the export `loader`. Server only. */
  server?: string;
  /**
   * The type of its props, an object: `mfe sync` writes it into the types of other teams. Without it they may pass
   * anything.
   */
  props?: ZodType;
  /**
   * Remotes only. Browsers hydrate it in the pages that embed it: its component may have state and handlers
   * (docs/interactive-islands.md). Without it, the island is HTML alone.
   */
  interactive?: boolean;
  /** Its foreign sources: the policy of pages that embed it allows them. */
  csp?: ForeignSources;
  /** `runtime`: it makes stylesheets while it renders; so do the pages that embed it (see `MfeRoute.styles`). */
  styles?: 'runtime';
}

export interface MarkdownSource {
  /** Markdown files with front matter; the file's name is the slug. */
  markdown: string;
  schema: ZodType;
  /** Key of the front matter to sort by; default: slug. Dates and numbers; `-date` = descending. */
  sort?: string;
  /** Draws a picture of each entry for networks, and puts it into its `card`. @returns the text on it */
  card?(entry: ContentEntry): CardText;
}

export type ContentSource =
  | MarkdownSource
  | {
      /** One YAML file. */
      data: string;
      schema: ZodType;
    }
  | {
      /**
       * Data made of the collections of the same `content` when the app is built: a search index.
       * @param entries those of a collection, in order and with their bodies
       * @returns JSON, which `content.data` reads
       */
      derive(entries: <T = ContentEntry>(collection: string) => T[]): unknown;
    };

/** @returns its argument: gives an `mfe.config.ts` its types. */
export function defineMfe(config: MfeConfig): MfeConfig {
  return config;
}
