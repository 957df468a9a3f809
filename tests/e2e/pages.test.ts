import { expect } from 'vitest';
import { SITE_URL } from './gateway.ts';
import { SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

const PATHS = SITE_ROUTES.map(({ path }) => path);

test('every page is complete with JavaScript, in one document load', async ({ visit }) => {
  const { page, loads, hydrated } = await visit();
  for (const path of PATHS) {
    const response = await page.goto(path);
    expect([path, response!.status()]).toEqual([path, 200]);
    expect(response!.headers()['x-composition']).toMatch(/^[\w-]+$/);
    await hydrated();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('main').innerText()).not.toBe('');
  }
  expect(loads).toEqual(PATHS);
});

test('every page is complete without JavaScript, with a title of its own', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  const titles = new Set<string>();
  for (const path of PATHS) {
    const response = await page.goto(`${path}?utm_source=letter`);
    expect([path, response!.status()]).toEqual([path, 200]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('banner').getByRole('link').count()).toBeGreaterThanOrEqual(8);
    expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).count()).toBe(1);
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(300);
    // Also its title, its description and its canonical address.
    titles.add(await page.title());
    expect(await page.title()).toMatch(/^\S.* \| Voltframe$/);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(SITE_URL + path);
    expect(await page.locator('meta[property="og:url"]').getAttribute('content')).toBe(SITE_URL + path);
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\S{2,} \S{2,}/);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  }
  expect(titles.size).toBe(PATHS.length);
});

test('on paper folded texts are open, and pictures that only decorate are not there', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  await page.goto('/portfolio');
  await page.emulateMedia({ media: 'print' });
  const folded = page.getByRole('article').filter({ has: page.locator('details') });
  const sample = folded.first();
  expect(await sample.locator('details > :not(summary)').isVisible()).toBe(true);
  expect(await sample.locator('svg, img').filter({ visible: true }).count()).toBe(0);
});
