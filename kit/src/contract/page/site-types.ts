/**
 * What is known of the site that an app is part of. Empty: every name is as good as another. `mfe sync` writes a file that fills it:
 *
 *     declare module '@voltframe/kit/react' {
 *       interface SiteTypes { page: '/blog' | `/blog/${string}`; island: 'LatestPosts' }
 *     }
 */
export interface SiteTypes {}

type Known<Key extends string> = SiteTypes extends Record<Key, infer Names extends string> ? Names : string;

/** Name of an island of the site. */
export type IslandName = Known<'island'>;

type Targets<Page extends string> = string extends Page
  ? string
  : Page | `${Page | ''}${'?' | '#'}${string}` | `${'https' | 'http' | 'mailto' | 'tel'}:${string}`;

/** Where a link or `navigate` leads: a page of the site, with its query and place, a place of this page, or an address elsewhere. */
export type SiteTarget = Targets<Known<'page'>>;
