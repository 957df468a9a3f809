import { createHash } from 'node:crypto';
import type { SiteTables } from '@voltframe/kit/contract/page/page-data';
import { buildMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { expect, test } from 'vitest';
import type { EncodedBytes } from '../../../src/serving/responses/encoded-body.ts';
import { clientTables } from '../../../src/serving/compositions/client-tables.ts';
import { createDocumentScripts } from '../../../src/serving/compositions/document-scripts.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

function setUp(apps: number, whole = false) {
  const shell = shellRelease({ client: { 'later.0000000005.js': '', 'isbot.0000000006.js': '' } });
  const remotes = Array.from({ length: apps }, (_, index) => remoteRelease({ app: `app${index}` }));
  const { composition, releases } = composed([shell, ...remotes]);
  const tables = clientTables(composition, releases, buildMatcher(composition.rules));
  const scripts = createDocumentScripts(releases, tables, whole);
  const route = composition.routes.find(({ app }) => app === 'app1');
  const namesOf = (part = scripts.of(route)): string[] =>
    Object.keys((JSON.parse(part.importMap) as SiteTables).imports);
  return { scripts, route, namesOf, tables };
}

const textOf = ({ tables }: ReturnType<typeof createDocumentScripts>): string =>
  String((tables!.body.in('identity') as EncodedBytes).bytes);

const OF_PAGE = ['/assets/shell/main.js', '/assets/app1/app1.js', '/assets/app1/page.js'];

test('a document lists the scripts of its page and of the shell, each with its integrity', () => {
  const { scripts, route, namesOf } = setUp(3);
  expect(namesOf()).toEqual([...OF_PAGE, '/assets/shell/later.js']);
  const { integrity, imports } = JSON.parse(scripts.of(route).importMap) as SiteTables;
  expect(Object.keys(integrity)).toEqual(Object.values(imports));
});

test('a document does not grow with the number of apps', () => {
  const [four, hundred] = [4, 100].map((apps) => {
    const { scripts, route } = setUp(apps);
    const { importMap, data } = scripts.of(route);
    return { importMap, data: { ...data, tables: '' } };
  });
  expect(hundred).toEqual(four);
});

test('a document names the digest of the tables, which have the rest of the site', () => {
  const { scripts, route, tables } = setUp(3);
  const { data } = scripts.of(route);
  expect(data.routes.map(({ app }) => app)).toEqual(['app1']);
  expect(Object.keys(data.remotes)).toEqual(['app1']);
  expect('guards' in data).toBe(false);
  const text = textOf(scripts);
  expect(data.tables).toBe(`sha256-${createHash('sha256').update(text).digest('base64')}`);
  const all = JSON.parse(text) as SiteTables;
  expect(all).toMatchObject({ routes: tables.routes, remotes: tables.remotes, guards: {}, globalGuards: [] });
  expect(Object.keys(all.imports)).toContain('/assets/app2/page.js');
});

test('the bytes of the tables do not depend on the order of the releases', () => {
  const { composition, releases } = composed([
    shellRelease(),
    remoteRelease({ app: 'b' }),
    remoteRelease({ app: 'a' }),
  ]);
  const stored = Object.fromEntries(Object.keys(composition.apps).map((app) => [app, releases[app]!]));
  expect(Object.keys(stored)).not.toEqual(Object.keys(releases));
  const [formed, restored] = [releases, stored].map((of) => {
    const tables = clientTables(composition, of, buildMatcher(composition.rules));
    return textOf(createDocumentScripts(of, tables, false));
  });
  expect(restored).toBe(formed);
});

test('a document lists the script that limits styles only if its page or an island in it makes some', () => {
  const shell = shellRelease({ client: { 'runtime-styles.0000000007.js': '' } });
  const remote = remoteRelease({
    app: 'styled',
    change(release) {
      release.islands['Chart'] = { css: [], styles: 'runtime' };
    },
  });
  const { composition, releases } = composed([shell, remote]);
  const tables = clientTables(composition, releases, buildMatcher(composition.rules));
  const scripts = createDocumentScripts(releases, tables, false);
  const route = composition.routes.find(({ app }) => app === 'styled')!;
  const listed = (...given: Parameters<typeof scripts.of>): boolean =>
    scripts.of(...given).data.scripts.includes('/assets/shell/runtime-styles.0000000007.js');
  expect([
    listed(route),
    listed(route, [{ name: 'Chart' }]),
    listed({ ...route, id: 'other', styles: 'runtime' }),
  ]).toEqual([false, true, true]);
});

test('a document lists the scripts of an interactive island only if it shows the island', () => {
  const shell = shellRelease({ client: { 'interactive.0000000007.js': '' } });
  const page = remoteRelease({ app: 'page' });
  const counter = remoteRelease({
    app: 'counter',
    change(release) {
      release.exposes['./interactive/Counter'] = { js: ['client/page.0000000002.js'], css: [] };
    },
  });
  const { composition, releases } = composed([shell, page, counter]);
  const tables = clientTables(composition, releases, buildMatcher(composition.rules));
  const scripts = createDocumentScripts(releases, tables, false);
  const route = composition.routes.find(({ app }) => app === 'page');
  const named = (...islands: string[]) => {
    const { importMap, data } = scripts.of(
      route,
      islands.map((name) => ({ name })),
    );
    return [Object.keys((JSON.parse(importMap) as SiteTables).imports), Object.keys(data.remotes)];
  };
  const own = ['/assets/shell/main.js', '/assets/page/page.js'];
  const added = ['/assets/shell/interactive.js', '/assets/counter/counter.js', '/assets/counter/page.js'];
  expect(named()).toEqual([own, ['page']]);
  expect(named('Unknown', 'Counter', 'Counter')).toEqual([
    [...own, ...added],
    ['page', 'counter'],
  ]);
  expect(named()).toEqual([own, ['page']]);
});

test('an error screen lists all scripts of the shell, and no page', () => {
  const { scripts, namesOf } = setUp(2);
  const part = scripts.of(undefined);
  expect(namesOf(part)).toEqual(['main', 'later', 'isbot'].map((name) => `/assets/shell/${name}.js`));
  expect(part.data).toMatchObject({ routes: [], remotes: {} });
});

test('during development documents have the whole tables, without integrity', () => {
  const { scripts, route, namesOf, tables } = setUp(2, true);
  const { importMap, data } = scripts.of(route);
  expect(namesOf()).toHaveLength(7);
  expect('integrity' in (JSON.parse(importMap) as object)).toBe(false);
  expect(data).toMatchObject({ routes: tables.routes, remotes: tables.remotes, guards: {} });
  expect([data.tables, scripts.tables]).toEqual([undefined, undefined]);
});
