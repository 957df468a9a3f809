import { ICON_URL_MAX_LENGTH, MAX_ICONS_PER_REQUEST } from '@voltframe/kit/contract/page/icon';
import { describe, expect } from 'vitest';
import { SITE_ROUTES } from '../site-routes.ts';
import { test } from '../site-test.ts';
import { open, watchRequests } from './members-visit.ts';

const ENDPOINT = '/api/_nuxt_icon';

describe('GET /api/_nuxt_icon/{prefix}.json', () => {
  test('returns the icons, and always the names that do not exist', async ({ siteUrl }) => {
    const ask = async (icons: string) => {
      const response = await fetch(`${siteUrl}${ENDPOINT}/lucide.json?icons=${icons}`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=604800',
      ]);
      return (await response.json()) as { prefix: string; icons: object; not_found: string[] };
    };
    const both = await ask('anchor,no-such-icon');
    expect([both.prefix, Object.keys(both.icons), both.not_found]).toEqual([
      'lucide',
      ['anchor'],
      ['no-such-icon'],
    ]);
    expect(await ask('anchor')).toMatchObject({ not_found: [] });
    expect(await ask('__proto__,constructor')).toMatchObject({ icons: {} });
  });

  test.for([
    { path: 'no-such-collection.json?icons=a', status: 404 },
    { path: 'lucide.json', status: 400 },
    { path: 'lucide.json?icons=', status: 400 },
    { path: 'Lucide.json?icons=a', status: 400 },
    { path: '..%2f..%2fetc.json?icons=a', status: 400 },
    {
      path: `lucide.json?icons=${Array.from({ length: MAX_ICONS_PER_REQUEST + 1 }, (_, i) => `a${i}`).join(',')}`,
      status: 400,
    },
  ])('refuses $path each time, with no-store', async ({ path, status }, { siteUrl }) => {
    for (let time = 0; time < 2; time++) {
      const response = await fetch(`${siteUrl}${ENDPOINT}/${path}`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
      expect(await response.json()).toMatchObject({ status, message: expect.any(String) as string });
    }
  });
});

describe('icons in a page', () => {
  test('are fetched in one request if no source names them, and a missing one is logged', async ({
    visit,
  }) => {
    const visited = await visit();
    const { page } = visited;
    visited.expectProblem(/Failed to load icon lucide:no-such-icon/);
    const requests = watchRequests(page, /_nuxt_icon/);
    await open(visited, '/members/studio');
    await expect.poll(() => page.locator('[data-icon="lucide:anchor"] > *').count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('[data-icon="lucide:axe"] > *').count()).toBeGreaterThan(0);
    expect(await page.locator('[data-icon="lucide:no-such-icon"] > *').count()).toBe(0);
    expect(requests).toEqual([`${ENDPOINT}/lucide.json?icons=anchor%2Caxe%2Cno-such-icon`]);
    expect(page.url().length + requests[0]!.length).toBeLessThan(ICON_URL_MAX_LENGTH);
    await expect.poll(() => visited.problems.join()).toContain('Failed to load icon lucide:no-such-icon');
  });

  test('are left out and logged when the endpoint fails', async ({ visit }) => {
    const visited = await visit();
    const { page } = visited;
    visited.expectProblem(/Failed to load/);
    await page.route(`**${ENDPOINT}/**`, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
    await open(visited, '/members/studio');
    await expect.poll(() => visited.problems.join()).toContain('Failed to load icon lucide:anchor');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('The studio');
  });

  test('need no request in the pages of the site', async ({ siteUrl }) => {
    for (const { path } of SITE_ROUTES) {
      const html = await (await fetch(siteUrl + path)).text();
      expect(html.match(/<svg data-icon="[^"]*"[^>]*><\/svg>/g) ?? []).toEqual([]);
    }
  });
});
