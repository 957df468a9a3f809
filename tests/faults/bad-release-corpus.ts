import { createHash } from 'node:crypto';
import { canonicalJson } from '@voltframe/kit/contract/canonical-json';
import type { Release } from '@voltframe/kit/contract/release';

/** A release in memory: what a defect is put into. */
export interface Draft {
  release: Release;
  /** Path in the release → body. */
  files: Map<string, Buffer>;
  /** Other text than the JSON of `release`, where the defect is in the JSON itself. */
  manifestText?: string;
}

export interface BadRelease {
  kind: string;
  name: string;
  app: 'blog' | 'legal' | 'marketing' | 'shell';
  /** What the verdict or the answer has to say. */
  says: RegExp;
  spoil(draft: Draft): void;
  /** The manifest is made to fit the files again, so that only the named defect is left. Default true. */
  seal?: boolean;
}

const sha256 = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');

/** Makes sizes, hashes and the digest fit what the draft holds. */
export function seal(draft: Draft): void {
  for (const [path, body] of draft.files)
    draft.release.files[path] = { sha256: sha256(body), bytes: body.length };
  const { digest: _, ...content } = draft.release;
  draft.release.digest = sha256(canonicalJson(content));
}

/** Changes a file by the start of its name, with its compressed bodies gone: they would no longer fit. */
function change(draft: Draft, start: string, edit: (text: string) => string): void {
  const [path, body] = [...draft.files].find(
    ([name]) => name.startsWith(start) && /\.(js|cjs|json)$/.test(name),
  )!;
  draft.files.set(path, Buffer.from(edit(String(body))));
  for (const suffix of ['.br', '.gz']) {
    draft.files.delete(path + suffix);
    delete draft.release.files[path + suffix];
  }
}

const server = (edit: (text: string) => string) => (draft: Draft) => change(draft, 'server/server.cjs', edit);
const page = (code: string) => (draft: Draft) =>
  change(draft, 'client/pages.legal.terms', (text) => code + text);
const container = (edit: (text: string) => string) => (draft: Draft) => change(draft, 'client/legal.', edit);
/** Replaces a loader of the legal server bundle by another body. */
const loader = (body: string) =>
  server(
    (text) =>
      `${text}\nmodule.exports.pages['legal.terms'].server = { ...module.exports.pages['legal.terms'].server, loader: async () => { ${body} } };`,
  );
const component = (body: string) =>
  server((text) => `${text}\nmodule.exports.pages['legal.terms'].Component = () => { ${body} };`);
const manifest = (edit: (release: Release) => void) => (draft: Draft) => edit(draft.release);

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

const CASES: Case[] = [
  [
    'schema',
    'an unknown schema version',
    /MANIFEST|schema/,
    manifest((r) => Object.assign(r, { schema: 2 })),
  ],
  ['schema', 'no routes', /MANIFEST|routes/, manifest((r) => Object.assign(r, { routes: undefined }))],
  ['schema', 'a route pattern that is none', /MANIFEST|path/, manifest((r) => (r.routes[0]!.path = 'terms'))],
  ['schema', 'two routes with one id', /MANIFEST|id/, manifest((r) => (r.routes[1]!.id = r.routes[0]!.id))],
  ['schema', 'a bad app name', /MANIFEST|app|PACK/, manifest((r) => (r.app = 'Le Gal'))],
  [
    'schema',
    'a manifest that is no JSON',
    /MANIFEST|JSON|release\.json/,
    (d) => (d.manifestText = '{ "schema": 1,'),
  ],
  [
    'digest',
    'a digest of something else',
    /DIGEST|digest/,
    (d) => (d.release.digest = '0'.repeat(64)),
    { seal: false },
  ],
  [
    'digest',
    'a field changed after the build',
    /DIGEST|digest/,
    manifest((r) => (r.forms = [])),
    { seal: false, app: 'marketing' },
  ],
  [
    'hash',
    'a flipped bit in a page',
    /FILE|hash|sha-256|content/i,
    (d) => d.files.set(d.release.routes[0]!.js[0]!, Buffer.from('export{}')),
    { seal: false },
  ],
  [
    'hash',
    'a truncated server bundle',
    /FILE|hash|sha-256|bytes|size/i,
    (d) => d.files.set('server/server.cjs', d.files.get('server/server.cjs')!.subarray(0, 100)),
    { seal: false },
  ],
  [
    'hash',
    'a missing file',
    /FILE|missing|not in/i,
    (d) => d.files.delete('server/server.cjs'),
    { seal: false },
  ],
  [
    'path',
    'a file outside the release',
    /MANIFEST|PACK|path|name/i,
    (d) => rename(d, 'client/../../evil.js'),
  ],
  ['path', 'an absolute file', /MANIFEST|PACK|path|name/i, (d) => rename(d, '/etc/evil')],
  ['path', 'a file in another folder', /MANIFEST|PACK|path|name/i, (d) => rename(d, 'elsewhere/x.json')],
  ['path', 'a name with a backslash', /MANIFEST|PACK|path|name/i, (d) => rename(d, 'client\\evil.js')],
  ['clash', 'a route of another app', /ROUTE_CLASH/, manifest((r) => (r.routes[0]!.path = '/about'))],
  [
    'clash',
    'a route that differs in case only',
    /ROUTE_CLASH/,
    manifest((r) => (r.routes[0]!.path = '/About')),
  ],
  [
    'clash',
    'a parameter in the place of another',
    /ROUTE_CLASH/,
    manifest((r) => (r.routes[0]!.path = '/blog/:id')),
  ],
  ['clash', 'a route id of another app', /NAME_CLASH/, manifest((r) => (r.routes[0]!.id = 'blog.list'))],
  [
    'clash',
    'an island of another app',
    /NAME_CLASH/,
    manifest((r) => (r.islands = { LatestPosts: { css: [] } })),
  ],
  [
    'shared',
    'a React that the shell does not have',
    /SHARED_VERSION/,
    manifest((r) => (r.shared.requires['react'] = '^18.0.0')),
  ],
  [
    'shared',
    'a module that nobody provides',
    /SHARED_MISSING/,
    manifest((r) => (r.shared.requires['lodash'] = '^4.0.0')),
  ],
  [
    'guard',
    'a guard that does not exist',
    /UNKNOWN_GUARD/,
    manifest((r) => Object.assign(r.routes[0]!, { guards: ['members'], prerender: false })),
  ],
  [
    'guard',
    'a guarded page rendered ahead',
    /GUARD|guarded/,
    manifest((r) => Object.assign(r.routes[0]!, { guards: ['members'], prerender: true })),
  ],
  [
    'rule',
    "a rule for another app's path",
    /FOREIGN_RULE/,
    manifest((r) => (r.rules = { '/blog/**': { redirect: '/terms' } })),
  ],
  [
    'rule',
    'a rule for the whole site',
    /FOREIGN_RULE/,
    manifest((r) => (r.rules = { '/**': { redirect: '/terms' } })),
  ],
  [
    'rule',
    'a cookie by rule',
    /RULE_HEADER/,
    manifest((r) => (r.rules = { '/terms': { headers: { 'Set-Cookie': 'a=1' } } })),
  ],
  [
    'rule',
    'a policy by rule',
    /RULE_HEADER/,
    manifest((r) => (r.rules = { '/terms': { headers: { 'content-security-policy': '*' } } })),
  ],
  [
    'form',
    'a form that the gateway does not serve',
    /UNKNOWN_FORM/,
    manifest((r) => (r.forms = ['contact@9'])),
  ],
  [
    'budget',
    'scripts over the budget',
    /BUDGET/,
    page(`export const weight = ${JSON.stringify(noise(90_000))};`),
  ],
  ['bundle', 'a server bundle with a syntax error', /BUNDLE|does not load/, server((text) => `${text}\n}{`)],
  [
    'bundle',
    'a server bundle that throws',
    /BUNDLE|boom/,
    server((text) => `throw new Error('boom');${text}`),
  ],
  [
    'bundle',
    'a server bundle that asks for node:fs',
    /BUNDLE|node:fs/,
    server((text) => `require('node:fs');${text}`),
  ],
  [
    'bundle',
    'a server bundle that asks for a package',
    /BUNDLE|left-pad/,
    server((text) => `require('left-pad');${text}`),
  ],
  ['render', 'a component that throws', /PAGE|boom/, component(`throw new Error('boom');`)],
  ['render', 'an empty page', /PAGE|empty/, component('return null;')],
  ['render', 'a loader that throws', /PAGE|boom/, loader(`throw new Error('boom');`)],
  ['render', 'a loader that never ends', /PAGE|took|limit|time/i, loader('await new Promise(() => {});')],
  ['render', 'a loop that never ends', /PAGE|took|limit|time/i, component('for (;;);')],
  ['render', 'a page that ends its process', /PAGE|exit/i, component('process.exit(1);')],
  [
    'render',
    'content that is not there',
    /PAGE|no data/,
    (d) => {
      d.files.delete('data/documents/terms.json');
      delete d.release.files['data/documents/terms.json'];
    },
  ],
  [
    'island',
    'an island that throws',
    /ISLAND|boom/,
    (d) =>
      change(
        d,
        'server/server.cjs',
        (text) =>
          `${text}\nmodule.exports.islands.LatestPosts = { Component: () => { throw new Error('boom'); } };`,
      ),
    { app: 'blog' },
  ],
  ['browser', 'a script that does not parse', /CLIENT_SYNTAX/, page('}{')],
  ['browser', 'an import that leads nowhere', /CLIENT_IMPORT/, page(`import '/assets/legal/gone.js';`)],
  [
    'browser',
    'a dynamic import that leads nowhere',
    /CLIENT_IMPORT/,
    page(`const later = () => import('./gone.js');`),
  ],
  ['browser', "an import of another app's script", /CLIENT_IMPORT/, page(`import '/assets/blog/blog.js';`)],
  [
    'browser',
    'a container that throws',
    /CONTAINER|boom/,
    container((text) => `throw new Error('boom');${text}`),
  ],
  ['browser', 'a container without init and get', /CONTAINER/, container(() => 'export const nothing = 1;')],
  [
    'browser',
    'a container that has not the expose',
    /CONTAINER/,
    container((text) => text.replaceAll('./pages/legal.terms', './pages/legal.gone')),
  ],
  ['browser', 'a page module that throws', /CONTAINER|boom/, page(`throw new Error('boom');`)],
];

/** At least 40 releases of at least 12 kinds, one defect each (issue: how it is proved). */
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
