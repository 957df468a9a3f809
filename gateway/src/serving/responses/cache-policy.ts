import type { RouteRule } from '@voltframe/kit/contract/routing/route-rules';
import type { LiveData } from './encoded-body.ts';

/** `Cache-Control` values by the kind of response. */
export const CACHE = {
  /** The address contains a hash of the content, which never changes. */
  immutable: 'public, max-age=31536000, immutable',
  /** Cached, but revalidated (ETag) each time: pages, and data whose address does not name a composition. */
  revalidate: 'public, max-age=0, must-revalidate',
  /** The build marker (docs/behaviour.md 8.1): polling needs the current value. */
  marker: 'public, max-age=1, must-revalidate',
  /** The public figures, which are computed at this interval. */
  minute: 'public, max-age=60',
  /**
   * Redirects by rule. Browsers would cache a wrong 301 for ever; with this value it ends minutes after its rollback.
   */
  minutes: 'public, max-age=300',
  /** Machine files: may be an hour old. */
  hour: 'public, max-age=3600',
  /** Icon data: a week; the names do not change their meaning. */
  week: 'public, max-age=604800',
  /** Guarded pages, errors, and everything for one visitor. */
  never: 'no-store',
} as const;

/**
 * @param named id of the composition that the request's address names, and that answers; or undefined.
 * @param data that changes while the composition stays.
 */
export function compositionCache(named: string | undefined, data: LiveData | undefined): string {
  return named !== undefined && data === undefined ? CACHE.immutable : CACHE.revalidate;
}

/** Longest time in seconds that a rule lets a cache keep a response, because a copy outlives a rollback. */
export const RULE_CACHE_S = 3_600;
const FLAGS = new Set([
  'public',
  'private',
  'no-store',
  'no-cache',
  'no-transform',
  'must-revalidate',
  'proxy-revalidate',
]);
const AGES = new Set(['max-age', 's-maxage']);

/** The directives of a `Cache-Control` value: undefined, or their number of seconds. */
type Directives = Map<string, number | undefined>;

/** Reads the `Cache-Control` of a rule (RFC 9111 §5.2). @returns a text: the reason why no rule may set it. */
function readRuleCache(value: string): Directives | string {
  const read: Directives = new Map();
  for (const part of value.toLowerCase().split(',')) {
    const [, name = '', age] = /^[ \t]*([a-z-]+)(?:=(\d{1,10}))?[ \t]*$/.exec(part) ?? [];
    if (read.has(name)) return `${name} is there twice`;
    if (!(age === undefined ? FLAGS : AGES).has(name))
      return `${JSON.stringify(part.trim().slice(0, 50))} is not one of ${[...AGES].join('=, ')}=, ${[...FLAGS].join(', ')}`;
    if (Number(age ?? 0) > RULE_CACHE_S) return `${name} is more than ${RULE_CACHE_S} seconds`;
    read.set(name, age === undefined ? undefined : Number(age));
  }
  return read;
}

/** @returns why caches would keep responses of a rule for too long; undefined: they do not. */
export function ruleCacheDefect({ headers, cache }: RouteRule): string | undefined {
  if (cache && cache.maxAge > RULE_CACHE_S) return `cache.maxAge is more than ${RULE_CACHE_S} seconds`;
  const [, value] = Object.entries(headers ?? {}).find(([name]) => /^cache-control$/i.test(name)) ?? [];
  const read = value === undefined ? undefined : readRuleCache(value);
  return typeof read === 'string' ? `cache-control: ${read}` : undefined;
}

/**
 * The `Cache-Control` of a rule. Browsers always revalidate documents, because no purge reaches their copies; for
 * documents its time applies to shared caches.
 * @param rule with header names in lower case. @returns undefined: the rule sets none that a rule may set.
 */
export function ruleCache({ headers, cache }: RouteRule, of: 'document' | 'resource'): string | undefined {
  const value = headers?.['cache-control'] ?? (cache ? `public, max-age=${cache.maxAge}` : undefined);
  const read = value === undefined ? undefined : readRuleCache(value);
  if (read === undefined || typeof read === 'string') return undefined;
  if (of === 'document' && !read.has('no-store')) {
    const shared = read.get('s-maxage') ?? read.get('max-age');
    read.set('max-age', 0);
    read.set('must-revalidate', undefined);
    if (shared !== undefined && shared > 0 && !read.has('private')) read.set('s-maxage', shared);
  }
  return [...read].map(([name, age]) => (age === undefined ? name : `${name}=${age}`)).join(', ');
}

/**
 * The headers of a response for shared caches (a CDN, a proxy), besides `Cache-Control`.
 * @param cache its `Cache-Control`. @param keys the names of the apps with content in it, or {@link EVERY_APP}.
 * @returns headers by lower-case name; none for a response that is not the same for everyone.
 */
export type SharedCaches = (cache: string, keys: readonly string[]) => Record<string, string>;

/** The key of responses from all apps, such as the sitemap: each activation purges it. No app has a dot in its name. */
export const EVERY_APP = 'site.all';

/**
 * Surrogate keys in the formats of Fastly and Varnish and of Cloudflare and others, and RFC 9213 for responses that
 * browsers revalidate: a cache with purges need not.
 * @param maxAgeMs how long it is kept unasked.
 */
export function createSharedCaches(maxAgeMs: number): SharedCaches {
  const edge = { 'cdn-cache-control': `max-age=${Math.floor(maxAgeMs / 1000)}` };
  return (cache, keys) => {
    if (keys.length === 0 || !cache.startsWith('public')) return {};
    // Addresses that name their content are never purged by a deploy: earlier pages still request them.
    const own = cache === CACHE.immutable ? keys.map((key) => `${key}.immutable`) : keys;
    return {
      ...(cache === CACHE.revalidate && edge),
      'surrogate-key': own.join(' '),
      'cache-tag': own.join(','),
    };
  };
}
