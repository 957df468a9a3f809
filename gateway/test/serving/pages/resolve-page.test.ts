import type { GuardOutcome } from '@voltframe/kit/contract/release/server-module';
import { buildMatcher, type RouteRule } from '@voltframe/kit/contract/routing/route-rules';
import { describe, expect, test } from 'vitest';
import type { ServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import type { PageRequest } from '../../../src/serving/pages/page-request.ts';
import { resolvePage } from '../../../src/serving/pages/resolve-page.ts';
import { composed } from '../../fixtures/composed.ts';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { siteConfig } from '../../fixtures/site-config.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

interface Case {
  rules?: Record<string, RouteRule>;
  global?: string[];
  /** What the guards say, by their names; the others let pass. */
  says?: Record<string, GuardOutcome>;
  site?: Partial<SiteConfig>;
}

/** Resolves against a site with the page /docs, and /docs/staff behind the guard `staff`. */
async function resolve(path: string, { rules = {}, global = [], says = {}, site = {} }: Case = {}) {
  const asked: string[] = [];
  const listed: boolean[] = [];
  const { composition } = composed(
    [
      shellRelease(),
      remoteRelease({
        routes: [
          { id: 'docs.home', path: '/docs', query: ['tag'] },
          { id: 'docs.staff', path: '/docs/staff', guards: ['staff'], prerender: false },
        ],
        guards: { staff: '' },
        rules,
      }),
    ],
    siteConfig({ url: 'https://site.example', ...site }),
  );
  const served = {
    composition: { ...composition, globalGuards: global },
    matcher: buildMatcher(composition.rules),
    renderer: {
      isListed: async (_: unknown, { path: at, search }: PageRequest) => at === '/docs' && search === '',
      async guards(url: string, names: string[], _: boolean, isListed: () => Promise<boolean>) {
        asked.push(`${names.join()} ${url}`);
        listed.push(await isListed());
        return names.map((name) => says[name]).find(Boolean) ?? { type: 'pass' };
      },
    },
  } as unknown as ServedComposition;
  const [pathname = '', query] = path.split('?');
  const resolved = await resolvePage(served, pathname, query === undefined ? '' : `?${query}`);
  return { resolved, asked, listed };
}
const redirect = (to: string, external = false): GuardOutcome => ({ type: 'redirect', to, external });

test('a page comes with the headers of its rules, and says whether it may be kept', async () => {
  const rules = { '/docs': { headers: { 'x-a': 'b' } } };
  const { resolved, asked } = await resolve('/DOCS?tag=a&b=c', { rules });
  expect(resolved).toMatchObject({
    type: 'page',
    page: { path: '/docs', search: '?tag=a' },
    cacheable: true,
    headers: { 'x-a': 'b' },
  });
  expect(asked).toEqual([]);
});

test('a guarded page is never kept', async () => {
  const { resolved, asked } = await resolve('/docs/staff');
  expect(resolved).toMatchObject({ type: 'page', cacheable: false });
  expect(asked).toEqual(['staff /docs/staff']);
});

test.each([
  ['a malformed path', '/%', 'GW_BAD_REQUEST', 400],
  ['a path without a route', '/gone', 'SITE_PAGE_NOT_FOUND', 404],
])('%s is an error', async (_, path, code, status) => {
  expect((await resolve(path)).resolved).toMatchObject({ type: 'error', error: { code, status } });
});

describe('the order', () => {
  test('a redirect by rule is taken before any guard is asked', async () => {
    const rules = { '/docs': { redirect: { to: '/docs/new', status: 301 as const } } };
    const { resolved, asked } = await resolve('/docs?a=b', { rules, global: ['all'] });
    expect(resolved).toMatchObject({ type: 'redirect', to: '/docs/new?a=b', status: 301, external: false });
    expect(asked).toEqual([]);
  });

  test('global guards come before the route: they see paths that have none', async () => {
    const { resolved, asked } = await resolve('/gone?a=b', {
      global: ['all'],
      says: { all: redirect('/docs') },
    });
    expect(resolved).toMatchObject({ type: 'redirect', to: '/docs', status: 307 });
    expect(asked).toEqual(['all /gone?a=b']);
  });

  test('then the guards of the route', async () => {
    expect((await resolve('/docs/staff', { global: ['all'] })).asked).toEqual([
      'all /docs/staff',
      'staff /docs/staff',
    ]);
  });
});

test.each([
  ['/docs', true],
  ['/docs?a=b', false],
  ['/gone', false],
  ['/docs/odd', false],
])(
  'a guard is told of %s whether it is listed: a visitor may have invented any other',
  async (at, isListed) => {
    expect((await resolve(at, { global: ['all'] })).listed).toEqual([isListed]);
  },
);

describe('what a guard says', () => {
  const staff = (outcome: GuardOutcome, more: Case = {}) =>
    resolve('/docs/staff', { says: { staff: outcome }, ...more }).then(({ resolved }) => resolved);

  test('no is an error that names the page', async () => {
    expect(await staff({ type: 'cancel' })).toMatchObject({
      type: 'error',
      error: { code: 'SITE_PAGE_REFUSED' },
    });
  });

  test('an error is shown as it is', async () => {
    const error = { status: 418, code: 'DOCS_TEA', message: 'Tea', fatal: false };
    expect(await staff({ type: 'error', ...error })).toEqual({ type: 'error', error, headers: {} });
  });

  test.each(['//elsewhere.example/x', '/\\elsewhere.example/x', 'https://elsewhere.example/x'])(
    'a redirect to %s does not leave the site unless it says so',
    async (to) => {
      const resolved = await staff(redirect(to));
      const stays = resolved.type === 'error' || (resolved.type === 'redirect' && !resolved.external);
      expect(stays).toBe(true);
      expect(JSON.stringify(resolved)).not.toMatch(/"to":"(\/\/|\/\\|https:\/\/elsewhere)/);
    },
  );

  test('a redirect that says so leaves the site', async () => {
    expect(await staff(redirect('https://elsewhere.example/x', true))).toMatchObject({
      type: 'redirect',
      to: 'https://elsewhere.example/x',
      external: true,
    });
  });

  test('a redirect ends with a slash where the site’s addresses do', async () => {
    const site = { trailingSlash: true };
    expect(await staff(redirect('/docs?a=b'), { site })).toMatchObject({ to: '/docs/?a=b' });
  });
});
