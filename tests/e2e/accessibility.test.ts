import { expect } from 'vitest';
import { ERROR_PATHS, SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';
import { violations } from './violations.ts';

const PATHS = [...SITE_ROUTES, ...ERROR_PATHS].map(({ path }) => path);
const WINDOWS = [375, 1440].flatMap((width) =>
  (['dark', 'light'] as const).map((scheme) => ({ width, scheme })),
);

test.for(PATHS)(
  'axe finds nothing on %s, in both schemes, on small and large screens',
  async (path, { visit }) => {
    const { page, expectProblem } = await visit();
    expectProblem(/404 \(/);
    await page.goto(path);
    const found: string[] = [];
    for (const { width, scheme } of WINDOWS) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      found.push(...(await violations(page)).map((violation) => `${width} ${scheme}: ${violation}`));
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
  const { page, hydrated } = await visit();
  await page.goto('/');
  await hydrated();
  await page.evaluate(() => document.querySelector('main')!.append(document.createElement('button')));
  expect(await violations(page)).toContain('button-name: <button></button>');
});
