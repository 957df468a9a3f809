import { readdirSync } from 'node:fs';
import path from 'node:path';

export interface SiteRoute {
  path: string;
  /** The app of the page. */
  app: string;
}

const posts = readdirSync(path.resolve(import.meta.dirname, '../../mfe-blog/content/posts')).toSorted();

/** An existing post. */
export const POST = `/blog/${path.basename(posts[0]!, '.md')}`;

/** The ten kinds of pages (docs/behaviour.md 1.1). */
export const SITE_ROUTES: SiteRoute[] = [
  { path: '/', app: 'marketing' },
  { path: '/about', app: 'marketing' },
  { path: '/services', app: 'marketing' },
  { path: '/portfolio', app: 'marketing' },
  { path: '/careers', app: 'marketing' },
  { path: '/contact', app: 'marketing' },
  { path: '/blog', app: 'blog' },
  { path: POST, app: 'blog' },
  { path: '/terms', app: 'legal' },
  { path: '/privacy', app: 'legal' },
];

/** Paths of error screens with their messages. */
export const ERROR_PATHS = [
  { name: 'a path no app owns', path: '/nowhere/at-all', message: 'Page not found: /nowhere/at-all' },
  { name: 'a path with a query', path: '/nowhere?x=1&y', message: 'Page not found: /nowhere?x=1&y' },
  { name: 'a slug no post has', path: '/blog/no-such-post', message: 'Page Not Found: /blog/no-such-post' },
];
