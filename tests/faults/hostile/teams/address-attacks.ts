import type { Release } from '@voltframe/kit/contract/release/release';
import { type Draft, manifest, server } from '../../draft-release.ts';
import { type Attack, attacksOn, type Case } from '../attack.ts';

const REFUSED = /^refused 4\d\d (PACK_MANIFEST_INVALID|ADMISSION_\w+)/;

/** Refused for its manifest, before any code of it runs. */
function declares(name: string, edit: (release: Release) => void): Case {
  return [name, REFUSED, (site) => site.publish(manifest(edit))];
}

/** Adds a page at this address. */
function addPage(draft: Draft, path: string): void {
  const [first] = draft.release.routes;
  draft.release.routes.push({ ...first!, id: 'legal.more', path });
  server((text) => `${text}\nmodule.exports.pages['legal.more'] = module.exports.pages['legal.terms'];`)(
    draft,
  );
}

const route = (path: string): Case => [
  `the route ${path}`,
  REFUSED,
  (site) => site.publish((draft) => addPage(draft, path)),
];
const rule = (pattern: string, body: Release['rules'][string] = { redirect: '/terms' }) =>
  declares(
    `a rule for ${pattern}: ${JSON.stringify(body)}`,
    (release) => void (release.rules = { [pattern]: body }),
  );
const keeps = (...segments: string[]) =>
  declares(`it keeps ${segments.slice(0, 2).join()}, and ${segments.length - 1} more`, (release) => {
    release.keeps = segments;
    release.rules = { [`${segments[0]}/**`]: { redirect: '/terms' } };
  });
const header = (name: string, value: string) => rule('/terms', { headers: { [name]: value } });

/** Adds a page at an address that a wider pattern covers. */
const decoy = (path: string, pattern: string): Case => [
  `the page ${path} as a reason for ${pattern}`,
  REFUSED,
  (site) =>
    site.publish((draft) => {
      addPage(draft, path);
      draft.release.rules = { [pattern]: { redirect: '/terms' } };
    }),
];

const resource = (path: string, type = 'text/plain', body = 'owned', expected = REFUSED): Case => [
  `a file at ${path} (${type})`,
  expected,
  (site) =>
    site.publish((draft) => {
      draft.release.resources = [path];
      server(
        (text) => `${text}\nmodule.exports.resources['${path}'] = () => (${JSON.stringify({ type, body })});`,
      )(draft);
    }),
];

export const addressAttacks: Attack[] = [
  ...attacksOn('addresses of other apps in routes', [
    route('/blog/../contact'),
    route('/./contact'),
    route('/%63ontact'),
    route('/blog%2fpost'),
    route('/blog//x'),
    route('/CONTACT'),
    route('/blog\\x'),
    route('/:anything'),
    route('/blog/:x'),
    route('/'),
    route('/robots.txt'),
    route('/-/live'),
  ]),
  ...attacksOn('addresses of other apps in rules', [
    rule('/*'),
    rule('/**'),
    rule('/:x'),
    rule('/blog/*'),
    rule('/contact'),
    rule('/Contact'),
    rule('/blog/../contact'),
    rule('/terms/../contact'),
    rule('/%63ontact'),
    decoy('/x', '/*'),
    decoy('/x', '/:anything'),
    decoy('/blog/x', '/blog/*'),
    rule('/nothing-here', { redirect: { to: 'https://evil.example/', status: 301 } }),
  ]),
  ...attacksOn('addresses of other apps in kept segments', [
    keeps('/blog'),
    keeps('/contact'),
    keeps('/nothing-here'),
    keeps('/'),
    keeps('/-'),
    keeps('/:x'),
    keeps('/**'),
    keeps('/Blog'),
    keeps('/blog/..'),
    keeps(...Array.from({ length: 21 }, (_, at) => `/terms-${at}`)),
  ]),
  ...attacksOn('headers in rules', [
    header('set-cookie', 'session=x; Domain=/'),
    header('clear-site-data', '"*"'),
    header('strict-transport-security', 'max-age=0'),
    header('content-security-policy', "script-src 'unsafe-inline'"),
    header('refresh', '0; url=https://evil.example/'),
    header('service-worker-allowed', '/'),
    header('content-length', '0'),
    header('location', 'https://evil.example/'),
    header('x-composition', '0'.repeat(64)),
    header('link', '<https://evil.example/x.js>; rel=preload; as=script'),
  ]),
  ...attacksOn('addresses of other apps in files', [
    resource('/blog/feed.xml'),
    resource('/contact'),
    resource('/blog/x.xml'),
    resource('/robots.txt'),
    resource('/sitemap.xml'),
    resource('/builds/latest.json'),
    resource('/../contact'),
    resource('/.well-known/acme-challenge/token'),
    resource('/google1234.html'),
    resource('/ads.txt'),
    resource('/terms/page.html', 'text/html', '<script>alert(1)</script>'),
    resource(
      '/terms/page.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    ),
  ]),
];
