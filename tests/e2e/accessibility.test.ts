import { expect } from 'vitest';
import { ERROR_PATHS, SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';
import { COLOUR_RULES, violations } from './violations.ts';

const PATHS = [...SITE_ROUTES, ...ERROR_PATHS].map(({ path }) => path);
/**
 * A page is laid out by its width and coloured by its scheme: each has all rules once, the rest the rules of colours.
 */
const WINDOWS: { width: number; scheme: 'dark' | 'light'; rules?: string[] }[] = [
  { width: 375, scheme: 'dark' },
  { width: 375, scheme: 'light', rules: COLOUR_RULES },
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark', rules: COLOUR_RULES },
];

test.for(PATHS)(
  'axe finds nothing on %s, in both schemes, on small and large screens',
  async (path, { visit }) => {
    const { page, expectProblem } = await visit();
    expectProblem(/404 \(/);
    await page.goto(path);
    const found: string[] = [];
    for (const { width, scheme, rules } of WINDOWS) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      const seen = await violations(page, rules);
      found.push(...seen.map((violation) => `${width} ${scheme}: ${violation}`));
    }
    expect(found).toEqual([]);
  },
);

test('axe finds nothing in the open menu', async ({ visit }) => {
  const { page } = await visit({ width: 375 });
  await page.goto('/');
  await page.locator('#site-menu > summary').click();
  expect(await violations(page)).toEqual([]);
});

test('axe sees a planted violation', async ({ visit }) => {
  const { page } = await visit({ at: '/' });
  await page.evaluate(() => document.querySelector('main')!.append(document.createElement('button')));
  expect(await violations(page)).toContain('button-name: <button></button>');
});
