import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { test } from './site-test.ts';

const LINKS = ['/', '/about', '/services', '/portfolio', '/blog', '/careers', '/contact'];

/** The opacity of the header's background after its transition, 0 to 1. */
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

/** Hides the contents of the page. @returns the positions of its vertical lines, pixels from the left */
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
  test('links to the seven destinations in order, and to /contact with its button', async ({ visit }) => {
    const { page } = await visit({ javaScript: false });
    await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(LINKS);
    const action = page.getByRole('banner').getByRole('link', { name: 'INIT_PROJECT()' }).first();
    expect(await action.getAttribute('href')).toBe('/contact');
  });

  test('is aligned with the 20 lines of the page', async ({ visit }) => {
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

describe('the header is opaque when the page is scrolled by more than 50 px', () => {
  test.for(['before hydration', 'after hydration'])('%s', async (moment, { visit }) => {
    const { page, hydrated } = await visit();
    // Blocks the scripts, so that only the bootstrap runs.
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

  test('on a reload further down', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    await scrollPage(page, 900);
    await page.reload();
    await expect.poll(() => headerOpacity(page)).toBe(1);
  });
});

test('the logo leads to the home page', async ({ visit }) => {
  const { page, loads } = await visit({ at: '/about' });
  await page.locator('[data-logo]').click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(loads).toEqual(['/about']);
});

test('a focused element has room for its outline at the edge of the window', async ({ visit }) => {
  const { page } = await visit({ at: '/portfolio' });
  const rooms = await page
    .locator('summary')
    .nth(3)
    .evaluate((control) => {
      const header = document.querySelector('header')!.getBoundingClientRect().bottom;
      return (['top', 'bottom'] as const).map((edge) => {
        control.blur();
        const { top, bottom } = control.getBoundingClientRect();
        // Half beyond the edge before.
        window.scrollBy(0, (top + bottom) / 2 - (edge === 'top' ? header : innerHeight));
        control.focus();
        const place = control.getBoundingClientRect();
        return edge === 'top' ? place.top - header : innerHeight - place.bottom;
      });
    });
  expect(rooms.every((room) => room >= 4)).toBe(true);
});
