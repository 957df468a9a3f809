import { CACHE } from './cache-policy.ts';

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
