import { describe, expect } from 'vitest';
import { SITE_URL } from './gateway.ts';
import { SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

describe.each(SITE_ROUTES)('$path, loaded directly', ({ path }) => {
  test('is complete with JavaScript, in one document load', async ({ visit }) => {
    const { page, loads, hydrated } = await visit();
    const response = await page.goto(path);
    expect(response!.status()).toBe(200);
    expect(response!.headers()['x-composition']).toMatch(/^[\w-]+$/);
    await hydrated();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('main').innerText()).not.toBe('');
    expect(loads).toEqual([path]);
  });

  test('is complete without JavaScript', async ({ visit }) => {
    const { page } = await visit({ javaScript: false });
    expect((await page.goto(`${path}?utm_source=letter`))!.status()).toBe(200);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('banner').getByRole('link').count()).toBeGreaterThanOrEqual(8);
    expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).count()).toBe(1);
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(300);
    // Also its title, its description and its canonical address.
    expect(await page.title()).toMatch(/^\S.* \| Voltframe$/);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(SITE_URL + path);
    expect(await page.locator('meta[property="og:url"]').getAttribute('content')).toBe(SITE_URL + path);
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\S{2,} \S{2,}/);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});

test('every page has a title of its own', async ({ siteUrl }) => {
  const titles = await Promise.all(
    SITE_ROUTES.map(async ({ path }) => {
      const html = await (await fetch(siteUrl + path)).text();
      return /<title[^>]*>([^<]+)<\/title>/.exec(html)?.[1];
    }),
  );
  expect(new Set(titles).size).toBe(SITE_ROUTES.length);
});
