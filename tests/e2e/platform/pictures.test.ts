import { test } from '../site-test.ts';
import { expect } from 'vitest';

test('pictures further down load a moment after the page has painted, hydrated or not', async ({ visit }) => {
  const { page } = await visit({ width: 375, motion: 'no-preference' });
  await page.route(/\/assets\/shell\/main\./, () => {}); // never answered
  await page.route('https://images.example/**', (route) => route.fulfill({ body: '' }));
  const time = await page.context().newCDPSession(page);
  await time.send('Animation.enable');
  await time.send('Animation.setPlaybackRate', { playbackRate: 0 });
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(request.url()));
  await page.goto('/members/gallery');
  // Near enough for browsers to load it.
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.scrollIntoView());
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(requested.filter((url) => url.endsWith('.avif'))).toEqual([]);
  const picture = page.waitForRequest(/\.avif$/);
  await time.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await picture;
});
