import { islandKey } from '@voltframe/kit/contract/page/island';
import { hash } from 'ohash';
import { type Attack, attacksOn } from '../attack.ts';
import type { HostileSite } from '../hostile-site.ts';
import { flood, NO_FAILURE, times, visits } from './visitor-requests.ts';

const island = (name: string, props: Record<string, unknown>): string =>
  `/__nuxt_island/${islandKey(name, props, hash)}.json?props=${encodeURIComponent(JSON.stringify(props))}`;
const islandPost =
  (body: string, address = '/__nuxt_island/LatestPosts_x.json') =>
  async (site: HostileSite) => {
    const response = await fetch(site.gateway.url + address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    return `${response.status} ${await response.text()}`;
  };

export const islandAttacks: Attack[] = [
  ...attacksOn('islands', [
    visits('an unknown island', /^404 /, island('Nobody', {})),
    visits('a property of Object.prototype', /^40[04] /, island('constructor', {})),
    visits('props with a wrong hash', /^400 /, '/__nuxt_island/LatestPosts_abcdef.json?props=%7B%7D'),
    visits('props twice', /^40\d /, `${island('LatestPosts', {})}&props=1`),
    visits(
      'props of 100 levels',
      /^[24]\d\d /,
      island('LatestPosts', { a: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown }),
    ),
    ['props of 200 KB in a POST', /^4\d\d /, islandPost(`{"a":"${'x'.repeat(200_000)}"}`)],
    ['props of 20,000 levels in a POST', /^4\d\d /, islandPost('['.repeat(20_000))],
    ['__proto__ in a POST', /^4\d\d /, islandPost('{"__proto__":{"limit":9}}')],
    [
      '300 in parallel',
      NO_FAILURE,
      (site) =>
        flood(
          site,
          times(300, (index) => island('LatestPosts', { limit: 3, junk: index })),
        ),
    ],
  ]),
];
