import { expect } from 'vitest';
import { test } from '../site-test.ts';

test('a visitor with more cookies than a request may have gets pages again', async ({ siteUrl, visit }) => {
  const { page, expectProblem } = await visit();
  expectProblem(/431 \(/);
  // Cookies that a script of a bad release set. No page of the site is open: its next request would remove them.
  await page.context().addCookies(
    Array.from({ length: 30 }, (_, index) => ({
      name: `bad${index}`,
      value: 'x'.repeat(3_000),
      url: siteUrl,
    })),
  );
  expect((await page.goto('/about'))?.status()).toBe(431);
  expect((await page.goto('/about'))?.status()).toBe(200);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});
