import { buildMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { expect, test, vi } from 'vitest';
import { clientTables } from '../../../src/serving/compositions/client-tables.ts';
import { createDocumentScripts } from '../../../src/serving/compositions/document-scripts.ts';
import { createDocumentTemplates } from '../../../src/serving/compositions/document-templates.ts';
import { pagePolicy } from '../../../src/serving/responses/page-policy.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

const MAPS = 'https://maps.example';
const SHELL = {
  bootstrap: 'start()',
  fonts: ['/assets/shell/sans.woff2'],
  icon: undefined,
  touchIcon: undefined,
  feeds: [],
};

function setUp() {
  const remote = remoteRelease({ app: 'news', islands: { Map: { css: [] }, Plain: { css: [] } } });
  const { composition, releases } = composed([shellRelease(), remote]);
  const [route] = composition.routes.filter(({ app }) => app === 'news');
  Object.assign(composition.islands['Map']!, {
    css: ['/assets/news/map.css'],
    csp: { 'img-src': [MAPS] },
  });
  Object.assign(route!, { css: ['/assets/news/page.css'], fonts: ['/assets/news/serif.woff2'] });
  const tables = clientTables(composition, releases, buildMatcher(composition.rules));
  const scripts = createDocumentScripts(releases, tables, false);
  const of = vi.fn<typeof scripts.of>(scripts.of);
  const templateOf = createDocumentTemplates({
    islands: composition.islands,
    releases,
    shell: { ...SHELL, styles: new Map([['/assets/news/map.css', { text: '.map{}', hash: 'abc=' }]]) },
    scripts: { of },
    policyOf: (page, shown) => pagePolicy(composition.islands, () => true, page, shown),
  });
  return { route, templateOf, of };
}
const [MAP, PLAIN] = [{ name: 'Map' }, { name: 'Plain' }];

test('the template of a route has its fonts and stylesheets besides those of the shell', () => {
  const { route, templateOf } = setUp();
  const { start, end } = templateOf(route, []);
  expect(String(start)).toMatch(/sans\.woff2.*serif\.woff2.*\/assets\/news\/page\.css.*importmap/);
  expect(String(start)).not.toContain('map.css');
  expect(String(end)).toBe('</script><script>start()</script></body></html>');
});

test('the members that the data of documents have in common are JSON, and end no script element', () => {
  const { route, templateOf } = setUp();
  const { members } = templateOf({ ...route!, id: 'news.</script>' }, []);
  expect(members).not.toContain('</script>');
  expect(JSON.parse(`{${members}}`)).toMatchObject({ scripts: expect.any(Array) as unknown[], remotes: {} });
});

test('an island adds its stylesheet and its policy', () => {
  const { route, templateOf } = setUp();
  const { start, headers } = templateOf(route, [MAP, PLAIN]);
  expect(String(start)).toContain('<style data-href="/assets/news/map.css">.map{}</style>');
  expect(headers['content-security-policy']).toContain(MAPS);
  expect(headers['content-security-policy']).toContain("'sha256-abc='");
  expect(templateOf(route, [PLAIN]).headers['content-security-policy']).not.toContain(MAPS);
});

test('an error screen has no page, and the policy of no island', () => {
  const { start, headers } = setUp().templateOf(undefined, [MAP]);
  expect(String(start)).not.toContain('page.css');
  expect(headers['content-security-policy']).not.toContain(MAPS);
});

test('a template is made once for a route with the same islands, however often they are shown', () => {
  const { route, templateOf, of } = setUp();
  const first = templateOf(route, [MAP, PLAIN, MAP]);
  expect(templateOf(route, [MAP, PLAIN])).toBe(first);
  expect(of).toHaveBeenCalledTimes(1);
  expect(templateOf(route, [MAP])).not.toBe(first);
  expect(templateOf(undefined, [MAP])).not.toBe(templateOf(route, [MAP]));
});
