import { describe, expect } from 'vitest';
import { SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

/** Narrowest phones, and the default font sizes (CSS pixels) that people set who see little. */
const SETTINGS = [
  { width: 320, font: 24 },
  { width: 320, font: 32 },
  { width: 375, font: 24 },
  { width: 375, font: 32 },
];

const SITE_PATHS = SITE_ROUTES.map(({ path }) => path);

describe.each(SETTINGS)('with text of $font px on $width px', ({ width, font }) => {
  test('no page is wider than the window, and the menu is in sight', async ({ visit }) => {
    const { page } = await visit({ width, javaScript: false });
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setFontSizes', { fontSizes: { standard: font } });
    const found: Record<string, unknown> = {};
    for (const path of SITE_PATHS) {
      await page.goto(path);
      found[path] = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const menu = document.querySelector('#site-menu > summary')!.getBoundingClientRect();
        return {
          tooWide: scrollWidth - clientWidth,
          menuInSight: menu.left >= 0 && menu.right <= clientWidth,
        };
      });
    }
    const good = SITE_PATHS.map((path) => [path, { tooWide: 0, menuInSight: true }]);
    expect(found).toEqual(Object.fromEntries(good));
  });
});
