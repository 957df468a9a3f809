import type { IslandProps } from './island.ts';

/**
 * The known names of the site. Empty: every name is allowed. `mfe sync` writes a file that fills it:
 *
 *     declare module '@voltframe/kit/react' {
 *       interface SiteTypes {
 *         page: '/blog' | `/blog/${string}`;
 *         island: 'LatestPosts';
 *         islandProps: { LatestPosts: { count?: number } };
 *         guard: 'members';
 *         place: 'terms';
 *         icon: 'lucide:arrow-right';
 *         personal: 'account';
 *         personalPath: '/me' | `/orders/${string}`;
 *       }
 *     }
 */
export interface SiteTypes {}

type Known<Key extends string> = SiteTypes extends Record<Key, infer Names extends string> ? Names : string;

/** Name of an island of the site. */
export type IslandName = Known<'island'>;

/** Props of an island, as its team declares them; without a declaration any JSON object. */
export type IslandPropsOf<Name extends string> = SiteTypes extends { islandProps: infer Declared }
  ? Name extends keyof Declared
    ? Declared[Name]
    : IslandProps
  : IslandProps;

/** Name of a guard of the site. */
export type GuardName = Known<'guard'>;

/** Name of a place in header or footer that the app is to fill. */
export type PlaceName = Known<'place'>;

/** Name of an icon that the site has; one that is only known at run time is written `as SiteIcon`. */
export type SiteIcon = Known<'icon'>;

type Targets<Page extends string> = string extends Page
  ? string
  : Page | `${Page | ''}${'?' | '#'}${string}` | `${'https' | 'http' | 'mailto' | 'tel'}:${string}`;

/**
 * Where a link or `navigate` leads: a page of the site, with its query and place, a place of this page, or an address
 * elsewhere.
 */
export type SiteTarget = Targets<Known<'page'>>;

/** Name of personal data that the app declares. */
export type PersonalName = Known<'personal'>;

type AskedPath<Path extends string> = Path | `${Path}?${string}`;
/** Path of its personal data, with or without a query. */
export type PersonalPath = AskedPath<Known<'personalPath'>>;

/** A partial record by names of the site. */
export type Named<Name extends string, Value> = string extends Name
  ? Record<string, Value>
  : { [Each in Name]?: Value };
