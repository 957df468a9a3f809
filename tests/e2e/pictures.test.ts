import { expect } from 'vitest';
import { test } from './site-test.ts';

const MOST_BYTES = 60_000;

test('the portfolio sends a phone few bytes of pictures before it scrolls, and nothing moves when they come', async ({
  visit,
}) => {
  const { page, hydrated } = await visit({ width: 375 });
  await page.addInitScript(() => {
    const found = window as { moved?: number };
    found.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        found.moved! += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/portfolio');
  await hydrated();
  const sent = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(?:avif|webp|jpg|png|gif)$/.test(name))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );
  expect(sent).toBeLessThanOrEqual(MOST_BYTES);
  const pictures = page.locator('main picture img');
  expect(await pictures.count()).toBeGreaterThan(0);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    const shown = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.currentSrc;
    });
    expect(shown).toMatch(/\.avif$/);
  }
  expect(await page.evaluate(() => (window as { moved?: number }).moved)).toBe(0);
});

test('pictures further down are asked for a moment after the page has painted, hydrated or not', async ({
  visit,
}) => {
  const { page } = await visit({ width: 375, motion: 'no-preference' });
  await page.route(/\/assets\/shell\/main\./, () => {}); // never answered
  const time = await page.context().newCDPSession(page);
  await time.send('Animation.enable');
  await time.send('Animation.setPlaybackRate', { playbackRate: 0 });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.goto('/portfolio');
  // So near that no browser leaves it for later.
  await page.locator('article:has(img[loading=lazy])').evaluate((article) => article.scrollIntoView());
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(asked.filter((url) => url.endsWith('.avif'))).toEqual([]);
  const picture = page.waitForRequest(/\.avif$/);
  await time.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await picture;
});
