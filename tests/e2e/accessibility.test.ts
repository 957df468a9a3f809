import { expect } from 'vitest';
import { ERROR_PATHS, POST } from './site-routes.ts';
import { test } from './site-test.ts';
import { violations, violationsInTurn } from './violations.ts';

/**
 * One page of each app, one with a form, and the error screen. accessibility.slow.test.ts has all pages in all
 * viewports.
 */
const PATHS = ['/', '/contact', POST, '/terms', ERROR_PATHS[0]!.path];

test('a page of each app has no axe violations, in both schemes, on small and large screens', async ({
  visit,
}) => {
  const { page, expectProblem } = await visit();
  expectProblem(/404 \(/);
  expect(await violationsInTurn(page, PATHS)).toEqual([]);
});

test('the open menu has no axe violations', async ({ visit }) => {
  const { page } = await visit({ width: 375 });
  await page.goto('/');
  await page.locator('#site-menu > summary').click();
  expect(await violations(page, 'header')).toEqual([]);
});

test('axe reports a planted violation', async ({ visit }) => {
  const { page } = await visit();
  await page.setContent('<main><button></button></main>');
  expect(await violations(page)).toContain('button-name: <button></button>');
});
