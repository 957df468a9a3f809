import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from './site-test.ts';

/** Colour of an element, or of a box it draws beside itself, and of the ground it stands on. */
function colours(page: Page, selector: string, pseudo?: string): Promise<{ own: string; ground: string }> {
  return page.locator(selector).evaluate(
    (element, box) => ({
      own: getComputedStyle(element, box).backgroundColor,
      ground: getComputedStyle(document.body).backgroundColor,
    }),
    pseudo,
  );
}

test('with forced colours the bars of the menu button can be seen', async ({ visit }) => {
  const { page } = await visit({ width: 375 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const { own, ground } = await colours(page, '#site-menu > summary > span');
  expect(own).not.toBe(ground);
});

test('with forced colours the current page is marked in the header', async ({ visit }) => {
  const { page } = await visit();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/about');
  const { own, ground } = await colours(page, 'nav[aria-label=Main] [aria-current=page]', '::after');
  expect(own).not.toBe(ground);
});

test('with forced colours the subscribe button has a border', async ({ visit }) => {
  const { page } = await visit();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const button = page.getByRole('contentinfo').getByRole('button');
  expect(await button.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('1px');
});

test('with forced colours the drawings of the social links can be seen', async ({ visit }) => {
  const { page } = await visit();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const { own, ground } = await colours(page, '[data-social=GitHub] > span:first-child');
  expect(own).not.toBe(ground);
});

test('with forced colours, or more contrast, no lines run behind the text', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/contact');
  const lines = () => page.evaluate(() => getComputedStyle(document.body, '::before').display);
  expect(await lines()).toBe('block');
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await lines()).toBe('none');
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' });
  expect(await lines()).toBe('none');
});
