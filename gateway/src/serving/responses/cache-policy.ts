import type { LiveData } from './encoded-body.ts';

/** `Cache-Control` values, by what the answer depends on. */
export const CACHE = {
  /** The address names the content: it can never be something else. */
  immutable: 'public, max-age=31536000, immutable',
  /** May be kept, but is asked for again (ETag) each time: pages, and data whose address does not name a composition. */
  revalidate: 'public, max-age=0, must-revalidate',
  /** The build marker (docs/behaviour.md 8.1): whoever polls wants the present. */
  marker: 'public, max-age=1, must-revalidate',
  /** Redirects by rule: a wrong 301, which browsers would keep for ever, ends minutes after its rollback. */
  minutes: 'public, max-age=300',
  /** Machine files: an hour old is new enough. */
  hour: 'public, max-age=3600',
  /** Icon data: a week; the names do not change their meaning. */
  week: 'public, max-age=604800',
  /** Guarded pages, errors, and everything for one visitor. */
  never: 'no-store',
} as const;

/**
 * @param named id of the composition that the request's address names, or undefined.
 * @param answering id of the composition that answers. @param data that changes while the composition stays.
 */
export function compositionCache(
  named: string | undefined,
  answering: string,
  data: LiveData | undefined,
): string {
  return named === answering && data === undefined ? CACHE.immutable : CACHE.revalidate;
}

/**
 * What shared caches (a CDN, a proxy) are told of an answer, besides its `Cache-Control`.
 * @param cache its `Cache-Control`. @param keys whose content is in it: names of apps, {@link EVERY_APP}.
 * @returns headers by lower-case name: none for what is not everybody's.
 */
export type SharedCaches = (cache: string, keys: readonly string[]) => Record<string, string>;

/** Of what is made of all apps, such as the sitemap: each activation purges it. No app has a dot in its name. */
export const EVERY_APP = 'site.all';

/**
 * Surrogate keys as Fastly and Varnish take them and as Cloudflare and others do, and RFC 9213 for what browsers ask for again each time:
 * a cache that is told what changed need not.
 * @param maxAgeMs how long it is kept unasked.
 */
export function createSharedCaches(maxAgeMs: number): SharedCaches {
  const kept = { 'cdn-cache-control': `max-age=${Math.floor(maxAgeMs / 1000)}` };
  return (cache, keys) => {
    if (keys.length === 0 || !cache.startsWith('public')) return {};
    // What names its content is never purged by a deploy: pages from before go on asking for it.
    const own = cache === CACHE.immutable ? keys.map((key) => `${key}.immutable`) : keys;
    return {
      ...(cache === CACHE.revalidate && kept),
      'surrogate-key': own.join(' '),
      'cache-tag': own.join(','),
    };
  };
}
