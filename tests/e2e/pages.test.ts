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

test('every page is complete without JavaScript, with its own title', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  const titles = new Set<string>();
  for (const path of PATHS) {
    const response = await page.goto(`${path}?utm_source=letter`);
    expect([path, response!.status()]).toEqual([path, 200]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('banner').getByRole('link').count()).toBeGreaterThanOrEqual(8);
    expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).count()).toBe(1);
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(300);
    // Title, description and canonical address too.
    titles.add(await page.title());
    expect(await page.title()).toMatch(/^\S.* \| Voltframe$/);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(SITE_URL + path);
    expect(await page.locator('meta[property="og:url"]').getAttribute('content')).toBe(SITE_URL + path);
    expect(await page.locator('meta[name=description]').getAttribute('content')).toMatch(/\S{2,} \S{2,}/);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  }
  expect(titles.size).toBe(PATHS.length);
});

test('every page ends with a call or links, and has no single item in a grid row', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  for (const path of PATHS) {
    await page.goto(path);
    for (const width of [768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect([path, width, await page.evaluate(endAndRows)]).toEqual([
        path,
        width,
        { isEnded: true, alone: [] },
      ]);
    }
  }
});

test('no heading breaks within a word', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  const broken = [];
  for (const path of PATHS) {
    await page.goto(path);
    for (const width of [320, 375, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const word of await page.evaluate(brokenWords)) broken.push([path, width, word]);
    }
  }
  expect(broken).toEqual([]);
});

test('on paper folded texts are open, and decorative pictures are hidden', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  await page.goto('/portfolio');
  await page.emulateMedia({ media: 'print' });
  const folded = page.getByRole('article').filter({ has: page.locator('details') });
  const sample = folded.first();
  expect(await sample.locator('details > :not(summary)').isVisible()).toBe(true);
  expect(await sample.locator('svg, img').filter({ visible: true }).count()).toBe(0);
});

/** Runs in the page. @returns the words of its headings that are on two lines; a hyphen and a slash end a word */
function brokenWords(): string[] {
  const broken: string[] = [];
  for (const heading of document.querySelectorAll('h1, h2, h3, h4')) {
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of text.nodeValue!.matchAll(/[^\s/-]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(word);
      }
  }
  return broken;
}

/**
 * Runs in the page.
 * @returns whether its last block is a call or links; the texts of single items that do not fill the last row of a grid
 */
function endAndRows(): { isEnded: boolean; alone: string[] } {
  const main = document.querySelector('main')!;
  const ends = main.querySelectorAll(
    'nav, section[aria-labelledby=closing], section[aria-labelledby=related]',
  );
  const isEnded =
    Math.abs([...ends].at(-1)!.getBoundingClientRect().bottom - main.getBoundingClientRect().bottom) < 2;
  const alone: string[] = [];
  for (const grid of main.querySelectorAll('*')) {
    const items = [...grid.children].filter((item) => item.matches('a, article, div, li'));
    if (getComputedStyle(grid).display !== 'grid' || items.length < grid.children.length) continue;
    const tops = items.map((item) => Math.round(item.getBoundingClientRect().top));
    const last = items.at(-1);
    const isRow = new Set(tops).size < tops.length && tops.filter((top) => top === tops.at(-1)).length === 1;
    if (last && isRow && last.getBoundingClientRect().width < grid.getBoundingClientRect().width * 0.6)
      alone.push(last.textContent.slice(0, 40));
  }
  return { isEnded, alone };
}
