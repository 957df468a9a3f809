import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from './site-test.ts';

/** The colours of an element, or of its pseudo-element, and of the background. */
function colours(page: Page, selector: string, pseudo?: string): Promise<{ own: string; ground: string }> {
  return page.locator(selector).evaluate(
    (element, box) => ({
      own: getComputedStyle(element, box).backgroundColor,
      ground: getComputedStyle(document.body).backgroundColor,
    }),
    pseudo,
  );
}

/** Elements that a single background colour would hide: path, selector, width of the window. */
const VISIBLE = [
  ['the bars of the menu button', '/', '#site-menu > summary > span', 375],
  ['the drawings of the social links', '/', '[data-social=GitHub] > span:first-child', 1440],
  ['the mark of the current page', '/about', 'nav[aria-label=Main] [aria-current=page]', 1440, '::after'],
] as const;

test('with forced colours drawings are visible, and buttons have a border', async ({ visit }) => {
  const { page } = await visit();
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [what, path, selector, width, pseudo] of VISIBLE) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    const { own, ground } = await colours(page, selector, pseudo);
    expect([what, own]).not.toEqual([what, ground]);
  }
  const buttons = [
    page.getByRole('contentinfo').getByRole('button', { name: 'EXEC()' }),
    page.getByRole('region', { name: 'Bring the unfinished thought.' }).getByRole('link'),
  ];
  for (const button of buttons)
    expect(await button.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('1px');
  expect(await page.locator('footer [data-text]').isVisible()).toBe(false);
});

test('with forced colours or more contrast no lines run behind the text', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/contact');
  const lines = () => page.evaluate(() => getComputedStyle(document.body, '::before').display);
  expect(await lines()).toBe('block');
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await lines()).toBe('none');
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
  expect(await lines()).toBe('none');
});

test('with forced colours the index of the services underlines the current one', async ({ visit }) => {
  const { page } = await visit({ at: '/services', width: 375 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.locator('#robotics').evaluate((section) => section.scrollIntoView());
  const current = page.getByRole('navigation', { name: 'Services on this page' }).locator('[aria-current]');
  await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringContaining('Robotics')]);
  expect(await current.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('underline');
});
