import { expect } from 'vitest';
import { test } from './site-test.ts';

const MOST_BYTES = 60_000;

test('a note loads few bytes of pictures on a phone before it scrolls, and none of them shifts the layout', async ({
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
  await page.goto('/blog/pid-loop-sampling-jitter');
  await hydrated();
  const sent = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(?:avif|webp|jpg|png|gif|svg)$/.test(name))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );
  expect(sent).toBeLessThanOrEqual(MOST_BYTES);
  const pictures = page.locator('main figure img');
  expect(await pictures.count()).toBeGreaterThan(0);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    const shown = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return image.currentSrc;
    });
    expect(shown).toMatch(/\.svg$/);
  }
  expect(await page.evaluate(() => (window as { moved?: number }).moved)).toBe(0);
});
