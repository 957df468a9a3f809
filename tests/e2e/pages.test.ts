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

test('no line of the grid runs through a text, and every class has a name', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  const found = [];
  for (const path of [...PATHS, '/blog?q=cache', '/portfolio?category=robotics'])
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      for (const text of await page.evaluate(crossedTexts)) found.push([path, width, text]);
      found.push(...(await page.locator('[class~=undefined]').allInnerTexts()));
    }
  expect(found).toEqual([]);
});

test('the titles of the wide samples have no line with one short word', async ({ visit }) => {
  const { page } = await visit({ width: 1440, javaScript: false });
  await page.goto('/portfolio');
  const title = page.getByRole('heading', { name: 'A van that remembers its temperature' });
  const lines = await title.evaluate((heading) => {
    const { height } = heading.getBoundingClientRect();
    return Math.round(height / Number.parseFloat(getComputedStyle(heading).lineHeight));
  });
  expect(lines).toBe(3);
});

test('on phones each choice of a list is one line, and the chosen one is in sight', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  for (const [path, width] of [
    ['/portfolio?category=robotics', 375],
    ['/blog?tag=accessibility', 320],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    const choices = page.getByRole('navigation', { name: /^Filter/ });
    const lines = await choices.getByRole('link').evaluateAll((links) =>
      links.map(({ firstChild }) => {
        const label = document.createRange();
        label.selectNode(firstChild!);
        return label.getClientRects().length;
      }),
    );
    expect([path, Math.max(...lines)]).toEqual([path, 1]);
    const chosen = await choices.locator('[aria-current]').boundingBox();
    expect([path, chosen!.x >= 16 && chosen!.x + chosen!.width <= width - 16]).toEqual([path, true]);
  }
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

/** Runs in the page. @returns its texts in front of no ground: the lines of the page are behind them */
function crossedTexts(): string[] {
  const crossed: string[] = [];
  const hasGround = (element: Element): boolean => {
    const { backgroundColor, borderImageSource, position } = getComputedStyle(element);
    return backgroundColor !== 'rgba(0, 0, 0, 0)' || borderImageSource !== 'none' || position === 'fixed';
  };
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement!;
    // The lines run behind the very large type of the home page, as drawn.
    if (!text.nodeValue!.trim() || parent.closest('svg, option, .visually-hidden, h1 > span')) continue;
    let element: Element | null = parent;
    while (element !== null && element !== document.body && !hasGround(element))
      element = element.parentElement;
    if (element === document.body && parent.checkVisibility()) crossed.push(text.nodeValue!.trim());
  }
  return crossed;
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
