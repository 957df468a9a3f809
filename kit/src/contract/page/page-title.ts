import type { SiteConfig } from './site-config.ts';
import { decodeSegment } from '../routing/url-path.ts';

export interface TitleSource {
  /** The page's own title. */
  title?: string | undefined;
  path: string;
  /** Set on error screens; its title is `{status} - {message}`. */
  error?: { status: number; message: string } | undefined;
}

const SMALL_WORDS = new Set('a an and as at but by for if in is nor of on or the to with'.split(' '));

/**
 * The title of a document (docs/behaviour.md 2.2): `{page} {separator} {siteName}`, empty parts left out.
 * The page's part is its own title, or its last path segment in title case, or `{status} - {message}` of an error.
 */
export function pageTitle(
  { title, path, error }: TitleSource,
  site: Pick<SiteConfig, 'name' | 'separator'>,
): string {
  const page = error ? errorTitle(error) : title?.trim() || fallbackTitle(path);
  const parts = [page, site.name].filter((part) => part !== '');
  return parts.join(site.separator === '' ? ' ' : ` ${site.separator} `);
}

/** @returns `404 - Page not found: /x`; only the status when there is no message. */
export function errorTitle({ status, message }: { status: number; message: string }): string {
  return message === '' ? String(status) : `${status} - ${message}`;
}

/** @returns the last segment of `path`, decoded, in title case with its first letter raised; '' for the root. */
export function fallbackTitle(path: string): string {
  const last = /[^/]+(?=\/*$)/.exec(path)?.[0] ?? '';
  const words = (decodeSegment(last) ?? last)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[-_/.\s]+/u)
    .filter((word) => word !== '');
  return words.map((word, index) => titleWord(word, index === 0)).join(' ');
}

function titleWord(word: string, first: boolean): string {
  const lower = word.toLowerCase();
  if (!first && SMALL_WORDS.has(lower)) return lower;
  const [initial = '', ...rest] = word;
  return initial.toUpperCase() + rest.join('');
}
