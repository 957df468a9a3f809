import { type Draft, manifest, server } from '../../draft-release.ts';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import type { HostileSite } from '../hostile-site.ts';
import { laterDoes } from './probes.ts';

/** Refused by any of the limits. */
const REFUSED = /^refused 4\d\d /;
/** Its own page fails or is the last good one, and no visitor waits forever. */
const ITS_OWN = /^live, (\d\d\d ?)+$/;

const MEMORY: [name: string, code: string][] = [
  ['Buffers', `const kept = []; for (;;) kept.push(Buffer.alloc(16777216, 1));`],
  ['ArrayBuffers', `const kept = []; for (;;) kept.push(new Uint8Array(new ArrayBuffer(16777216)).fill(1));`],
  [
    'the heap',
    `const kept = []; for (;;) kept.push(new Array(100000).fill({}).map((_, index) => ({ index })));`,
  ],
  ['one long text', `let text = 'x'; for (;;) text = [text, text].join('');`],
];

const TIME: Case[] = [
  ['an endless loop', ITS_OWN, laterDoes('for (;;);', 4)],
  [
    'endless microtasks',
    ITS_OWN,
    laterDoes('const again = () => Promise.resolve().then(again); again();', 4),
  ],
  ['endless ticks', ITS_OWN, laterDoes('const again = () => process.nextTick(again); again();', 4)],
  ['a pattern that backtracks', ITS_OWN, laterDoes(`/^(a+)+$/.test('a'.repeat(40) + 'b');`, 4)],
  [
    'timers between calls',
    ITS_OWN,
    laterDoes('setInterval(() => { const end = Date.now() + 900; while (Date.now() < end); }, 1);', 4),
  ],
];

const CRASH: Case[] = [
  ['errors thrown from a timer', ITS_OWN, laterDoes(`setTimeout(() => { throw new Error('boom'); }, 1);`)],
  ['an unhandled rejection', ITS_OWN, laterDoes(`void Promise.reject(new Error('boom'));`)],
  ['an endless recursion', ITS_OWN, laterDoes('const deeper = () => deeper(); deeper();')],
  ['a thrown value without a text', ITS_OWN, laterDoes(`throw { toString() { throw 1; } };`)],
  [
    'a flood of log lines',
    ITS_OWN,
    laterDoes(`for (let line = 0; line < 100000; line++) console.error('x'.repeat(1000));`),
  ],
];

const POSTS = 5;
/** The number of answers to another visitor during the posts, which proves that the posts do not block. */
const LEAST_VISITS = 10;

/** A form on a page for which an HTML parser needs half a minute and 856 MB. */
function misnestedPage(draft: Draft): void {
  server(
    (text) => `${text}
;{ const own = module.exports.pages['legal.terms'];
   const { createElement } = require('react');
   const __html = '<b><i><u><s>'.repeat(1000) + '<p>'.repeat(1000) + '</b></i></u></s>'.repeat(600);
   module.exports.pages['legal.terms'] = { ...own, Component: (props) => createElement('main', {},
     own.Component(props), createElement('form', { action: '/api/odd', method: 'post', dangerouslySetInnerHTML: { __html } })) }; }`,
  )(draft);
  const field = { name: 'email', label: 'your address', kind: 'email' as const, required: true, max: 254 };
  const form = { name: 'odd', version: 1, kind: 'enquiry' as const, action: '/api/odd', page: '/terms' };
  manifest((release) => {
    release.routes.find(({ path }) => path === '/terms')!.query = ['sent'];
    release.forms = [{ ...form, minElapsedMs: 0, thanks: 'Thank you.', fields: [field] }];
  })(draft);
}

/** A route that lists 12 MB of addresses, each of which becomes five times as long in the sitemap. */
function endlessList(draft: Draft): void {
  const route = draft.release.routes[0]!;
  draft.release.routes.push({
    ...route,
    id: 'legal.many',
    path: '/legal-many/:page',
    query: [],
    samples: {},
  });
  server(
    (text) => `${text}
;{ const { createElement } = require('react');
   const paths = () => Array.from({ length: 40000 }, (_, n) => ({ path: '/legal-many/' + n + '&'.repeat(300) }));
   module.exports.pages['legal.many'] = { Component: () => createElement('main', {}, 'x'), server: { paths } }; }`,
  )(draft);
}

/** Sends invalid posts of several visitors. @returns their statuses, and whether others were served. */
async function postToMisnestedPage(site: HostileSite): Promise<string> {
  const published = await site.publish(misnestedPage);
  if (published !== 'live') return published;
  const post = async (index: number): Promise<number> => {
    const headers = { accept: 'text/html', 'x-forwarded-for': `198.51.100.${index}` };
    const body = new URLSearchParams({ email: 'mallory', elapsedMs: '9000' });
    const response = await fetch(`${site.gateway.url}/api/odd`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  };
  const answered = new AbortController();
  const posted = Promise.all(Array.from({ length: POSTS }, (_, index) => post(index))).finally(() =>
    answered.abort(),
  );
  let visits = 0;
  while (!answered.signal.aborted) {
    await site.visit('/about');
    visits++;
  }
  const others = visits >= LEAST_VISITS ? 'others were served' : `${visits} visits of others`;
  return `live, ${(await posted).join(' ')}, ${others}`;
}

export const costAttacks: Attack[] = [
  ...attacksOn('the main thread', [
    [
      'posts to a page of misnested elements',
      /^refused 422 ADMISSION_PAGE .*nested more than 256 deep/,
      postToMisnestedPage,
      { slow: true },
    ],
    ['endless lists of addresses', /^refused 422 ADMISSION_PAGE/, (site) => site.publish(endlessList)],
  ]),
  ...attacksOn(
    'unbounded memory',
    MEMORY.flatMap(([name, code]): Case[] => [
      [
        `${name}, when the bundle is loaded`,
        REFUSED,
        (site) => site.publish(server((text) => `${code}\n${text}`)),
        { slow: true },
      ],
      [`${name}, on a live page`, ITS_OWN, laterDoes(code, 3), { slow: true }],
    ]),
  ),
  ...attacksOn(
    'unbounded time',
    TIME.map(([name, expected, run]) => [name, expected, run, { slow: true }]),
  ),
  ...attacksOn('crashes', CRASH),
  ...attacksOn('loading the bundle', [
    [
      'a loop when the bundle is loaded',
      REFUSED,
      (site) => site.publish(server((text) => `for (;;);\n${text}`)),
      { slow: true },
    ],
    [
      'a bundle of half a million brackets',
      REFUSED,
      (site) => site.publish(server((text) => `${'['.repeat(500_000)}${text}`)),
    ],
  ]),
];
