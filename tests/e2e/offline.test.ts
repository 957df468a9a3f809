import { expect } from 'vitest';
import { test } from './site-test.ts';

test('a click without a network shows a note and the status OFFLINE, and opens the page when the network returns', async ({
  visit,
}) => {
  const { page, hydrated, loads, expectProblem } = await visit();
  // The order and number of failed requests depend on the machine.
  expectProblem(/net::ERR|Failed to (load|fetch)|A part of legal could not be loaded/);
  // Blocks the prefetch.
  await page.route('**/privacy/_payload.json*', (route) => route.abort());
  await page.route(/legal/, (route) => route.abort());
  await page.goto('/');
  await hydrated();
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  const note = page.getByRole('status').filter({ hasText: 'You are offline' });
  await note.waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  const status = page.locator('[data-island^="StatusNote_"]');
  expect(await status.innerText()).toMatch(/^OFFLINE/);
  await page.unroute('**/privacy/_payload.json*');
  await page.unroute(/legal/);
  await page.context().setOffline(false);
  await page.waitForURL('**/privacy');
  await expect.poll(() => note.count()).toBe(0);
  expect(await status.innerText()).toMatch(/^ONLINE/);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/privacy/i);
  expect(loads).toEqual(['/']);
});

test('a click without a network opens a prefetched page', async ({ visit }) => {
  const { page, hydrated, loads, expectProblem } = await visit();
  expectProblem(/net::ERR|Failed to (load|fetch)/);
  const ahead = ['about/_payload.json', 'marketing.about.*.js', 'marketing.about.*.css'].map(async (file) =>
    (await page.waitForResponse(`**/*${file}*`)).finished(),
  );
  await page.goto('/');
  await hydrated();
  await Promise.all(ahead);
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  await page.context().setOffline(false);
  expect(loads).toEqual(['/']);
});
