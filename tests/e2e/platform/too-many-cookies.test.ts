import { expect } from 'vitest';
import { test } from '../site-test.ts';

test('a visitor with more cookies than a request may have gets pages again', async ({ visit }) => {
  const { page, expectProblem } = await visit({ at: '/members/hall' });
  expectProblem(/431 \(/);
  // A script of a bad release; the cookies stay after its rollback.
  await page.evaluate(() => {
    for (let index = 0; index < 30; index++)
      document.cookie = `bad${index}=${'x'.repeat(3_000)}; path=/; max-age=86400`;
  });
  expect((await page.goto('/about'))?.status()).toBe(431);
  expect((await page.goto('/about'))?.status()).toBe(200);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});
