import { expect } from 'vitest';
import { ERROR_PATHS, SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';
import { violations, violationsInTurn } from './violations.ts';

// Each page in each viewport: accessibility.slow.test.ts.
test('axe finds nothing on any page, in one of both schemes, on a small or a large screen', async ({
  visit,
}) => {
  const { page, expectProblem } = await visit();
  expectProblem(/404 \(/);
  const paths = [...SITE_ROUTES, ERROR_PATHS[0]!].map(({ path }) => path);
  expect(await violationsInTurn(page, paths)).toEqual([]);
});

test('axe finds nothing in the open menu', async ({ visit }) => {
  const { page } = await visit({ width: 375 });
  await page.goto('/');
  await page.locator('#site-menu > summary').click();
  expect(await violations(page)).toEqual([]);
});

test('axe sees a planted violation', async ({ visit }) => {
  const { page } = await visit();
  await page.setContent('<main><button></button></main>');
  expect(await violations(page)).toContain('button-name: <button></button>');
});
