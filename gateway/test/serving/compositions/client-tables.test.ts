import { buildMatcher, matchRules, type RouteRule } from '@voltframe/kit/contract/routing/route-rules';
import { describe, expect, test } from 'vitest';
import {
  buildManifest,
  clientTables,
  isCacheable,
  pageGuards,
  pageScripts,
} from '../../../src/serving/compositions/client-tables.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { type BuildManifest, isCoveredByRules } from '@voltframe/kit/contract/release/build-marker';
import type { Composition, CompositionRoute } from '@voltframe/kit/contract/release/composition';

const shell = shellRelease();
shell.release.client.js = ['client/react.0000000004.js', 'client/main.0000000001.js'];
const site = (rules: Record<string, RouteRule> = {}, route: object = {}) => {
  const { composition, releases } = composed([
    shell,
    remoteRelease({
      routes: [{ id: 'docs.home', path: '/docs', ...route }],
      guards: { staff: '' },
      rules,
    }),
  ]);
  return { composition, releases, matcher: buildMatcher(composition.rules), route: composition.routes[0]! };
};

test('clientTables has only the fields of a route that the browser needs', () => {
  const { composition, releases, matcher } = site();
  const tables = clientTables(composition, releases, matcher);
  expect(tables.routes).toEqual([
    {
      id: 'docs.home',
      app: 'docs',
      path: '/docs',
      expose: './pages/docs.home',
      js: ['/assets/docs/page.0000000002.js'],
      css: [],
      prerender: true,
      guards: [],
    },
  ]);
  expect(tables.remotes).toEqual({ docs: '/assets/docs/docs.0000000001.js' });
});

test.each<[what: string, rules: Record<string, RouteRule>, route: object, guards: string[]]>([
  ['the guards of the page first', { '/docs': { guards: ['b'] } }, { guards: ['a'] }, ['a', 'b']],
  ['each guard once', { '/docs': { guards: ['a'] } }, { guards: ['a'] }, ['a']],
  ['no guard that a rule removes', { '/docs': { guards: { a: false } } }, { guards: ['a', 'c'] }, ['c']],
])('pageGuards returns %s', (_, rules, own, guards) => {
  const { route, matcher } = site(rules, { prerender: false, ...own });
  expect(pageGuards(route, matchRules(matcher, route.path))).toEqual(guards);
});

test.each<[what: string, rules: Record<string, RouteRule>, route: object, cacheable: boolean]>([
  ['that is prerendered is cacheable', {}, {}, true],
  ['that is rendered for each request is not cacheable', {}, { prerender: false }, false],
  ['that a rule renders for each request is not cacheable', { '/docs': { prerender: false } }, {}, false],
  ['that a rule excludes from caches is not cacheable', { '/docs': { cache: false } }, {}, false],
  ['that a rule guards is not cacheable', { '/docs': { guards: ['staff'] } }, {}, false],
])('a page %s', (_, rules, own, cacheable) => {
  const { route, matcher } = site(rules, own);
  expect(isCacheable(route, matchRules(matcher, route.path))).toBe(cacheable);
});

test('pageScripts returns the scripts of the shell, the container and the page, each once', () => {
  const { route, releases } = site();
  const base = ['/assets/shell/main.0000000001.js', '/assets/shell/react.0000000004.js'];
  expect(pageScripts(route, releases)).toEqual([
    ...base,
    '/assets/docs/docs.0000000001.js',
    '/assets/docs/page.0000000002.js',
  ]);
  expect(pageScripts(undefined, releases)).toEqual(base);
});

const route = (path: string, more: Partial<CompositionRoute> = {}): CompositionRoute =>
  ({ id: path, path, prerender: true, guards: [], ...more }) as CompositionRoute;

/** Adds a rule for each prerendered route, like compose.ts. */
function manifestOf(routes: CompositionRoute[], own: Composition['rules'] = {}) {
  const ahead = routes.filter(({ prerender, guards }) => prerender && guards.length === 0);
  const rules = { ...Object.fromEntries(ahead.map(({ path }) => [path, { prerender: true }])), ...own };
  return buildManifest({ id: 'abc', timestamp: 1, routes, rules } as unknown as Composition);
}

const isPrerendered = ({ matcher, prerendered }: BuildManifest, path: string) =>
  prerendered.includes(path) || isCoveredByRules(matcher, path);

describe('the manifest of a build', () => {
  test.each<[string, Composition['rules'], prerendered: string[]]>([
    ['that a rule of the app does not cover', { '/docs/**': { prerender: true } }, []],
    ['that another rule does not match', { '/other/**': { prerender: true } }, ['/docs/intro']],
    ['although the rule of its group excludes it', { '/docs/**': { prerender: false } }, ['/docs/intro']],
    ['that its own rule excludes', { '/docs/intro': { prerender: false } }, []],
    ['that is not cached', { '/docs/intro': { prerender: true, cache: false } }, []],
    ['that redirects', { '/docs/intro': { prerender: true, redirect: '/' } }, []],
  ])('lists a page or not: %s, %j', (_, own, prerendered) => {
    expect(manifestOf([route('/docs/intro')], own).prerendered).toEqual(prerendered);
  });

  test('lists at most 500 pages, and covers the others by rules', () => {
    const manifest = manifestOf(Array.from({ length: 600 }, (_, page) => route(`/p/${page}`)));
    expect(manifest.prerendered).toHaveLength(500);
    expect(isPrerendered(manifest, '/p/599')).toBe(true);
  });

  test('has only the rules that a browser applies', () => {
    const old = { redirect: '/docs', headers: { 'x-secret': 'of the server' } };
    const { matcher } = manifestOf([], { '/docs/old': old });
    expect(matcher.static['/docs/old']).toMatchObject({ redirect: '/docs' });
    expect(JSON.stringify(matcher)).not.toContain('of the server');
  });
});
