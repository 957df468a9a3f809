import { expect, test } from 'vitest';
import {
  claimTable,
  claimsOf,
  findClashes,
  keptOf,
  ownsPattern,
  ruleClaimsOf,
} from '../../../src/releasing/admission/pattern-ownership.ts';
import { remoteRelease } from '../../fixtures/fixture-release.ts';

const release = (
  app: string,
  paths: string[],
  resources: string[] = [],
  rules: string[] = [],
  keeps: string[] = [],
) =>
  remoteRelease({
    app,
    keeps,
    routes: paths.map((path, index) => ({ id: `${app}.${index}`, path })),
    resources,
    rules: Object.fromEntries(rules.map((pattern) => [pattern, {}])),
  }).release;

const blog = release('blog', ['/blog', '/blog/:slug', '/shared/:slug', '/x'], ['/blog/feed.xml']);
const home = release('home', ['/', '/contact', '/shared', '/shared/a/:b'], ['/mixed/feed.xml']);
const claims = [...claimsOf(blog), ...claimsOf(home)];

test.each([
  ['/blog', true],
  ['/blog/**', true],
  ['/blog/*', true],
  ['/blog/2019/:old', true],
  ['/shared/:slug', true],
  ['/shared/:other', false],
  ['/shared/**', false],
  ['/shared', false],
  ['/contact', false],
  ['/nobody', false],
  ['/', false],
  ['/**', false],
  ['/*', false],
  ['/:x', false],
  ['/blog/../contact', false],
  ['/blog/%2e%2e/contact', false],
  ['/Blog', false],
])('the blog owns %s: %s', (pattern, owns) => {
  expect(ownsPattern(pattern, 'blog', claims)).toBe(owns);
});

test('the app with the page / owns the root', () => {
  expect(ownsPattern('/', 'home', claims)).toBe(true);
});

test('an app does not own its route when another app has an address that the route matches', () => {
  const other = claimsOf(release('other', ['/shared/mine']));
  expect(ownsPattern('/shared/:slug', 'blog', [...claims, ...other])).toBe(false);
});

test.each<[string[], string[], string | undefined]>([
  [['/blog/archive'], [], '/blog/:slug'],
  [['/shared/:a/:b'], [], undefined],
  [[], ['/blog/feed.xml'], '/blog/:slug'],
  [[], ['/x'], '/x'],
  [['/shared/:a'], [], '/shared/:slug'],
  [['/blog/old/a/b'], [], '/blog/old/**'],
  [['/blogs'], [], undefined],
])('pages %j and resources %j beside the blog clash with %s', (paths, resources, clash) => {
  const others = [...claimsOf(blog), ...ruleClaimsOf(release('blog', ['/blog'], [], ['/blog/old/**']))];
  const [found] = findClashes(claimsOf(release('other', paths, resources)), claimTable(others));
  expect(found?.other.pattern).toBe(clash);
});

test('a page of the shell for every address does not clash with pages of apps', () => {
  const shell = { ...release('shell', ['/:page'], [], ['/**']), kind: 'shell' as const };
  expect(findClashes(claimsOf(home), claimTable([...claimsOf(shell), ...ruleClaimsOf(shell)]))).toEqual([]);
});

const moved = release('blog', ['/journal', '/journal/:slug'], ['/journal/feed.xml'], [], ['/blog']);

test('a page for every address is not a segment that an app can keep', () => {
  const shell = { ...release('shell', ['/:page']), kind: 'shell' as const };
  expect(keptOf({ ...shell, keeps: ['/x'] }, shell).neverHad).toEqual(['/x']);
});

test.each([
  ['/blog', true],
  ['/blog/**', true],
  ['/blog/:slug/print', true],
  ['/journal/**', true],
  ['/blogs', false],
])('an app that moved to another segment and keeps /blog owns %s: %s', (pattern, owns) => {
  expect(ownsPattern(pattern, 'blog', [...claimsOf(moved), ...claimsOf(home)])).toBe(owns);
});

test('no app owns a kept segment while another app has a page in it', () => {
  const shop = release('shop', ['/blog/shop']);
  const all = [...claimsOf(moved), ...claimsOf(shop)];
  expect([ownsPattern('/blog/**', 'blog', all), ownsPattern('/blog/**', 'shop', all)]).toEqual([
    false,
    false,
  ]);
});
