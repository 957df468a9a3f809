import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { connect, navigate, open, watchRequests } from './members-visit.ts';

describe('navigate()', () => {
  test('opens another site with the flag, and windows without an opener', async ({ visit }) => {
    const { page, ...visited } = await visit();
    await page.context().route('https://outside.example/**', (route) => route.fulfill({ body: 'outside' }));
    await open({ page, ...visited }, '/members');
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      navigate(page, 'https://outside.example/new', { external: true, open: { target: '_blank' } }),
    ]);
    await popup.waitForURL('https://outside.example/new');
    expect(await popup.evaluate(() => opener)).toBeNull();
    await navigate(page, 'https://outside.example/here', { external: true }).catch(() => 'left');
    await page.waitForURL('https://outside.example/here');
  });

  test('stays on the site for a path that looks like another host', async ({ visit, siteUrl }) => {
    const visited = await visit();
    visited.expectProblem(/404|Page not found/);
    for (const to of [
      '/..//outside.example',
      '/%2e%2e//outside.example',
      '/members/..//..//outside.example',
    ]) {
      await open(visited, '/members');
      // No route matches the path, so the browser loads it as a document.
      await navigate(visited.page, to).catch(() => 'left');
      await visited.page.waitForURL('**/outside.example');
      expect([to, new URL(visited.page.url()).origin]).toEqual([to, siteUrl]);
      const response = await fetch(siteUrl + to, { redirect: 'manual' });
      expect(response.headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/);
    }
  });
});

test('a change of the hash moves `:target`, focus and scroll position, as browsers do', async ({ visit }) => {
  const visited = await visit();
  const { page, loads } = visited;
  // Disables prefetches, so that only the visitor causes requests.
  await connect(page, { saveData: true });
  await open(visited, '/members');
  await navigate(page, '/members/hall');
  const requests = watchRequests(page, /_payload\.json$|__nuxt_island/);
  const entries = await page.evaluate(() => history.length);
  const target = (): Promise<object> =>
    page.evaluate(() => ({
      at: location.pathname + location.hash,
      target: document.querySelector(':target')?.id,
      focus: document.activeElement?.id || document.activeElement?.tagName,
      atTop: scrollY === 0,
    }));
  const END = { at: '/members/hall#end', target: 'end', focus: 'end', atTop: false };
  await page.getByRole('link', { name: 'To the end' }).click();
  await expect.poll(target).toEqual(END);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.goBack();
  await expect.poll(target).toMatchObject({ at: '/members/hall', target: undefined, atTop: true });
  await page.goForward();
  await expect.poll(target).toMatchObject({ at: '/members/hall#end', target: 'end', atTop: false });
  expect(requests).toEqual([]);
  // To another page and back, with the same scroll position.
  await page.evaluate(() => scrollBy(0, -50));
  const left = await page.evaluate(() => scrollY);
  await navigate(page, '/members/form');
  await expect.poll(target).toMatchObject({ at: '/members/form', target: undefined, atTop: true });
  await page.goBack();
  await expect.poll(target).toMatchObject({ at: '/members/hall#end', target: 'end' });
  expect(await page.evaluate(() => scrollY)).toBe(left);
  // From another page directly to the hash, and then to the page without it.
  await navigate(page, '/members/form');
  await navigate(page, '/members/hall#end');
  await expect.poll(target).toEqual(END);
  await navigate(page, '/members/hall');
  await expect.poll(target).toMatchObject({ at: '/members/hall', target: undefined, atTop: true });
  expect(loads).toEqual(['/members']);
});
