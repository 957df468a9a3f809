import { expect } from 'vitest';
import { ERROR_PATHS, POST } from './site-routes.ts';
import { test } from './site-test.ts';
import { violations, violationsInTurn } from './violations.ts';

/** One page of each app, one with a form, and the error screen. Each page in each viewport: accessibility.slow.test.ts. */
const PATHS = ['/', '/contact', POST, '/terms', ERROR_PATHS[0]!.path];

test('axe finds nothing on pages of each app, in both schemes, on small and large screens', async ({
  visit,
}) => {
  const { page, expectProblem } = await visit();
  expectProblem(/404 \(/);
  expect(await violationsInTurn(page, PATHS)).toEqual([]);
});

test('axe finds nothing in the open menu', async ({ visit }) => {
  const { page } = await visit({ width: 375 });
  await page.goto('/');
  await page.locator('#site-menu > summary').click();
  expect(await violations(page, 'header')).toEqual([]);
});

test('axe sees a planted violation', async ({ visit }) => {
  const { page } = await visit();
  await page.setContent('<main><button></button></main>');
  expect(await violations(page)).toContain('button-name: <button></button>');
});
