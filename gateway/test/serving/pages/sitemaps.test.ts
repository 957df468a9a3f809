import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import { buildMatcher } from '@voltframe/kit/contract/routing/route-rules';
import { expect, test } from 'vitest';
import type { ServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import { createSitemaps } from '../../../src/serving/pages/sitemaps.ts';

const MINUTE = 60_000;
const routeOf = (app: string) => ({
  id: `${app}.page`,
  app,
  path: `/${app}/:slug`,
  prerender: true,
  guards: [],
});

/** @param lists of the app `docs`; the app `blog` lists one page, or fails. */
function setUp(lists: () => PathEntry[], blogFails = false) {
  const clock = { now: 0 };
  const asked: string[] = [];
  const failures: string[] = [];
  const served = {
    composition: {
      routes: [routeOf('docs'), routeOf('blog')],
      site: { url: 'https://site.example', trailingSlash: false, canonicalLowercase: false },
    },
    matcher: buildMatcher({}),
    releases: {},
    telemetry: { failure: ({ what }: { what: string }) => void failures.push(what) },
    renderer: {
      redirecting: { has: (path: string) => path === '/docs/moved' },
      async listed({ app }: { app: string }) {
        asked.push(app);
        if (app === 'blog' && blogFails) throw new Error('its backend is down');
        return { value: app === 'docs' ? lists() : [{ path: '/blog/one' }], inputs: {} };
      },
    },
  } as unknown as ServedComposition;
  const sitemaps = createSitemaps(() => clock.now);
  const textOf = async (part?: number): Promise<string> => {
    const body = await sitemaps.read(served, part);
    return body ? String((await body.in('identity')).bytes) : 'none';
  };
  const paths = async (part?: number) =>
    (await textOf(part)).match(/(?<=<loc>https:\/\/site\.example)[^<]*/g) ?? [];
  return { clock, asked, failures, textOf, paths };
}

test('a sitemap is written once a minute, whatever the number of requests', async () => {
  let slug = 'a';
  const { clock, asked, paths } = setUp(() => [{ path: `/docs/${slug}` }]);
  const all = await Promise.all(Array.from({ length: 50 }, () => paths()));
  slug = 'b';
  clock.now += MINUTE - 1;
  all.push(await paths());
  expect(new Set(all.map(String))).toEqual(new Set(['/docs/a,/blog/one']));
  expect(asked).toEqual(['docs', 'blog']);
  clock.now += 1;
  const next = await Promise.all([paths(), paths()]);
  expect(next).toEqual([next[0], ['/docs/b', '/blog/one']]);
  expect(asked.length).toBe(4);
});

test('a route whose list fails is left out, and the failure is reported', async () => {
  const { failures, paths } = setUp(() => [{ path: '/docs/a' }, { path: '/docs/moved' }], true);
  expect([await paths(), failures]).toEqual([['/docs/a'], ['blog.page']]);
});

test.each([
  ['two million characters', 1_100, 2_000, 2],
  ['50,000 addresses', 50_001, 20, 2],
  ['neither', 900, 2_000, 1],
])('a list of more than %s is divided', async (_, addresses, characters, parts) => {
  const { textOf, paths } = setUp(() =>
    Array.from({ length: addresses }, (__, n) => ({ path: `/docs/${n}-`.padEnd(characters, 'a') })),
  );
  expect((await textOf()).includes('<sitemapindex')).toBe(parts > 1);
  const found = parts > 1 ? [await paths(1), await paths(2)].flat() : await paths();
  expect(found.length).toBe(addresses + 1);
  for (const part of [0, parts > 1 ? 3 : 1]) expect(await textOf(part)).toBe('none');
});

test('other work is done while a sitemap is written', async () => {
  const { paths } = setUp(() => Array.from({ length: 10_000 }, (_, n) => ({ path: `/docs/${n}` })));
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await paths();
  isDone = true;
  expect(turns).toBeGreaterThan(50);
});
