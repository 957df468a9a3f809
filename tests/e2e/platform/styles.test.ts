import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { followLink, open } from './members-visit.ts';

/** @returns the computed value of a property of each element */
const looks = (page: Page, elements: Record<string, string>): Promise<Record<string, string>> =>
  page.evaluate(
    (all) =>
      Object.fromEntries(
        Object.entries(all).map(([selector, property]) => [
          selector,
          getComputedStyle(document.querySelector(selector)!).getPropertyValue(property),
        ]),
      ),
    elements,
  );

const ATTRIBUTES = { '#object': 'color', '#property': 'width', '#html': 'color' };
const STYLED = { '#object': 'rgb(4, 5, 6)', '#property': '120px', '#html': 'rgb(1, 2, 3)' };

test('styles in attributes look the same on a first load, after a click, and without JavaScript', async ({
  visit,
}) => {
  const first = await visit();
  await open(first, '/wardrobe/attributes');
  expect(await looks(first.page, ATTRIBUTES)).toEqual(STYLED);

  const clicked = await visit();
  await open(clicked, '/members');
  await followLink(clicked.page, '/wardrobe/attributes');
  await clicked.page.locator('#object').waitFor();
  expect(await looks(clicked.page, ATTRIBUTES)).toEqual(STYLED);
  expect(clicked.loads).toEqual(['/members']);

  const plain = await visit({ javaScript: false });
  await plain.page.goto('/wardrobe/attributes');
  expect(await looks(plain.page, ATTRIBUTES)).toEqual(STYLED);
});

const RUNTIME = { '#rendered': 'color', '#inserted': 'color' };

test('styles that are made while a page renders look the same on a first load and after a click, each in a document of its own', async ({
  visit,
}) => {
  const styled = { '#rendered': 'rgb(1, 2, 3)', '#inserted': 'rgb(4, 5, 6)' };
  const visited = await visit();
  const { page, loads } = visited;
  await open(visited, '/members');
  await followLink(page, '/wardrobe/runtime').catch(() => 'left');
  await page.waitForURL('**/wardrobe/runtime');
  await visited.hydrated();
  expect(await looks(page, RUNTIME)).toEqual(styled);

  await page.getByRole('link', { name: 'Attributes' }).click();
  await page.waitForURL('**/wardrobe/attributes');
  await visited.hydrated();
  await page.goBack();
  await visited.hydrated();
  expect(await looks(page, RUNTIME)).toEqual(styled);
  const back = ['/wardrobe/attributes', '/wardrobe/runtime'];
  expect(loads).toEqual(['/members', '/wardrobe/runtime', ...back]);

  const plain = await visit({ javaScript: false });
  await plain.page.goto('/wardrobe/runtime');
  expect((await looks(plain.page, RUNTIME))['#rendered']).toBe(styled['#rendered']);
});
