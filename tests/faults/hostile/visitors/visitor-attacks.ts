import { islandKey } from '@voltframe/kit/contract/page/island';
import { hash } from 'ohash';
import { type Attack, attacksOn, type Case } from './attack.ts';
import { protocolAttacks } from './protocol-attacks.ts';
import { flood, times } from './visitor-requests.ts';
import type { HostileSite } from './hostile-site.ts';

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
const visits = (name: string, ends: RegExp, ...addresses: string[]): Case => [
  name,
  ends,
  (site) => site.visit(...addresses),
];
const posts = (
  name: string,
  ends: RegExp,
  address: string,
  body: string,
  headers: Record<string, string> = {},
): Case => [
  name,
  ends,
  async ({ gateway }) => {
    const response = await fetch(gateway.url + address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return `${response.status} ${await response.text()}`;
  },
];
/** Every one was answered, none by a failure of the gateway. */
const NO_FAILURE = /^(?!.*\b50[0-24-9] ×)\d{3} × /;

const forgeries =
  (count: number, addressOf: (index: number) => string): Attack['run'] =>
  async (site) => {
    const { apps, composition } = JSON.parse(
      (await site.operate(site.gateway.token, 'GET', '/-/status')).slice(4),
    ) as {
      apps: { app: string; live: string }[];
      composition: { id: string };
    };
    await site.publish(() => {}); // nothing: what is live stays
    await flood(
      site,
      times(count, () => '/-/reports'),
      (index) => ({
        method: 'POST',
        body: JSON.stringify({ composition: composition.id, app: 'blog', kind: 'hydration' }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(index) },
      }),
    );
    const after = await site.operate(site.gateway.token, 'GET', '/-/status');
    return apps.every(({ live }) => after.includes(live)) ? 'nothing went back' : 'a release went back';
  };

export const visitorAttacks: Attack[] = [
  ...protocolAttacks,
  ...attacksOn('queries that nobody declared', [
    [
      '200 of them',
      /^200 × 200$/,
      (site) =>
        flood(
          site,
          times(200, (index) => `/terms?junk=${index}&utm_source=${'x'.repeat(500)}`),
        ),
    ],
    visits(
      'names that every object has',
      /^200 [\s\S]*\n200 /,
      '/blog?__proto__[tag]=x&constructor=y',
      '/portfolio?category=__proto__',
    ),
    visits('the same one a hundred times', /^200 /, `/blog?${'tag=x&'.repeat(100)}`),
    [
      '500 values of one that is declared',
      NO_FAILURE,
      (site) =>
        flood(
          site,
          times(500, (index) => `/blog?tag=junk-${index}`),
        ),
    ],
  ]),
  ...attacksOn('pages that are not there', [
    [
      '200 posts of the blog',
      NO_FAILURE,
      (site) =>
        flood(
          site,
          times(200, (index) => `/blog/junk-${index}`),
        ),
    ],
    [
      '500 addresses of nobody',
      NO_FAILURE,
      (site) =>
        flood(
          site,
          times(500, (index) => `/junk-${index}/x`),
        ),
    ],
    visits(
      'names that every object has',
      /^404 [\s\S]*\n404 [\s\S]*\n404 /,
      '/__proto__',
      '/constructor/prototype',
      '/blog/__proto__',
    ),
  ]),
  ...attacksOn('islands', [
    visits('one that nobody has', /^404 /, island('Nobody', {})),
    visits('a name that every object has', /^40[04] /, island('constructor', {})),
    visits(
      'props that were not signed by their hash',
      /^400 /,
      '/__nuxt_island/LatestPosts_abcdef.json?props=%7B%7D',
    ),
    visits('props twice', /^40\d /, `${island('LatestPosts', {})}&props=1`),
    visits(
      'props of 100 levels',
      /^[24]\d\d /,
      island('LatestPosts', { a: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) as unknown }),
    ),
    ['props of 200 KB by POST', /^4\d\d /, islandPost(`{"a":"${'x'.repeat(200_000)}"}`)],
    ['props of 20,000 levels by POST', /^4\d\d /, islandPost('['.repeat(20_000))],
    ['a prototype by POST', /^4\d\d /, islandPost('{"__proto__":{"limit":9}}')],
    [
      '300 at once',
      NO_FAILURE,
      (site) =>
        flood(
          site,
          times(300, (index) => island('LatestPosts', { limit: 3, junk: index })),
        ),
    ],
  ]),
  ...attacksOn('reports of failures', [
    ['by one visitor', /^nothing went back$/, forgeries(30, () => '192.0.2.1')],
    [
      'by one network of IPv6',
      /^nothing went back$/,
      forgeries(30, (index) => `2001:db8::${(index + 1).toString(16)}`),
    ],
    posts('by another site', /^4\d\d /, '/-/reports', '{}', {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }),
    posts(
      'about a name that every object has',
      /^(204|4\d\d) /,
      '/-/reports',
      `{"composition":"${'0'.repeat(32)}","app":"constructor","kind":"chunk"}`,
    ),
    posts('of 3 KB', /^413 /, '/-/reports', `{"a":"${'x'.repeat(3_000)}"}`),
  ]),
  ...attacksOn('posts', [
    posts(
      'of 2 MB',
      /^(413 |it threw TypeError: fetch failed)/,
      '/api/contact',
      `{"a":"${'x'.repeat(2_000_000)}"}`,
    ),
    posts('by another site', /^403 /, '/api/contact', '{}', {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    }),
    posts('of 5,000 levels', /^4\d\d /, '/api/contact', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
    posts(
      'with a prototype',
      /^4\d\d /,
      '/api/contact',
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
    ),
    posts('to a form that nobody has', /^404 /, '/api/constructor', '{}'),
    posts('to a page', /^(404|405) /, '/about', '{}'),
  ]),
  ...attacksOn('icons', [
    visits('of a collection that is a path', /^40\d /, '/api/_nuxt_icon/..%2f..%2fetc.json?icons=a'),
    visits(
      'of a name that every object has',
      /^(200|40\d) /,
      '/api/_nuxt_icon/__proto__.json?icons=constructor',
    ),
    visits(
      'by the thousand',
      /^(200|40\d) /,
      `/api/_nuxt_icon/lucide.json?icons=${times(1_000, (index) => `a${index}`).join(',')}`,
    ),
  ]),
  ...attacksOn('the operations port', [
    [
      'a hundred wrong tokens, then the right one',
      /^200 /,
      async (site) => {
        for (let index = 0; index < 100; index++)
          await site.operate(`${'x'.repeat(40)}${index}`, 'GET', '/-/status');
        return site.operate(site.gateway.token, 'GET', '/-/status');
      },
    ],
    ['no token', /^(401|429) /, (site) => site.operate('', 'GET', '/-/status')],
  ]),
];
