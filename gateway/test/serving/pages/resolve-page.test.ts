import type { GuardOutcome } from '@voltframe/kit/contract/release/server-module';
import { buildMatcher, type RouteRule } from '@voltframe/kit/contract/routing/route-rules';
import { describe, expect, test } from 'vitest';
import type { ServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import type { PageRequest } from '../../../src/serving/pages/page-request.ts';
import { findPage, resolvePage } from '../../../src/serving/pages/resolve-page.ts';
import { composed } from '../../fixtures/composed.ts';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import { siteConfig } from '../../fixtures/site-config.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

interface Case {
  rules?: Record<string, RouteRule>;
  global?: string[];
  /** The outcomes of guards by name; the others pass. */
  outcomes?: Record<string, GuardOutcome>;
  site?: Partial<SiteConfig>;
}

/** Resolves against a site with the page /docs, and /docs/staff behind the guard `staff`. */
async function resolve(path: string, { rules = {}, global = [], outcomes = {}, site = {} }: Case = {}) {
  const calls: string[] = [];
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
      async guards(url: string, names: string[], _: boolean, isListed: boolean) {
        calls.push(`${names.join()} ${url}`);
        listed.push(isListed);
        return names.map((name) => outcomes[name]).find(Boolean) ?? { type: 'pass' };
      },
    },
  } as unknown as ServedComposition;
  const [pathname = '', query] = path.split('?');
  const search = query === undefined ? '' : `?${query}`;
  const resolved = await resolvePage(served, pathname, search, await findPage(served, pathname, search));
  return { resolved, calls, listed };
}
const redirect = (to: string, external = false): GuardOutcome => ({ type: 'redirect', to, external });

test('returns a page with the headers of its rules, and whether it is cacheable', async () => {
  const rules = { '/docs': { headers: { 'x-a': 'b' } } };
  const { resolved, calls } = await resolve('/DOCS?tag=a&b=c', { rules });
  expect(resolved).toMatchObject({
    type: 'page',
    page: { path: '/docs', search: '?tag=a' },
    cacheable: true,
    headers: { 'x-a': 'b' },
  });
  expect(calls).toEqual([]);
});

test('returns an error for a malformed path', async () => {
  const error = { code: 'GW_BAD_REQUEST', status: 400 };
  expect((await resolve('/%')).resolved).toMatchObject({ type: 'error', error });
});

describe('the order of the checks', () => {
  test('applies a redirect by rule before any guard', async () => {
    const rules = { '/docs': { redirect: { to: '/docs/new', status: 301 as const } } };
    const { resolved, calls } = await resolve('/docs?a=b', { rules, global: ['all'] });
    expect(resolved).toMatchObject({ type: 'redirect', to: '/docs/new?a=b', status: 301, external: false });
    expect(calls).toEqual([]);
  });

  test('runs global guards before the route is matched', async () => {
    const { resolved, calls } = await resolve('/gone?a=b', {
      global: ['all'],
      outcomes: { all: redirect('/docs') },
    });
    expect(resolved).toMatchObject({ type: 'redirect', to: '/docs', status: 307 });
    expect(calls).toEqual(['all /gone?a=b']);
  });

  test('runs the guards of the route after the global guards', async () => {
    expect((await resolve('/docs/staff', { global: ['all'] })).calls).toEqual([
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
])('passes guards of %s whether the address is listed', async (at, isListed) => {
  expect((await resolve(at, { global: ['all'] })).listed).toEqual([isListed]);
});

describe('the outcome of a guard', () => {
  const staff = (outcome: GuardOutcome, more: Case = {}) =>
    resolve('/docs/staff', { outcomes: { staff: outcome }, ...more }).then(({ resolved }) => resolved);

  test('cancel is an error that names the page', async () => {
    expect(await staff({ type: 'cancel' })).toMatchObject({
      type: 'error',
      error: { code: 'SITE_PAGE_REFUSED' },
    });
  });

  test('error is returned unchanged', async () => {
    const error = { status: 418, code: 'DOCS_TEA', message: 'Tea', fatal: false };
    expect(await staff({ type: 'error', ...error })).toEqual({ type: 'error', error, headers: {} });
  });

  test.each(['//elsewhere.example/x', '/\\elsewhere.example/x', 'https://elsewhere.example/x'])(
    'redirect to %s does not leave the site unless it is marked as external',
    async (to) => {
      const resolved = await staff(redirect(to));
      const stays = resolved.type === 'error' || (resolved.type === 'redirect' && !resolved.external);
      expect(stays).toBe(true);
      expect(JSON.stringify(resolved)).not.toMatch(/"to":"(\/\/|\/\\|https:\/\/elsewhere)/);
    },
  );

  test('redirect leaves the site if it is marked as external', async () => {
    expect(await staff(redirect('https://elsewhere.example/x', true))).toMatchObject({
      type: 'redirect',
      to: 'https://elsewhere.example/x',
      external: true,
    });
  });

  test('redirect has a trailing slash if the site has one', async () => {
    const site = { trailingSlash: true };
    expect(await staff(redirect('/docs?a=b'), { site })).toMatchObject({ to: '/docs/?a=b' });
  });
});
