import { expect } from 'vitest';
import { SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';

/** Widths of narrow phones, and large default font sizes (CSS pixels). */
const SETTINGS = [
  { width: 320, font: 24, zoomed: false },
  { width: 320, font: 32, zoomed: false },
  { width: 375, font: 24, zoomed: false },
  { width: 375, font: 32, zoomed: false },
  { width: 320, font: 24, zoomed: true },
];

test('with large text on a phone no page is wider than the window, and the menu is visible', async ({
  visit,
}) => {
  const { page } = await visit({ width: 375, javaScript: false });
  const browser = await page.context().newCDPSession(page);
  const results = [];
  for (const { path } of SITE_ROUTES) {
    await page.goto(path);
    for (const { width, font, zoomed } of SETTINGS) {
      await page.setViewportSize({ width, height: 800 });
      await browser.send('Page.setFontSizes', { fontSizes: { standard: zoomed ? 16 : font } });
      // Text that the browser alone enlarges, without an effect on media queries.
      const size = zoomed ? `${font}px` : '';
      await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
      const seen = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const menu = document.querySelector('#site-menu > summary')!.getBoundingClientRect();
        return {
          width: clientWidth,
          font: Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
          tooWide: scrollWidth - clientWidth,
          menuInSight: menu.left >= 0 && menu.right <= clientWidth,
        };
      });
      results.push({ path, zoomed, ...seen });
    }
  }
  const good = { tooWide: 0, menuInSight: true };
  expect(results).toEqual(
    SITE_ROUTES.flatMap(({ path }) => SETTINGS.map((setting) => ({ path, ...setting, ...good }))),
  );
});
