import { islandKey } from '@voltframe/kit/contract/page/island';
import { hash } from 'ohash';

/** A request of a hostile visitor. */
export interface HostileRequest {
  path: string;
  init?: RequestInit;
}

/** Letters of a name over the limit of file names. */
const OVER_LONG = 600;
/** Characters of props that are just below the limit of 64 KB: each is three bytes, and nine in an address. */
const HUGE_PROPS = 21_000;

const get = (path: string): HostileRequest => ({ path });

const island = (name: string, props: Record<string, unknown>): HostileRequest => ({
  path: `/__nuxt_island/${islandKey(name, props, hash)}.json`,
  init: { method: 'POST', body: JSON.stringify(props), headers: { 'content-type': 'application/json' } },
});

/** An invalid post with any referer. */
const form = (action: string, referer: string, fields: Record<string, string>): HostileRequest => ({
  path: action,
  init: {
    method: 'POST',
    body: new URLSearchParams({ elapsedMs: '1', ...fields }),
    headers: { accept: 'text/html', referer },
  },
});

/** Each returns another request for each number. */
const KINDS: ((index: number, site: string) => HostileRequest)[] = [
  (index) => get(`/blog/${'a'.repeat(OVER_LONG)}${index}`),
  (index) => get(`/careers/${'b'.repeat(OVER_LONG)}${index}`),
  (index) => get(`/blog/${'c'.repeat(OVER_LONG)}${index}/_payload.json`),
  (index) => get(`/blog/%E0%A4%A${index}`),
  (index) => get(`/careers/..%2f..%2fetc%2fpasswd-${index}`),
  (index) => get(`/blog/%00${index}`),
  (index) => get(`/blog/${encodeURIComponent('€'.repeat(300))}${index}`),
  (index) => get(`/careers/${encodeURIComponent('\u202e💥')}${index}`),
  (index) => get(`/blog/index?${index}`),
  (index) => get(`/careers/__proto__${index === 0 ? '' : index}`),
  (index) => get(`/blog?tag=${'d'.repeat(7_000)}${index}`),
  (index) => get(`/portfolio?category=${encodeURIComponent('€'.repeat(700))}${index}`),
  (index) => get(`/careers/x${index}?sent=${'e'.repeat(4_000)}`),
  (index) => get(`/${'f/'.repeat(500)}${index}`),
  (index) => island('LatestPosts', { count: `€${index}`.padEnd(HUGE_PROPS, '€') }),
  (index) => island('OpenRoles', { path: `€${index}`.padEnd(HUGE_PROPS, '€') }),
  (index) => island('LatestPosts', { count: -index, constructor: { prototype: index } }),
  (index, site) => form('/api/contact', `${site}/blog/${'g'.repeat(OVER_LONG)}${index}`, { name: 'x' }),
  (index) => form('/api/contact', `javascript:${index}`, { name: '\u001b[2J'.repeat(20) }),
  (index, site) => form('/api/subscribe', `${site}/careers/%E0%A4%A${index}`, { email: 'no' }),
];

/** @param site the address of the site, for referers. */
export function hostileRequests(count: number, site: string): HostileRequest[] {
  return Array.from({ length: count }, (_, index) => KINDS[index % KINDS.length]!(index, site));
}

/** Parallel requests. */
const AT_ONCE = 10;

/**
 * @param networks number of networks of the clients.
 * @returns the count of each status; `-` counts connections that ended without an answer.
 */
export async function sendHostile(
  url: string,
  requests: readonly HostileRequest[],
  networks: number,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let next = 0;
  const sendAll = async (): Promise<void> => {
    while (next < requests.length) {
      const index = next++;
      const { path, init = {} } = requests[index]!;
      const headers = {
        ...(init.headers as Record<string, string>),
        'x-forwarded-for': `198.51.100.${index % networks}`,
      };
      const status = await fetch(url + path, { ...init, headers, redirect: 'manual' }).then(
        async (response) => (await response.arrayBuffer(), String(response.status)),
        () => '-',
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  return statuses;
}
