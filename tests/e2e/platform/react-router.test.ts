import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { followLink, open, shown } from './members-visit.ts';

type Seen = Record<'part' | 'search' | 'hash' | 'tab' | 'href' | 'match' | 'navigation', string> & {
  state: unknown;
};

const seen = async (page: Page): Promise<Seen> =>
  JSON.parse(await page.locator('output').innerText()) as Seen;

test('renders on the server and hydrates with the query that the route declares', async ({
  visit,
  siteUrl,
}) => {
  const visited = await visit();
  const { page } = visited;
  const html = await (await fetch(`${siteUrl}/members/parts/a?tab=b&other=1`)).text();
  expect(html).toContain('&quot;search&quot;:&quot;?tab=b&quot;');
  expect(html).toContain('class="here"');
  await open(visited, '/members/parts/a?tab=b&other=1#x');
  await expect
    .poll(() => seen(page))
    .toMatchObject({
      part: 'a',
      name: 'Part a',
      search: '?tab=b&other=1',
      hash: '#x',
      tab: 'b',
      state: null,
      href: '/members/parts/b',
      match: 'a',
      navigation: 'idle',
    });
});

test('navigates by links, targets of several forms, and moves in the history', async ({ visit }) => {
  const visited = await visit();
  const { page, loads } = visited;
  await open(visited, '/members/parts/a');
  await page.getByRole('link', { name: 'Part b' }).click();
  await expect.poll(() => shown(page)).toEqual({ at: '/members/parts/b', heading: 'Part b' });
  expect(await page.locator('main nav a.active').allInnerTexts()).toEqual(['Part b']);
  expect(await page.locator('main nav a.there').getAttribute('aria-current')).toBeNull();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => shown(page)).toEqual({ at: '/members/parts/a', heading: 'Part a' });
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(() => seen(page)).toMatchObject({ part: 'b', search: '?tab=b', state: 1 });
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.getByRole('button', { name: 'More' }).click();
  await expect.poll(() => seen(page)).toMatchObject({ search: '?tab=b&more=yes', state: null });
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => seen(page)).toMatchObject({ search: '?tab=b', state: 1 });
  expect(loads).toEqual(['/members/parts/a']);
});

test('keeps the state of an entry over a document load, and the scroll position where asked', async ({
  visit,
}) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/members/parts/a');
  await page.evaluate(() => scrollTo(0, 300));
  await page.getByRole('link', { name: 'With state' }).evaluate((link: HTMLElement) => link.click());
  await expect.poll(() => seen(page)).toMatchObject({ search: '?tab=b', state: { from: 'link' } });
  expect(await page.evaluate(() => scrollY)).toBe(300);
  await page.reload();
  await visited.hydrated();
  await expect.poll(() => seen(page)).toMatchObject({ search: '?tab=b', state: { from: 'link' } });
});

test('holds a navigation until the visitor decides', async ({ visit }) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/members/parts/a');
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('link', { name: 'Hall' }).click();
  expect(await page.getByRole('alert').innerText()).toContain('/members/hall');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/members/parts/a');
  await page.getByRole('link', { name: 'Hall' }).click();
  await page.getByRole('button', { name: 'Proceed' }).click();
  await page.waitForURL('**/members/hall');
});

test('<Navigate> navigates after it has rendered', async ({ visit }) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/members/parts/a');
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/members/hall');
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('layouts are rendered on the server, hydrate, and stay mounted within their routes', async ({
  visit,
  siteUrl,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  const html = await (await fetch(`${siteUrl}/members/parts/a`)).text();
  expect(html).toMatch(/data-frame="\/members\/parts\/a".*data-part="a".*of a/s);
  await open(visited, '/members/parts/a');
  const count = (name: string) => page.getByRole('button', { name }).innerText();
  await page.getByRole('button', { name: 'Frame 0' }).click();
  await page.getByRole('button', { name: 'Layout 0' }).click();
  await page.getByRole('link', { name: 'Part b' }).click();
  await expect.poll(() => shown(page)).toEqual({ at: '/members/parts/b', heading: 'Part b' });
  expect([await count('Frame'), await count('Layout')]).toEqual(['Frame 1', 'Layout 1']);
  expect(await seen(page)).toMatchObject({ context: 'of b' });
  // The list is in the frame alone.
  await page.getByRole('link', { name: 'All parts' }).click();
  await expect.poll(() => shown(page)).toEqual({ at: '/members/parts', heading: 'Parts' });
  expect(await count('Frame')).toBe('Frame 1');
  await page.getByRole('link', { name: 'Part a' }).click();
  await expect.poll(() => shown(page)).toEqual({ at: '/members/parts/a', heading: 'Part a' });
  expect([await count('Frame'), await count('Layout')]).toEqual(['Frame 1', 'Layout 0']);
  // A relative target of the frame is the same on each of its pages.
  await page.getByRole('link', { name: 'Part b' }).click();
  await expect.poll(() => shown(page)).toEqual({ at: '/members/parts/b', heading: 'Part b' });
  await page.getByRole('link', { name: 'First' }).click();
  await expect.poll(() => shown(page)).toEqual({ at: '/members/parts/a', heading: 'Part a' });
  expect(await count('Frame')).toBe('Frame 1');
  // A page without the layouts, and a page of another app, unmount them.
  for (const elsewhere of ['/members/hall', '/privacy']) {
    await page.getByRole('button', { name: 'Frame' }).click();
    await followLink(page, elsewhere);
    await page.waitForURL(`**${elsewhere}`);
    expect(await page.locator('[data-frame]').count()).toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Frame 0' }).waitFor();
  }
  expect(loads).toEqual(['/members/parts/a']);
});
