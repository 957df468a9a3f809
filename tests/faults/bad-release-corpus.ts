import { createHash } from 'node:crypto';
import type { Release } from '@voltframe/kit/contract/release/release';
import { contact } from '../../mfe-marketing/src/forms/contact.ts';
import {
  browserIsland,
  browserPage,
  type Draft,
  change,
  component,
  container,
  loader,
  manifest,
  page,
  remove,
  server,
} from './draft-release.ts';

export interface BadRelease {
  kind: string;
  name: string;
  app: 'blog' | 'legal' | 'marketing' | 'shell';
  /** Matches each defect of the answer: `CODE app: reason`, or `CODE: message` of an invalid pack. */
  defect: RegExp;
  spoil(draft: Draft): void;
  /** Whether sizes, hashes and digest are corrected, so that the release has no other defect. Default true. */
  seal?: boolean;
}

type Case = [
  kind: string,
  name: string,
  defect: RegExp,
  spoil: (draft: Draft) => void,
  more?: Partial<BadRelease>,
];
/** A case of a group with one kind and error code; `reason` follows the code and the app. */
type CodeCase = [name: string, reason: RegExp, spoil: (draft: Draft) => void];
type ManifestCase = [name: string, reason: RegExp, edit: (release: Release) => void];

const withCode = (kind: string, code: string, cases: CodeCase[]): Case[] =>
  cases.map(([name, reason, spoil]) => [kind, name, new RegExp(`^${code} legal: ${reason.source}`), spoil]);
const withManifest = (kind: string, code: string, cases: ManifestCase[]): Case[] =>
  withCode(
    kind,
    code,
    cases.map(([name, reason, edit]) => [name, reason, manifest(edit)]),
  );
/** Cases that the schema of the manifest refuses, by field. */
const invalid = (kind: string, cases: CodeCase[]): Case[] =>
  cases.map(([name, field, spoil]) => [
    kind,
    name,
    new RegExp(`^PACK_MANIFEST_INVALID: legal: .*: ${field.source}`),
    spoil,
  ]);
const invalidManifest = (kind: string, cases: ManifestCase[]): Case[] =>
  invalid(
    kind,
    cases.map(([name, field, edit]) => [name, field, manifest(edit)]),
  );

const THROW = `throw new Error('boom');`;
/** The original page with an element after it. */
const beside = (element: string): string => `return ui.jsxs(ui.Fragment, { children: [shown, ${element}] });`;
const inEffect = (code: string): string => beside(`mounted((it) => { ${code} })`);
const MORE = `ui.jsx('p', { children: 'more' })`;

const inBrowser = (kind: string, cases: [name: string, reason: RegExp, body: string][]): Case[] =>
  withCode(
    kind,
    'ADMISSION_HYDRATION',
    cases.map(([name, { source }, body]) => [
      name,
      new RegExp(`/terms \\(legal\\.terms\\) fails in the browser: ${source}`),
      browserPage(body),
    ]),
  );
const ELSEWHERE = / for a visitor in another zone, locale, time and width: the HTML differs first/;
const elsewhere = (cases: [name: string, test: string][]): Case[] =>
  withCode(
    'visitor',
    'ADMISSION_HYDRATION',
    cases.map(([name, test]) => [
      name,
      new RegExp(`/terms \\(legal\\.terms\\) fails in the browser${ELSEWHERE.source}`),
      browserPage(beside(`(${test}) && ${MORE}`)),
    ]),
  );

/** Defects in the code for browsers only; the server renders the original page. */
const HYDRATIONS: Case[] = [
  ...inBrowser('hydration', [
    ['a throw in the first rendering', /boom/, THROW],
    [
      'a throw after a check for a browser',
      /boom/,
      `if (typeof window !== 'undefined') ${THROW} return shown;`,
    ],
    ['a throw in an effect', /boom/, inEffect(THROW)],
    [
      'a property of undefined in an effect',
      /Cannot read properties of undefined/,
      inEffect('window.nothing.there'),
    ],
    ['endless renderings', /.*(?:#185|again and again)/, inEffect('it.again()')],
    [
      'endless messages to itself',
      /it renders again and again without end/,
      `const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0); port1.onmessage(); return shown;`,
    ],
    ['an endless loop', /it used more than \d+ ms of the processor/, 'for (;;);'],
  ]),
  ...inBrowser('later', [
    ['a throw in a timer', /boom/, `setTimeout(() => { ${THROW} }); return shown;`],
    ['a throw a while after hydration', /boom/, inEffect(`setTimeout(() => { ${THROW} }, 200)`)],
    ['a throw in a frame', /boom/, `requestAnimationFrame(() => { ${THROW} }); return shown;`],
    [
      'a throw in an IntersectionObserver',
      /boom/,
      inEffect(`new IntersectionObserver(() => { ${THROW} }).observe(document.body)`),
    ],
    [
      'an unhandled rejection',
      /an unhandled rejection: boom/,
      `Promise.reject(new Error('boom')); return shown;`,
    ],
  ]),
  ...inBrowser('difference', [
    [
      'an additional element',
      /the HTML differs first in .*: the server has nothing, the browser <p>more/,
      beside(MORE),
    ],
    ['a missing element', /the HTML differs first in .*: the server has <article>/, 'return null;'],
    [
      'a different outer element',
      /the HTML differs first in .*: the server has <article>.*, the browser <section>/,
      `return ui.jsx('section', { children: shown });`,
    ],
    ['a random number', /the HTML differs first in .*/, `return ui.jsx('p', { children: Math.random() });`],
  ]),
  ...elsewhere([
    ['a date in the zone of the visitor', 'new Date(0).getHours() !== 0'],
    ['a number in the locale of the visitor', `(1234.5).toLocaleString() !== '1,234.5'`],
    ['the clock of the visitor', `Date.now() > ${Date.now() + 12 * 3_600_000}`],
    ['the width of the window', 'innerWidth < 600'],
    ['the language of the browser', `navigator.language !== 'en-US'`],
  ]),
];

/** On pages of the blog and of marketing; admission refuses the blog. */
const inIsland = (cases: [name: string, reason: RegExp, before: RegExp, after: string][]): Case[] =>
  cases.map(([name, { source }, before, after]) => [
    'interactive island',
    name,
    new RegExp(
      `^ADMISSION_HYDRATION blog: \\S+ \\((?:blog|marketing)\\.\\w+\\) fails in the browser: .*(?:${source})`,
    ),
    browserIsland(before, after),
    { app: 'blog' },
  ]);
/** The start of the component, and the handler of a button. */
const BODY = /(?<=function \w\(\{code:\w=""\}\)\{)/;
const EFFECT = /(?<=useEffect\)\(\(\)=>)(?=\w\.current\?)/;
/** Adds a button to the island. */
const ADDED = `(()=>{const added=document.createElement("button");added.onclick=()=>{for(;;);};
  document.querySelector("[data-interactive]").append(added)})()||`;
const ISLANDS: Case[] = [
  ...inIsland([
    ['a throw in its hydration', /boom/, BODY, THROW],
    ['other HTML than that of the server', /differs first/, /(?<=jsx\)\()"div"(?=,\{className:\w\.)/, '"p"'],
    ['a promise that never resolves', /never answers/, BODY, 'throw new Promise(() => {});'],
    ['an endless loop in its hydration', /it used more than \d+ ms/, BODY, 'for (;;);'],
    ['an endless loop at its first click', /it used more than \d+ ms/, EFFECT, ADDED],
  ]),
  [
    'interactive island',
    'a script that throws',
    /^ADMISSION_CONTAINER blog: .*CodeSample.*boom/,
    browserIsland(/^/, THROW),
    { app: 'blog' },
  ],
];

/** Joins the parts of a secret, so that secret scanners ignore this file. */
const joined = (...parts: string[]): string => parts.join('');
const CHANCE = 'q7Zp2Xk9Wm4Rt8Yb3Nc6Vd1Hs5Lf0Jg2Qa7Ue9Ti4Po';
const secret = (name: string, text: string): CodeCase => [
  name,
  new RegExp(`Secret in .*: ${name}, .{6}…$`),
  server((code) => `${code}\nconst unused = ${JSON.stringify(text)};`),
];

/** The terms page has a dead link. */
const deadLink = (name: string, target: string, html: string, spoil?: (draft: Draft) => void): CodeCase => [
  name,
  new RegExp(`/terms links to ${target.replaceAll('.', '\\.')}, which does not exist$`),
  (draft) => {
    spoil?.(draft);
    shows(html)(draft);
  },
];
const TERMS = /\/terms \(legal\.terms\) .*/.source;
const onTerms = (name: string, reason: RegExp, spoil: (draft: Draft) => void): CodeCase => [
  name,
  new RegExp(TERMS + reason.source),
  spoil,
];
const SCRIPT = /pages\.legal\.terms\.\w+\.js /.source;
const inScript = (name: string, reason: RegExp, code: string): CodeCase => [
  name,
  new RegExp(SCRIPT + reason.source),
  page(code),
];
/** A file with another name, also in the manifest. */
const renamed =
  (to: string) =>
  ({ files }: Draft): void =>
    void files.set(to, files.get('data/documents/terms.json')!);
const [BUNDLE, DOCUMENT] = ['server/server.cjs', 'data/documents/terms.json'];

const CASES: Case[] = [
  ...withCode('secret', 'ADMISSION_SECRET', [
    secret('a private key', joined('-----BEGIN ', 'EC', ' PRIVATE KEY-----')),
    secret('a GitHub token', `ghp_${CHANCE.slice(0, 36)}`),
    secret('an address with a password', joined('postgres://team:', 'hunter22', '@db/site')),
    [
      'a key in the code for browsers',
      /Secret in .*: a random text with the name of a secret, q7Zp2X…$/,
      page(`const apiKey = "${CHANCE}";`),
    ],
  ]),
  ...withManifest('build', 'ADMISSION_DEVELOPMENT', [
    ['a development build', /This is a development build$/, (r) => (r.development = true)],
  ]),
  ...invalidManifest('schema', [
    ['an unknown schema version', /schema: .*expected 1$/, (r) => Object.assign(r, { schema: 2 })],
    ['no routes', /routes: .*expected array/, (r) => Object.assign(r, { routes: undefined })],
    [
      'an invalid route pattern',
      /routes\.0\.path: not the pattern of a route: it does not begin with a slash$/,
      (r) => (r.routes[0]!.path = 'terms'),
    ],
    [
      'two routes with one id',
      /routes\.1\.id: two routes have the id legal\.terms$/,
      (r) => (r.routes[1]!.id = r.routes[0]!.id),
    ],
    ['a bad app name', /app: not an app name$/, (r) => (r.app = 'Le Gal')],
    [
      'a route of another app in capitals',
      /routes\.0\.path: not the pattern of a route: its segment "About" has capitals$/,
      (r) => (r.routes[0]!.path = '/About'),
    ],
  ]),
  [
    'schema',
    'a manifest that is not JSON',
    /^PACK_MANIFEST_INVALID: legal: .*: it is not JSON$/,
    (d) => (d.manifestText = '{ "schema": 1,'),
  ],
  [
    'digest',
    'a wrong digest',
    /^PACK_DIGEST_WRONG: legal:/,
    manifest((r) => (r.digest = '0'.repeat(64))),
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
    (d) => d.files.set(BUNDLE, d.files.get(BUNDLE)!.subarray(0, 100)),
    { seal: false },
  ],
  [
    'hash',
    'a missing file',
    /^PACK_FILE_MISSING: legal: server\/server\.cjs /,
    (d) => d.files.delete(BUNDLE),
    { seal: false },
  ],
  ...invalid('path', [
    [
      'a file outside the release',
      /files\.client\/\.\.\/\.\.\/evil\.js: not a safe path/,
      renamed('client/../../evil.js'),
    ],
    ['an absolute file', /files\.\/etc\/evil: not a safe path/, renamed('/etc/evil')],
    ['a file in another folder', /files\.elsewhere\/x\.json: not a safe path/, renamed('elsewhere/x.json')],
    ['a name with a backslash', /files\.client\\evil\.js: not a safe path/, renamed('client\\evil.js')],
  ]),
  ...withManifest('clash', 'ADMISSION_ROUTE_CLASH', [
    [
      'a route of another app',
      /\/about \(legal\.terms\) clashes with \/about of marketing$/,
      (r) => (r.routes[0]!.path = '/about'),
    ],
    [
      'a route with another parameter name',
      /\/blog\/:id \(legal\.terms\) clashes with \/blog\/:slug of blog$/,
      (r) => {
        r.routes[0]!.path = '/blog/:id';
        delete r.navigation!['terms'];
      },
    ],
  ]),
  ...withManifest('clash', 'ADMISSION_NAME_CLASH', [
    [
      'a route id of another app',
      /The route blog\.list exists in blog/,
      (r) => {
        r.routes[0]!.id = 'blog.list';
        delete r.navigation!['terms'];
      },
    ],
    [
      'an island of another app',
      /The island LatestPosts exists in blog/,
      (r) => (r.islands = { LatestPosts: { css: [] } }),
    ],
  ]),
  ...withManifest('shared', 'ADMISSION_SHARED_VERSION', [
    [
      'a React that the shell does not have',
      /legal needs react \^18\.0\.0, the shell provides 19/,
      (r) => (r.shared.requires['react'] = '^18.0.0'),
    ],
  ]),
  ...withManifest('shared', 'ADMISSION_SHARED_MISSING', [
    [
      'a module that the shell does not provide',
      /legal needs lodash,/,
      (r) => (r.shared.requires['lodash'] = '^4.0.0'),
    ],
  ]),
  ...withManifest('guard', 'ADMISSION_UNKNOWN_GUARD', [
    [
      'a guard that does not exist',
      /The guard members \(\/terms\) does not exist$/,
      (r) => Object.assign(r.routes[0]!, { guards: ['members'], prerender: false }),
    ],
  ]),
  ...invalidManifest('guard', [
    [
      'a prerendered guarded page',
      /routes\.0\.prerender: a guarded page cannot be prerendered$/,
      (r) => Object.assign(r.routes[0]!, { guards: ['members'], prerender: true }),
    ],
  ]),
  ...withManifest('rule', 'ADMISSION_FOREIGN_RULE', [
    [
      "a rule for another app's path",
      /The rule \/blog\/\*\* /,
      (r) => (r.rules = { '/blog/**': { redirect: '/terms' } }),
    ],
    ['a rule for the whole site', /The rule \/\*\* /, (r) => (r.rules = { '/**': { redirect: '/terms' } })],
  ]),
  ...withManifest('rule', 'ADMISSION_KEEPS_NEVER_HAD', [
    [
      'a kept segment that it never had',
      /legal cannot keep \/imprint: its live release does not have this segment$/,
      (r) => (r.keeps = ['/imprint']),
    ],
    [
      'the kept segment of another app',
      /legal cannot keep \/blog: its live release does not have this segment$/,
      (r) => (r.keeps = ['/blog']),
    ],
  ]),
  ...withManifest('rule', 'ADMISSION_RULE_HEADER', [
    [
      'a cookie in a rule',
      /The rule \/terms sets the header Set-Cookie$/,
      (r) => (r.rules = { '/terms': { headers: { 'Set-Cookie': 'a=1' } } }),
    ],
    [
      'a content security policy in a rule',
      /The rule \/terms sets the header content-security-policy$/,
      (r) => (r.rules = { '/terms': { headers: { 'content-security-policy': '*' } } }),
    ],
  ]),
  ...withManifest('rule', 'ADMISSION_RULE_CACHE', [
    [
      'an immutable page in a rule',
      /The rule \/terms lets caches keep responses: cache-control: max-age is more than 3600 seconds$/,
      (r) =>
        (r.rules = { '/terms': { headers: { 'cache-control': 'public, max-age=31536000, immutable' } } }),
    ],
  ]),
  ...withManifest('form', 'ADMISSION_NAME_CLASH', [
    [
      'the form of another app',
      /The (form contact|address of a form \/api\/contact) exists in marketing already$/,
      (r) => declareForm(r, {}),
    ],
  ]),
  ...invalidManifest('form', [
    [
      'a form of a thousand fields',
      /forms\.0\.fields: /,
      (r) => declareForm(r, { fields: Array.from({ length: 1_000 }, () => contact.fields[0]!) }),
    ],
    [
      'a field with a name of the platform',
      /forms\.0\.fields\.0\.name: no field may have the name elapsedMs/,
      (r) => {
        const [first, ...others] = contact.fields;
        declareForm(r, { fields: [{ ...first!, name: 'elapsedMs' }, ...others] });
      },
    ],
  ]),
  ...withCode('route bytes', 'ADMISSION_ROUTE_BYTES', [
    [
      'scripts over the limit of the site',
      /legal\.terms adds \d+ bytes of js, the site allows 250000: \d+ too many; largest modules/,
      page(`export const weight = ${JSON.stringify(noise(400_000))};`),
    ],
  ]),
  ...withCode('bundle', 'ADMISSION_BUNDLE', [
    [
      'a server bundle with a syntax error',
      /.*"legal": Unexpected token '}'/,
      server((text) => `${text}\n}{`),
    ],
    ['a server bundle that throws', /.*"legal": boom/, server((text) => THROW + text)],
    [
      'a server bundle that requires node:fs',
      /.*"legal" asks for "node:fs"/,
      server((text) => `require('node:fs');${text}`),
    ],
    [
      'a server bundle that requires a package',
      /.*"legal" asks for "left-pad"/,
      server((text) => `require('left-pad');${text}`),
    ],
  ]),
  ...withCode('render', 'ADMISSION_PAGE', [
    onTerms('a component that throws', /: boom$/, component(THROW)),
    onTerms('an empty page', /: it is empty$/, component('return null;')),
    onTerms('a loader that throws', /: boom at /, loader(THROW)),
    onTerms('a loader that never ends', /took longer than \d+ ms/, loader('await new Promise(() => {});')),
    onTerms('a loop that never ends', /took longer than \d+ ms/, component('for (;;);')),
    onTerms('a page that ends its process', /process\.exit is not available/, component('process.exit(1);')),
    onTerms(
      'missing content',
      /documents\/terms\.md is missing at Module\.loader \(legal src\/document-server\.ts:\d+\)$/,
      (draft) => remove(draft, DOCUMENT),
    ),
    [
      'a throw for an unexpected query value',
      /\/terms\?of=a-value-\S+ \(legal\.terms\) .*: boom$/,
      (d) => {
        d.release.routes.find(({ path }) => path === '/terms')!.query = ['of'];
        const hasQuery = `require('@voltframe/kit/react').useSearchParams()[0].has('of')`;
        component(`if (${hasQuery}) ${THROW} return 'a page';`)(d);
      },
    ],
  ]),
  ...withCode('query', 'ADMISSION_PAGE', [
    [
      'a throw for a sample of a query',
      /\/terms\?of=privacy \(legal\.terms\) .*: boom$/,
      withSample('privacy', THROW),
    ],
    [
      'an empty page for a sample of a query',
      /\/terms\?of=privacy \(legal\.terms\) .*: it is empty$/,
      withSample('privacy', 'return null;'),
    ],
  ]),
  [
    'island',
    'an island that throws',
    /^ADMISSION_ISLAND blog: The island LatestPosts .*: boom$/,
    server((text) => `${text}\nmodule.exports.islands.LatestPosts = { Component: () => { ${THROW} } };`),
    { app: 'blog' },
  ],
  ...withCode('link', 'ADMISSION_DEAD_LINK', [
    deadLink('a link to an unknown path', '/nowhere', '<a href="/nowhere?x=1#y">there</a>'),
    deadLink(
      'a link to a post that does not exist',
      '/blog/no-such-post',
      '<a href="blog/no-such-post">x</a>',
    ),
    deadLink('a link to a role that does not exist', '/careers/no-role', '<a href="/careers/no-role">x</a>'),
    deadLink('a link below a page', '/privacy/more', '<a href="/privacy/more">there</a>'),
    deadLink(
      'a link to a missing file',
      '/assets/legal/cv.0000000000.pdf',
      '<a download href="/assets/legal/cv.0000000000.pdf">there</a>',
    ),
    deadLink(
      'a link to a redirect with a missing target',
      '/terms/old',
      '<a href="/terms/old">x</a>',
      (d) => {
        d.release.rules['/terms/old'] = { redirect: '/terms/older' };
      },
    ),
    deadLink('a removed page that another page links to', '/privacy', '<a href="/privacy">x</a>', (d) => {
      d.release.routes = d.release.routes.filter(({ path }) => path !== '/privacy');
      delete d.release.navigation!['privacy'];
    }),
  ]),
  [
    'island',
    'an unknown island',
    /^ADMISSION_LOST_ISLAND marketing: \/ embeds the island NoSuchIsland, which no app has$/,
    (d) => {
      const rename = (text: string): string => text.replaceAll('LatestPosts', 'NoSuchIsland');
      change(d, BUNDLE, rename);
      change(d, 'client/pages.marketing.home', rename);
    },
    { app: 'marketing' },
  ],
  ...withCode('browser', 'ADMISSION_CLIENT_SYNTAX', [
    inScript('a script that does not parse', /.*Unexpected token \(1:0\)$/, '}{'),
  ]),
  ...withCode('browser', 'ADMISSION_SERVICE_WORKER', [
    [
      'the registration of a service worker',
      /\S.* registers a service worker$/,
      page(`navigator.serviceWorker.register('/legal/worker.js');`),
    ],
  ]),
  ...withCode('browser', 'ADMISSION_CLIENT_IMPORT', [
    inScript(
      'an import of a missing script',
      /imports \/assets\/legal\/gone\.js,/,
      `import '/assets/legal/gone.js';`,
    ),
    inScript(
      'a dynamic import of a missing script',
      /imports \.\/gone\.js,/,
      `const later = () => import('./gone.js');`,
    ),
    inScript(
      "an import of another app's script",
      /imports \/assets\/blog\/blog\.js,/,
      `import '/assets/blog/blog.js';`,
    ),
  ]),
  ...withCode('browser', 'ADMISSION_CONTAINER', [
    ['a container that throws', /.*: boom\b/, container((text) => THROW + text)],
    [
      'a container without init and get',
      /.*: it exports no init and get$/,
      container(() => 'export const nothing = 1;'),
    ],
    [
      'a container without the expose',
      /.*: \.\/pages\/legal\.terms: .*does not exist/,
      container((text) => text.replaceAll('./pages/legal.terms', './pages/legal.gone')),
    ],
    ['a page module that throws', /.*: \.\/pages\/legal\.terms: boom\b/, page(THROW)],
  ]),
  ...HYDRATIONS,
  ...ISLANDS,
];

/** At least 90 releases of at least 20 kinds with one defect each; more than 20 only in the code for browsers. */
export const BAD_RELEASES: BadRelease[] = CASES.map(([kind, name, defect, spoil, more]) => ({
  kind,
  name,
  defect,
  spoil,
  app: 'legal',
  ...more,
}));

/** Text that does not compress, the same for each call. */
function noise(bytes: number): string {
  let text = '';
  for (let i = 0; text.length < bytes; i++) text += createHash('sha256').update(String(i)).digest('base64');
  return text.slice(0, bytes);
}

/** Appends HTML to the text of the terms page. */
function shows(html: string): (draft: Draft) => void {
  return ({ files }) => {
    const file = 'data/documents/terms.json';
    const document = JSON.parse(String(files.get(file))) as { html: string };
    files.set(file, Buffer.from(JSON.stringify({ ...document, html: document.html + html })));
  };
}

/** Runs code in the terms page for a declared value of its query. */
function withSample(value: string, body: string): (draft: Draft) => void {
  return (draft) => {
    const terms = draft.release.routes.find(({ path }) => path === '/terms')!;
    Object.assign(terms, { query: ['of'], samples: { of: [value] } });
    const given = `require('@voltframe/kit/react').useSearchParams()[0].get('of')`;
    component(`if (${given} === '${value}') { ${body} } return 'a page';`)(draft);
  };
}

/** Declares a changed contact form on the first page of the release. */
function declareForm(release: Release, other: Partial<Release['forms'][number]>): void {
  const [route] = release.routes;
  route!.query = ['sent'];
  release.forms = [{ ...contact, page: route!.path, ...other }];
}
