import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { test } from './site-test.ts';

const LINKS = ['/', '/about', '/services', '/portfolio', '/blog', '/careers', '/contact'];

/** How opaque the header's ground is: 0 to 1, once its transition is over. */
async function headerOpacity(page: Page): Promise<number> {
  return page.locator('[data-header]').evaluate(async (header) => {
    const settled = (): Animation[] => header.getAnimations({ subtree: true });
    await new Promise(requestAnimationFrame);
    await Promise.all(settled().map((animation) => animation.finished));
    return Number(getComputedStyle(header, '::before').opacity);
  });
}

async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => {
    const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    window.scrollTo({ top: y, behavior: 'instant' });
    return scrolled;
  }, top);
}

/** @returns where the page draws lines from top to bottom, pixels from the left; what is on it is hidden. */
async function pageLines(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('body > *')) part.style.visibility = 'hidden';
  });
  const row = await page.screenshot({ clip: { x: 0, y: 400, width: 1440, height: 1 } });
  const { data } = await sharp(row).greyscale().raw().toBuffer({ resolveWithObject: true });
  const drawn = [...data.keys()].filter((x) => data[x] !== data[0]);
  return drawn.filter((x) => !drawn.includes(x - 1));
}

describe('the header', () => {
  test('links to the seven destinations in order, and to /contact by its button', async ({ visit }) => {
    const { page } = await visit({ javaScript: false });
    await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(LINKS);
    const action = page.getByRole('banner').getByRole('link', { name: 'INIT_PROJECT()' }).first();
    expect(await action.getAttribute('href')).toBe('/contact');
  });

  test('stands on the 20 lines of the page', async ({ visit }) => {
    const { page } = await visit({ javaScript: false });
    await page.goto('/');
    const lines = await page
      .locator('[data-line]')
      .evaluateAll((all) => all.map((line) => line.getBoundingClientRect().left));
    const drawn = await pageLines(page);
    expect(drawn).toHaveLength(20);
    for (const [at, x] of drawn.entries()) expect(Math.abs(x - lines[at]!)).toBeLessThanOrEqual(1);
  });

  test('stays at the top of the window', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    await scrollPage(page, 600);
    expect(await page.locator('[data-header]').evaluate((header) => header.getBoundingClientRect().top)).toBe(
      0,
    );
  });
});

describe('the header turns opaque past 50 pixels of scroll', () => {
  test.for(['before hydration', 'after hydration'])('%s', async (moment, { visit }) => {
    const { page, hydrated } = await visit();
    // The script that hydrates never comes: the bootstrap alone is in charge.
    if (moment === 'before hydration') await page.route('**/assets/**/*.js', () => undefined);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    if (moment === 'after hydration') await hydrated();
    expect(await headerOpacity(page)).toBe(0);
    await scrollPage(page, 50);
    expect(await headerOpacity(page)).toBe(0);
    await scrollPage(page, 51);
    await expect.poll(() => headerOpacity(page)).toBe(1);
    await scrollPage(page, 50);
    await expect.poll(() => headerOpacity(page)).toBe(0);
  });

  test('also when the page is opened further down', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    await scrollPage(page, 900);
    await page.reload();
    await expect.poll(() => headerOpacity(page)).toBe(1);
  });
});

describe('the logo', () => {
  test('leads home', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/about' });
    await page.locator('[data-logo]').click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(loads).toEqual(['/about']);
  });
});
