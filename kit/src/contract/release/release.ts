import { LIBRARIES } from './library-file.ts';
import type { Release } from './release-schema.ts';

export type { Release };
export type ReleaseFile = Release['files'][string];
export type ExposeFiles = Release['exposes'][string];
export type ReleaseRoute = Release['routes'][number];

/**
 * Where the browser finds a release's client file: `client/page.3f2a.js` of blog → `/assets/blog/page.3f2a.js`. The
 * file of a shared library has the address of its bytes, whichever app has it.
 */
export function assetUrl(app: string, file: string): string {
  const name = file.slice('client/'.length);
  return name.startsWith(`${LIBRARIES}/`) ? `/assets/${name}` : `/assets/${app}/${name}`;
}

/** Where a release has the source map of one of its scripts, if it has one. Stored with it, never sent to browsers. */
export function mapOf(file: string): string {
  return `maps/${file}.map`;
}

/**
 * Where a release says in which of its app's sources its parts are. Stored with it, never sent to browsers.
 */
export const MODULES_FILE = 'maps/modules.json';
/**
 * A part, `route blog.post`, `island LatestPosts` or `resource /blog/feed.xml` → `src/pages/post.server.ts`; a package,
 * `package three` → the source that imports it.
 */
export type ModulesOfParts = Record<string, string>;

/**
 * Header and footer, divided between their owners (docs/behaviour.md 3.11): the shell names the places and the app that
 * fills each; that app says to which of its pages the link leads, and its label.
 */
export type Places = NonNullable<Release['places']>;

/** The app of an open place: any app may fill it. Of several, the live one, then the first by name has it. */
export const ANY_APP = '*';

/** The link of an app in a place. */
export type PlaceLink = NonNullable<Release['navigation']>[string];

/** Seven links in the header, two in the footer (docs/behaviour.md 3.2, 3.8). */
export const MAX_PLACES = { header: 7, footer: 2 } as const;
/** Ours: longest label, in characters: seven links stand in one line from 1024 px on, where 66 characters fit. */
export const MAX_LABEL_LENGTH = 12;

interface Linking {
  routes: readonly { id: string; path: string }[];
}

/** @returns path of the page that a link of `app` leads to; undefined when there is none, or one for each parameter. */
export function linkedPath({ routes }: Linking, { route }: PlaceLink): string | undefined {
  const path = routes.find(({ id }) => id === route)?.path;
  return path?.includes('/:') ? undefined : path;
}
