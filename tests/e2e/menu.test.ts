import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from './site-test.ts';
import type { Visit, Visitor } from './visit.ts';

const SMALL = { width: 375 };

const isOpen = (page: Page): Promise<boolean> =>
  page.locator('#site-menu').evaluate((menu) => (menu as HTMLDetailsElement).open);

async function openMenu(page: Page): Promise<void> {
  await page.locator('#site-menu > summary').click();
  expect(await isOpen(page)).toBe(true);
}

/** The home page with its menu open, hydrated or with scripts that never come. */
async function pageWithMenu(visit: (visitor: Visitor) => Promise<Visit>, moment: string): Promise<Page> {
  const { page, hydrated } = await visit(SMALL);
  if (moment === 'before hydration') await page.route('**/assets/**/*.js', () => undefined);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  if (moment === 'after hydration') await hydrated();
  await openMenu(page);
  return page;
}

describe('the small-screen menu', () => {
  test('has the seven links and opens without JavaScript', async ({ visit }) => {
    const { page } = await visit({ ...SMALL, javaScript: false });
    await page.goto('/');
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    expect(await isOpen(page)).toBe(false);
    await openMenu(page);
    expect(await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').count()).toBe(7);
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).click();
    await page.waitForURL('**/about');
    expect(await isOpen(page)).toBe(false);
  });

  test('repeats the button of the header only where the bar has no room for it', async ({ visit }) => {
    const { page } = await visit({ javaScript: false });
    await page.goto('/');
    await page.setViewportSize({ width: 375, height: 800 });
    await openMenu(page);
    const button = page.getByRole('banner').getByRole('link', { name: 'INIT_PROJECT()' });
    for (const width of [375, 768]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await button.filter({ visible: true }).count()]).toEqual([width, 1]);
    }
  });

  test('is not shown on large screens', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/');
    expect(await page.locator('#site-menu').isVisible()).toBe(false);
  });

  test('closes when a link is chosen', async ({ visit }) => {
    const { page, loads } = await visit({ ...SMALL, at: '/' });
    await openMenu(page);
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Blog' }).click();
    await page.waitForURL('**/blog');
    await expect.poll(() => isOpen(page)).toBe(false);
    expect(loads).toEqual(['/']);
  });

  test('closes when the link of the page itself is chosen', async ({ visit }) => {
    const { page } = await visit({ ...SMALL, at: '/about' });
    await openMenu(page);
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).click();
    await expect.poll(() => isOpen(page)).toBe(false);
  });

  describe.each(['before hydration', 'after hydration'])('%s', (moment) => {
    test('closes on a click outside the header, not on one inside', async ({ visit }) => {
      const page = await pageWithMenu(visit, moment);
      await page.locator('[data-header]').click({ position: { x: 3, y: 3 } });
      expect(await isOpen(page)).toBe(true);
      await page.mouse.click(180, 780);
      await expect.poll(() => isOpen(page)).toBe(false);
    });

    test('closes when the focus goes past its end, which is then in sight', async ({ visit }) => {
      const page = await pageWithMenu(visit, moment);
      for (let link = 0; link < 8; link++) await page.keyboard.press('Tab');
      expect(await isOpen(page)).toBe(true);
      await page.keyboard.press('Tab');
      expect(await isOpen(page)).toBe(false);
      const inSight = await page.evaluate(() => {
        const focused = document.activeElement!;
        const { left, top, width, height } = focused.getBoundingClientRect();
        return focused.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(inSight).toBe(true);
    });

    test('closes on Escape, and gives the focus back', async ({ visit }) => {
      const page = await pageWithMenu(visit, moment);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await expect.poll(() => isOpen(page)).toBe(false);
      expect(
        await page.locator('#site-menu > summary').evaluate((toggle) => toggle === document.activeElement),
      ).toBe(true);
    });
  });
});
