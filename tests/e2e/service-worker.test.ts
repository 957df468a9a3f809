import { expect } from 'vitest';
import { test } from './site-test.ts';

test('a service worker that a script registers removes itself, and no page is answered by it', async ({
  visit,
}) => {
  const { page, hydrated } = await visit();
  await page.goto('/');
  await hydrated();
  const script = '/assets/shell/worker.js';
  await page.evaluate(async (address) => {
    await navigator.serviceWorker.register(address);
  }, script);
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(0);
  await page.goto('/about');
  await hydrated();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});
