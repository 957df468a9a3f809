import { createHash } from 'node:crypto';
import type { Release } from '@voltframe/kit/contract/release/release';
import { contact } from '../../mfe-marketing/src/forms/contact.ts';
import {
  browserPage,
  type Draft,
  change,
  component,
  container,
  loader,
  manifest,
  page,
  server,
} from './draft-release.ts';

export interface BadRelease {
  kind: string;
  name: string;
  app: 'blog' | 'legal' | 'marketing' | 'shell';
  /** What each defect of the answer has to say: `CODE app: reason`, or `CODE: message` of a body that is no pack. */
  says: RegExp;
  spoil(draft: Draft): void;
  /** The manifest is made to fit the files again, so that only the named defect is left. Default true. */
  seal?: boolean;
}

function rename(draft: Draft, to: string): void {
  const body = draft.files.get('data/documents/terms.json') ?? Buffer.from('{}');
  draft.files.set(to, body);
}

type Case = [
  kind: string,
  name: string,
  says: RegExp,
  spoil: (draft: Draft) => void,
  more?: Partial<BadRelease>,
];

const inBrowser = (kind: string, name: string, reason: RegExp, body: string): Case => [
  kind,
  name,
  new RegExp(`^ADMISSION_HYDRATION legal: /terms \\(legal\\.terms\\) fails in the browser: ${reason.source}`),
  browserPage(body),
];
const elsewhere = (name: string, test: string): Case => [
  'visitor',
  name,
  /^ADMISSION_HYDRATION legal: \/terms \(legal\.terms\) fails in the browser for a visitor in another zone, locale, time and width: the HTML differs first/,
  browserPage(
    `return ui.jsxs(ui.Fragment, { children: [shown, (${test}) && ui.jsx('p', { children: 'more' })] });`,
  ),
];

/** In the code for browsers alone: the server renders the page as it was. */
const HYDRATIONS: Case[] = [
  inBrowser('hydration', 'a throw in the first rendering', /boom/, `throw new Error('boom');`),
  inBrowser(
    'hydration',
    'a throw where a browser is asked for',
    /boom/,
    `if (typeof window !== 'undefined') throw new Error('boom'); return shown;`,
  ),
  inBrowser(
    'hydration',
    'a throw in an effect',
    /boom/,
    `return ui.jsxs(ui.Fragment, { children: [shown, mounted(() => { throw new Error('boom'); })] });`,
  ),
  inBrowser(
    'hydration',
    'a property of undefined in an effect',
    /Cannot read properties of undefined/,
    `return ui.jsxs(ui.Fragment, { children: [shown, mounted(() => window.nothing.there)] });`,
  ),
  inBrowser(
    'hydration',
    'a second rendering without end',
    /.*(?:#185|again and again)/,
    `return ui.jsxs(ui.Fragment, { children: [shown, mounted((it) => it.again())] });`,
  ),
  inBrowser(
    'hydration',
    'messages to itself without end',
    /it renders again and again without end/,
    `const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0); port1.onmessage(); return shown;`,
  ),
  inBrowser('hydration', 'a loop without end', /it used more than \d+ ms of the processor/, 'for (;;);'),
  inBrowser(
    'later',
    'a throw in a timer',
    /boom/,
    `setTimeout(() => { throw new Error('boom'); }); return shown;`,
  ),
  inBrowser(
    'later',
    'a throw a while after hydration',
    /boom/,
    `return ui.jsxs(ui.Fragment, { children: [shown, mounted(() => setTimeout(() => { throw new Error('boom'); }, 200))] });`,
  ),
  inBrowser(
    'later',
    'a throw in a frame',
    /boom/,
    `requestAnimationFrame(() => { throw new Error('boom'); }); return shown;`,
  ),
  inBrowser(
    'later',
    'a throw when it is seen',
    /boom/,
    `return ui.jsxs(ui.Fragment, { children: [shown, mounted(() => new IntersectionObserver(() => { throw new Error('boom'); }).observe(document.body))] });`,
  ),
  inBrowser(
    'later',
    'a rejection that nobody handles',
    /an unhandled rejection: boom/,
    `Promise.reject(new Error('boom')); return shown;`,
  ),
  inBrowser(
    'difference',
    'an element more',
    /the HTML differs first in .*: the server has nothing, the browser <p>more/,
    `return ui.jsxs(ui.Fragment, { children: [shown, ui.jsx('p', { children: 'more' })] });`,
  ),
  inBrowser(
    'difference',
    'an element less',
    /the HTML differs first in .*: the server has <article>/,
    'return null;',
  ),
  inBrowser(
    'difference',
    'another element around it',
    /the HTML differs first in .*: the server has <article>.*, the browser <section>/,
    `return ui.jsx('section', { children: shown });`,
  ),
  inBrowser(
    'difference',
    'chance',
    /the HTML differs first in .*/,
    `return ui.jsx('p', { children: Math.random() });`,
  ),
  elsewhere('a date in the zone of the visitor', 'new Date(0).getHours() !== 0'),
  elsewhere('a number in the locale of the visitor', `(1234.5).toLocaleString() !== '1,234.5'`),
  elsewhere('the clock of the visitor', `Date.now() > ${Date.now() + 12 * 3_600_000}`),
  elsewhere('the width of the window', 'innerWidth < 600'),
  elsewhere('the language of the browser', `navigator.language !== 'en-US'`),
];

/** In parts, so that nobody who looks for secrets finds this file. */
const joined = (...parts: string[]): string => parts.join('');
const CHANCE = 'q7Zp2Xk9Wm4Rt8Yb3Nc6Vd1Hs5Lf0Jg2Qa7Ue9Ti4Po';
const secret = (name: string, what: RegExp, text: string): Case => [
  'secret',
  name,
  new RegExp(`^ADMISSION_SECRET legal: .* holds ${what.source}: .{6}…$`),
  server((code) => `${code}\nconst unused = ${JSON.stringify(text)};`),
];

const CASES: Case[] = [
  secret('a private key', /a private key/, joined('-----BEGIN ', 'EC', ' PRIVATE KEY-----')),
  secret('a GitHub token', /a GitHub token/, `ghp_${CHANCE.slice(0, 36)}`),
  secret(
    'a password in an address',
    /an address with a password/,
    joined('postgres://team:', 'hunter22', '@db/site'),
  ),
  [
    'secret',
    'a key in the code for browsers',
    /^ADMISSION_SECRET legal: .* holds a text of chance beside a telling name: q7Zp2X…$/,
    page(`const apiKey = "${CHANCE}";`),
  ],
  [
    'build',
    'a development build',
    /^ADMISSION_DEVELOPMENT legal: This is a development build$/,
    manifest((r) => (r.development = true)),
  ],
  [
    'schema',
    'an unknown schema version',
    /^PACK_MANIFEST_INVALID: legal: .*: schema: .*expected 1$/,
    manifest((r) => Object.assign(r, { schema: 2 })),
  ],
  [
    'schema',
    'no routes',
    /^PACK_MANIFEST_INVALID: legal: .*: routes: .*expected array/,
    manifest((r) => Object.assign(r, { routes: undefined })),
  ],
  [
    'schema',
    'a route pattern that is none',
    /^PACK_MANIFEST_INVALID: legal: .*: routes\.0\.path: not the pattern of a route: it does not begin with a slash$/,
    manifest((r) => (r.routes[0]!.path = 'terms')),
  ],
  [
    'schema',
    'two routes with one id',
    /^PACK_MANIFEST_INVALID: legal: .*: routes\.1\.id: two routes have the id legal\.terms$/,
    manifest((r) => (r.routes[1]!.id = r.routes[0]!.id)),
  ],
  [
    'schema',
    'a bad app name',
    /^PACK_MANIFEST_INVALID: legal: .*: app: not an app name$/,
    manifest((r) => (r.app = 'Le Gal')),
  ],
  [
    'schema',
    'a manifest that is no JSON',
    /^PACK_MANIFEST_INVALID: legal: .*: it is not JSON$/,
    (d) => (d.manifestText = '{ "schema": 1,'),
  ],
  [
    'digest',
    'a digest of something else',
    /^PACK_DIGEST_WRONG: legal:/,
    (d) => (d.release.digest = '0'.repeat(64)),
    { seal: false },
  ],
  [
    'digest',
    'a field changed after the build',
    /^PACK_DIGEST_WRONG: marketing:/,
    manifest((r) => (r.forms = [])),
    { seal: false, app: 'marketing' },
  ],
  [
    'hash',
    'a flipped bit in a page',
    /^PACK_FILE_WRONG: legal: client\/pages\.legal\.\w+\.[0-9a-f]{10}\.js .*another sha-256$/,
    (d) => {
      const [file] = d.release.routes[0]!.js;
      const body = Buffer.from(d.files.get(file!)!);
      body[10]! ^= 1;
      d.files.set(file!, body);
    },
    { seal: false },
  ],
  [
    'hash',
    'a truncated server bundle',
    /^PACK_FILE_WRONG: legal: server\/server\.cjs .*it has 100 bytes, \d+ are declared$/,
    (d) => d.files.set('server/server.cjs', d.files.get('server/server.cjs')!.subarray(0, 100)),
    { seal: false },
  ],
  [
    'hash',
    'a missing file',
    /^PACK_FILE_MISSING: legal: server\/server\.cjs /,
    (d) => d.files.delete('server/server.cjs'),
    { seal: false },
  ],
  [
    'path',
    'a file outside the release',
    /^PACK_MANIFEST_INVALID: legal: .*: files\.client\/\.\.\/\.\.\/evil\.js: not a safe path/,
    (d) => rename(d, 'client/../../evil.js'),
  ],
  [
    'path',
    'an absolute file',
    /^PACK_MANIFEST_INVALID: legal: .*: files\.\/etc\/evil: not a safe path/,
    (d) => rename(d, '/etc/evil'),
  ],
  [
    'path',
    'a file in another folder',
    /^PACK_MANIFEST_INVALID: legal: .*: files\.elsewhere\/x\.json: not a safe path/,
    (d) => rename(d, 'elsewhere/x.json'),
  ],
  [
    'path',
    'a name with a backslash',
    /^PACK_MANIFEST_INVALID: legal: .*: files\.client\\evil\.js: not a safe path/,
    (d) => rename(d, 'client\\evil.js'),
  ],
  [
    'clash',
    'a route of another app',
    /^ADMISSION_ROUTE_CLASH legal: \/about \(legal\.terms\) clashes with \/about of marketing$/,
    manifest((r) => (r.routes[0]!.path = '/about')),
  ],
  [
    'schema',
    'a route of another app in capitals',
    /^PACK_MANIFEST_INVALID: legal: .*: routes\.0\.path: not the pattern of a route: its segment "About" has capitals$/,
    manifest((r) => (r.routes[0]!.path = '/About')),
  ],
  [
    'clash',
    'a parameter in the place of another',
    /^ADMISSION_ROUTE_CLASH legal: \/blog\/:id \(legal\.terms\) clashes with \/blog\/:slug of blog$/,
    manifest((r) => {
      r.routes[0]!.path = '/blog/:id';
      delete r.navigation!['terms'];
    }),
  ],
  [
    'clash',
    'a route id of another app',
    /^ADMISSION_NAME_CLASH legal: The route blog\.list exists in blog/,
    manifest((r) => {
      r.routes[0]!.id = 'blog.list';
      delete r.navigation!['terms'];
    }),
  ],
  [
    'clash',
    'an island of another app',
    /^ADMISSION_NAME_CLASH legal: The island LatestPosts exists in blog/,
    manifest((r) => (r.islands = { LatestPosts: { css: [] } })),
  ],
  [
    'shared',
    'a React that the shell does not have',
    /^ADMISSION_SHARED_VERSION legal: legal needs react \^18\.0\.0, the shell provides 19/,
    manifest((r) => (r.shared.requires['react'] = '^18.0.0')),
  ],
  [
    'shared',
    'a module that nobody provides',
    /^ADMISSION_SHARED_MISSING legal: legal needs lodash,/,
    manifest((r) => (r.shared.requires['lodash'] = '^4.0.0')),
  ],
  [
    'guard',
    'a guard that does not exist',
    /^ADMISSION_UNKNOWN_GUARD legal: The guard members \(\/terms\) does not exist$/,
    manifest((r) => Object.assign(r.routes[0]!, { guards: ['members'], prerender: false })),
  ],
  [
    'guard',
    'a guarded page rendered ahead',
    /^PACK_MANIFEST_INVALID: legal: .*: routes\.0\.prerender: a guarded page cannot be prerendered$/,
    manifest((r) => Object.assign(r.routes[0]!, { guards: ['members'], prerender: true })),
  ],
  [
    'rule',
    "a rule for another app's path",
    /^ADMISSION_FOREIGN_RULE legal: The rule \/blog\/\*\* /,
    manifest((r) => (r.rules = { '/blog/**': { redirect: '/terms' } })),
  ],
  [
    'rule',
    'a segment kept that it never had',
    /^ADMISSION_KEEPS_NEVER_HAD legal: legal keeps \/imprint, which it does not have$/,
    manifest((r) => (r.keeps = ['/imprint'])),
  ],
  [
    'rule',
    'the kept segment of another app',
    /^ADMISSION_KEEPS_NEVER_HAD legal: legal keeps \/blog, which it does not have$/,
    manifest((r) => (r.keeps = ['/blog'])),
  ],
  [
    'rule',
    'a rule for the whole site',
    /^ADMISSION_FOREIGN_RULE legal: The rule \/\*\* /,
    manifest((r) => (r.rules = { '/**': { redirect: '/terms' } })),
  ],
  [
    'rule',
    'a cookie by rule',
    /^ADMISSION_RULE_HEADER legal: The rule \/terms sets the header Set-Cookie$/,
    manifest((r) => (r.rules = { '/terms': { headers: { 'Set-Cookie': 'a=1' } } })),
  ],
  [
    'rule',
    'a policy by rule',
    /^ADMISSION_RULE_HEADER legal: The rule \/terms sets the header content-security-policy$/,
    manifest((r) => (r.rules = { '/terms': { headers: { 'content-security-policy': '*' } } })),
  ],
  [
    'form',
    'the form of another app',
    /^ADMISSION_NAME_CLASH legal: The (form contact|address of a form \/api\/contact) exists in marketing already$/,
    manifest((r) => declareForm(r, {})),
  ],
  [
    'form',
    'a form of ten thousand fields',
    /^PACK_MANIFEST_INVALID: legal: .*: forms\.0\.fields: /,
    manifest((r) => declareForm(r, { fields: Array.from({ length: 10_000 }, () => contact.fields[0]!) })),
  ],
  [
    'form',
    'a field in the place of one of the platform',
    /^PACK_MANIFEST_INVALID: legal: .*: forms\.0\.fields\.0\.name: no field may have the name elapsedMs/,
    manifest((r) => {
      const [first, ...others] = contact.fields;
      declareForm(r, { fields: [{ ...first!, name: 'elapsedMs' }, ...others] });
    }),
  ],
  [
    'budget',
    'scripts over the budget',
    /^ADMISSION_BUDGET legal: legal\.terms adds \d+ bytes of js, 30000 are allowed: \d+ too many$/,
    page(`export const weight = ${JSON.stringify(noise(90_000))};`),
  ],
  [
    'bundle',
    'a server bundle with a syntax error',
    /^ADMISSION_BUNDLE legal: .*"legal": Unexpected token '}'/,
    server((text) => `${text}\n}{`),
  ],
  [
    'bundle',
    'a server bundle that throws',
    /^ADMISSION_BUNDLE legal: .*"legal": boom/,
    server((text) => `throw new Error('boom');${text}`),
  ],
  [
    'bundle',
    'a server bundle that asks for node:fs',
    /^ADMISSION_BUNDLE legal: .*"legal" asks for "node:fs"/,
    server((text) => `require('node:fs');${text}`),
  ],
  [
    'bundle',
    'a server bundle that asks for a package',
    /^ADMISSION_BUNDLE legal: .*"legal" asks for "left-pad"/,
    server((text) => `require('left-pad');${text}`),
  ],
  [
    'render',
    'a component that throws',
    /^ADMISSION_PAGE legal: \/terms \(legal\.terms\) .*: boom$/,
    component(`throw new Error('boom');`),
  ],
  [
    'render',
    'an empty page',
    /^ADMISSION_PAGE legal: \/terms \(legal\.terms\) .*: it is empty$/,
    component('return null;'),
  ],
  [
    'render',
    'a loader that throws',
    /^ADMISSION_PAGE legal: \/terms \(legal\.terms\) .*: boom$/,
    loader(`throw new Error('boom');`),
  ],
  [
    'render',
    'a loader that never ends',
    /^ADMISSION_PAGE legal: \/terms \(legal\.terms\) .*took longer than \d+ ms/,
    loader('await new Promise(() => {});'),
  ],
  [
    'render',
    'a query value that nobody thought of',
    /^ADMISSION_PAGE legal: \/terms\?of=a-value-\S+ \(legal\.terms\) .*: boom$/,
    (d) => {
      const terms = d.release.routes.find(({ path }) => path === '/terms')!;
      terms.query = ['of'];
      const asked = `require('@voltframe/kit/react').useSearchParams()[0].has('of')`;
      component(`if (${asked}) throw new Error('boom'); return 'a page';`)(d);
    },
  ],
  [
    'query',
    'a sample of a query that its page does not show',
    /^ADMISSION_PAGE legal: \/terms\?of=privacy \(legal\.terms\) .*: boom$/,
    askedFor('privacy', `throw new Error('boom')`),
  ],
  [
    'query',
    'a sample of a query that leaves its page empty',
    /^ADMISSION_PAGE legal: \/terms\?of=privacy \(legal\.terms\) .*: it is empty$/,
    askedFor('privacy', 'return null'),
  ],
  [
    'render',
    'a loop that never ends',
    /^ADMISSION_PAGE legal: \/terms \(legal\.terms\) .*took longer than \d+ ms/,
    component('for (;;);'),
  ],
  [
    'render',
    'a page that ends its process',
    /^ADMISSION_PAGE legal: \/terms \(legal\.terms\) .*process\.exit is not available/,
    component('process.exit(1);'),
  ],
  [
    'render',
    'content that is not there',
    /^ADMISSION_PAGE legal: \/terms \(legal\.terms\) .*documents\/terms\.md is missing$/,
    (d) => {
      d.files.delete('data/documents/terms.json');
      delete d.release.files['data/documents/terms.json'];
    },
  ],
  [
    'island',
    'an island that throws',
    /^ADMISSION_ISLAND blog: The island LatestPosts .*: boom$/,
    (d) =>
      change(
        d,
        'server/server.cjs',
        (text) =>
          `${text}\nmodule.exports.islands.LatestPosts = { Component: () => { throw new Error('boom'); } };`,
      ),
    { app: 'blog' },
  ],
  [
    'link',
    'a link to a path of nobody',
    /^ADMISSION_DEAD_LINK legal: \/terms links to \/nowhere, where nothing is$/,
    shows('<a href="/nowhere?x=1#y">there</a>'),
  ],
  [
    'link',
    'a link to a post that does not exist',
    /^ADMISSION_DEAD_LINK legal: \/terms links to \/blog\/no-such-post, where nothing is$/,
    shows('<a href="blog/no-such-post">there</a>'),
  ],
  [
    'link',
    'a link to a role that does not exist',
    /^ADMISSION_DEAD_LINK legal: \/terms links to \/careers\/no-such-role, where nothing is$/,
    shows('<a href="/careers/no-such-role">there</a>'),
  ],
  [
    'link',
    'a link below a page',
    /^ADMISSION_DEAD_LINK legal: \/terms links to \/privacy\/more, where nothing is$/,
    shows('<a href="/privacy/more">there</a>'),
  ],
  [
    'link',
    'a link to a file that is not there',
    /^ADMISSION_DEAD_LINK legal: \/terms links to \/assets\/legal\/cv\.0000000000\.pdf, where nothing is$/,
    shows('<a download href="/assets/legal/cv.0000000000.pdf">there</a>'),
  ],
  [
    'link',
    'a link to a redirect that leads nowhere',
    /^ADMISSION_DEAD_LINK legal: \/terms links to \/terms\/old, where nothing is$/,
    (d) => {
      d.release.rules['/terms/old'] = { redirect: '/terms/older' };
      shows('<a href="/terms/old">there</a>')(d);
    },
  ],
  [
    'link',
    'a page taken away that the other page links to',
    /^ADMISSION_DEAD_LINK legal: \/terms links to \/privacy, where nothing is$/,
    (d) => {
      d.release.routes = d.release.routes.filter(({ path }) => path !== '/privacy');
      delete d.release.navigation!['privacy'];
      shows('<a href="/privacy">there</a>')(d);
    },
  ],
  [
    'island',
    'an island that no app has',
    /^ADMISSION_LOST_ISLAND marketing: \/ embeds the island NoSuchIsland, which no app has$/,
    (d) => {
      const renamed = (text: string): string => text.replaceAll('LatestPosts', 'NoSuchIsland');
      change(d, 'server/server.cjs', renamed);
      change(d, 'client/pages.marketing.home', renamed);
    },
    { app: 'marketing' },
  ],
  [
    'browser',
    'a script that does not parse',
    /^ADMISSION_CLIENT_SYNTAX legal: pages\.legal\.terms\.\w+\.js .*Unexpected token \(1:0\)$/,
    page('}{'),
  ],
  [
    'browser',
    'an import that leads nowhere',
    /^ADMISSION_CLIENT_IMPORT legal: pages\.legal\.terms\.\w+\.js imports \/assets\/legal\/gone\.js,/,
    page(`import '/assets/legal/gone.js';`),
  ],
  [
    'browser',
    'a dynamic import that leads nowhere',
    /^ADMISSION_CLIENT_IMPORT legal: pages\.legal\.terms\.\w+\.js imports \.\/gone\.js,/,
    page(`const later = () => import('./gone.js');`),
  ],
  [
    'browser',
    "an import of another app's script",
    /^ADMISSION_CLIENT_IMPORT legal: pages\.legal\.terms\.\w+\.js imports \/assets\/blog\/blog\.js,/,
    page(`import '/assets/blog/blog.js';`),
  ],
  [
    'browser',
    'a container that throws',
    /^ADMISSION_CONTAINER legal: .*: boom\b/,
    container((text) => `throw new Error('boom');${text}`),
  ],
  [
    'browser',
    'a container without init and get',
    /^ADMISSION_CONTAINER legal: .*: it exports no init and get$/,
    container(() => 'export const nothing = 1;'),
  ],
  [
    'browser',
    'a container that has not the expose',
    /^ADMISSION_CONTAINER legal: .*: \.\/pages\/legal\.terms: .*does not exist/,
    container((text) => text.replaceAll('./pages/legal.terms', './pages/legal.gone')),
  ],
  [
    'browser',
    'a page module that throws',
    /^ADMISSION_CONTAINER legal: .*: \.\/pages\/legal\.terms: boom\b/,
    page(`throw new Error('boom');`),
  ],
  ...HYDRATIONS,
];

/** At least 90 releases of at least 20 kinds, one defect each; more than 20 of them in the code for browsers alone. */
export const BAD_RELEASES: BadRelease[] = CASES.map(([kind, name, says, spoil, more]) => ({
  kind,
  name,
  says,
  spoil,
  app: 'legal',
  ...more,
}));

/** Text that does not compress, the same each time. */
function noise(bytes: number): string {
  let text = '';
  for (let i = 0; text.length < bytes; i++) text += createHash('sha256').update(String(i)).digest('base64');
  return text.slice(0, bytes);
}

/** The text of the terms page ends with this HTML. */
function shows(html: string): (draft: Draft) => void {
  return ({ files }) => {
    const file = 'data/documents/terms.json';
    const document = JSON.parse(String(files.get(file))) as { html: string };
    files.set(file, Buffer.from(JSON.stringify({ ...document, html: document.html + html })));
  };
}

/** The terms page does so where its query has a value that it declares. */
function askedFor(value: string, body: string): (draft: Draft) => void {
  return (draft) => {
    const terms = draft.release.routes.find(({ path }) => path === '/terms')!;
    Object.assign(terms, { query: ['of'], samples: { of: [value] } });
    const given = `require('@voltframe/kit/react').useSearchParams()[0].get('of')`;
    component(`if (${given} === '${value}') ${body}; return 'a page';`)(draft);
  };
}

/** On the first page of the release, as the contact form is declared but for a change. */
function declareForm(release: Release, other: Partial<Release['forms'][number]>): void {
  const [route] = release.routes;
  route!.query = ['sent'];
  release.forms = [{ ...contact, page: route!.path, ...other }];
}
