import { buildMatcher, type RouteRule } from '@voltframe/kit/contract/routing/route-rules';
import { expect, test } from 'vitest';
import {
  clientTables,
  isCacheable,
  pageGuards,
  pageScripts,
} from '../../../src/serving/compositions/client-tables.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

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

test('the browser gets what it needs of a route, and not what it must not depend on', () => {
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
  ['its own come first', { '/docs': { guards: ['b'] } }, { guards: ['a'] }, ['a', 'b']],
  ['each runs once', { '/docs': { guards: ['a'] } }, { guards: ['a'] }, ['a']],
  ['a rule can take one away', { '/docs': { guards: { a: false } } }, { guards: ['a', 'c'] }, ['c']],
])('of the guards of a page, %s', (_, rules, own, guards) => {
  const { route, matcher } = site(rules, { prerender: false, ...own });
  expect(pageGuards(route, matcher)).toEqual(guards);
});

test.each<[what: string, rules: Record<string, RouteRule>, route: object, cacheable: boolean]>([
  ['that is rendered ahead is kept', {}, {}, true],
  ['that is rendered per request is not kept', {}, { prerender: false }, false],
  ['that a rule renders per request is not kept', { '/docs': { prerender: false } }, {}, false],
  ['that a rule says not to keep is not kept', { '/docs': { cache: false } }, {}, false],
  ['that a rule puts behind a guard is not kept', { '/docs': { guards: ['staff'] } }, {}, false],
])('a page %s', (_, rules, own, cacheable) => {
  const { route, matcher } = site(rules, own);
  expect(isCacheable(route, matcher)).toBe(cacheable);
});

test('a page’s scripts are the shell’s, its app’s container and its own, each once', () => {
  const { route, releases } = site();
  const base = ['/assets/shell/main.0000000001.js', '/assets/shell/react.0000000004.js'];
  expect(pageScripts(route, releases)).toEqual([
    ...base,
    '/assets/docs/docs.0000000001.js',
    '/assets/docs/page.0000000002.js',
  ]);
  expect(pageScripts(undefined, releases)).toEqual(base);
});
