import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from './site-test.ts';

const SMALL = { width: 375 };

const isOpen = (page: Page): Promise<boolean> =>
  page.locator('#site-menu').evaluate((menu) => (menu as HTMLDetailsElement).open);

async function openMenu(page: Page): Promise<void> {
  await page.locator('#site-menu > summary').click();
  expect(await isOpen(page)).toBe(true);
}

describe('the small-screen menu', () => {
  test('has the seven links and opens without JavaScript', async ({ visit }) => {
    const { page } = await visit({ ...SMALL, javaScript: false });
    await page.goto('/');
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    expect(await isOpen(page)).toBe(false);
    await openMenu(page);
    expect(await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').count()).toBe(7);
    // The menu repeats the button of the header only on small screens.
    const button = page.getByRole('banner').getByRole('link', { name: 'INIT_PROJECT()' });
    for (const width of [768, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await button.filter({ visible: true }).count()]).toEqual([width, 1]);
    }
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).click();
    await page.waitForURL('**/about');
    expect(await isOpen(page)).toBe(false);
    // Not shown on large screens.
    await page.setViewportSize({ width: 1440, height: 800 });
    expect(await page.locator('#site-menu').isVisible()).toBe(false);
  });

  test('marks the current page within its column in a low window', async ({ visit }) => {
    const { page } = await visit({ width: 667, javaScript: false });
    await page.goto('/services');
    await page.setViewportSize({ width: 667, height: 375 });
    await openMenu(page);
    const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Services' });
    const { current, end } = await link.evaluate((element) => ({
      current: Number.parseFloat(getComputedStyle(element, '::after').marginRight),
      end: element.getBoundingClientRect().right,
    }));
    const next = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Portfolio' });
    expect(end - current).toBeLessThanOrEqual((await next.boundingBox())!.x - 16);
  });

  test('closes when a link is chosen, also that of the current page', async ({ visit }) => {
    const { page, loads } = await visit({ ...SMALL, at: '/' });
    for (const name of ['Blog', 'Blog']) {
      await openMenu(page);
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name }).click();
      await page.waitForURL('**/blog');
      await expect.poll(() => isOpen(page)).toBe(false);
    }
    expect(loads).toEqual(['/']);
  });

  test.for(['before hydration', 'after hydration'])(
    '%s closes on a click outside the header, on Escape, and when the focus leaves it',
    async (moment, { visit }) => {
      const { page, hydrated } = await visit(SMALL);
      if (moment === 'before hydration') await page.route('**/assets/**/*.js', () => undefined);
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      if (moment === 'after hydration') await hydrated();

      await openMenu(page);
      await page.locator('[data-header]').click({ position: { x: 3, y: 3 } });
      expect(await isOpen(page)).toBe(true);
      await page.mouse.click(180, 780);
      await expect.poll(() => isOpen(page)).toBe(false);

      await openMenu(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await expect.poll(() => isOpen(page)).toBe(false);
      const focused = await page
        .locator('#site-menu > summary')
        .evaluate((toggle) => toggle === document.activeElement);
      expect(focused).toBe(true);

      await openMenu(page);
      for (let link = 0; link < 8; link++) await page.keyboard.press('Tab');
      expect(await isOpen(page)).toBe(true);
      await page.keyboard.press('Tab');
      expect(await isOpen(page)).toBe(false);
      const inSight = await page.evaluate(() => {
        const element = document.activeElement!;
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(inSight).toBe(true);
    },
  );
});
