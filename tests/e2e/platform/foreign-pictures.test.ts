import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { navigate, open, shown } from './members-visit.ts';

const PICTURE = 'https://images.example/hall.svg';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>';

/** @returns whether the policy of the document allows a picture of another site */
const maySee = (page: Page): Promise<boolean> =>
  page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    return image.decode().then(
      () => true,
      () => false,
    );
  }, PICTURE);

test('a picture of another site loads only in the page that declares it, after a document load', async ({
  visit,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  visited.expectProblem(
    /violates the following Content Security Policy directive: "img-src 'self' data: blob:"/,
  );
  await page.context().route(PICTURE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: SVG }));
  await open(visited, '/members');
  expect(await maySee(page)).toBe(false);

  await navigate(page, '/members/gallery').catch(() => 'left');
  await page.waitForURL('**/members/gallery');
  await visited.hydrated();
  const image = page.getByRole('img', { name: 'The hall' });
  await image.evaluate((element: HTMLImageElement) => element.decode());
  expect(await maySee(page)).toBe(true);

  await page.getByRole('link', { name: 'Hall', exact: true }).click();
  await page.waitForURL('**/members/hall');
  await visited.hydrated();
  expect(await maySee(page)).toBe(false);

  await page.goBack();
  await visited.hydrated();
  expect(await shown(page)).toEqual({ at: '/members/gallery', heading: 'The gallery' });
  expect(await maySee(page)).toBe(true);
  await page.goBack();
  await visited.hydrated();
  expect(await shown(page)).toMatchObject({ at: '/members' });
  expect(await maySee(page)).toBe(false);
  expect(loads).toEqual(['/members', '/members/gallery', '/members/hall', '/members/gallery', '/members']);
});
