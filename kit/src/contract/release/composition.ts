import type { ReleaseRoute } from './release.ts';
import type { RouteRule } from '../routing/route-rules.ts';
import type { ObjectSchema } from '../page/value-schema.ts';
import type { ForeignSources } from '../routing/foreign-sources.ts';
import type { Navigation } from '../page/navigation.ts';
import type { SiteConfig } from '../page/site-config.ts';

/** Name of the app that owns layout, router and error screen. */
export const SHELL = 'shell';
/** Form of a composition's id. */
export const COMPOSITION_ID = /^[0-9a-f]{32}$/;

/**
 * One release of every app, plus the tables that follow from them. Pure data: it is stored, sent to the render
 * process and digested. Its `id` is the digest of its content (releases and site configuration) and is the
 * *build id* of docs/behaviour.md 8.
 */
export interface Composition {
  id: string;
  /** When it was formed, ms since the epoch. Not part of the id. */
  timestamp: number;
  site: SiteConfig;
  /** App name → digest of its release; `shell` is always there. */
  apps: Record<string, string>;
  routes: CompositionRoute[];
  rules: Record<string, RouteRule>;
  /** Named guard → where it is. */
  guards: Record<string, { app: string; expose: string }>;
  globalGuards: string[];
  islands: Record<
    string,
    {
      app: string;
      css: string[];
      props?: ObjectSchema;
      csp?: ForeignSources;
      styles?: 'runtime';
      scoped?: true;
    }
  >;
  /** The filled places of header and footer. Absent when the shell names none. */
  navigation?: Navigation;
  /** Path of a resource → its app. */
  resources?: Record<string, string>;
  /** Path of a resource → the names of the query parameters that it reads. Absent for none. */
  resourceQueries?: Record<string, string[]>;
}

/** A release's route with the app it belongs to and browser addresses instead of file names. */
export interface CompositionRoute extends Omit<ReleaseRoute, 'budget'> {
  app: string;
}
