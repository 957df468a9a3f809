import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { navigate, shown } from './members-visit.ts';

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement!.tagName} ${document.activeElement!.textContent}`);
const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

describe('a new page', () => {
  test('moves the focus to its heading, and is announced', async ({ visit }) => {
    const { page } = await visit({ at: '/members' });
    await page.getByRole('link', { name: 'Hall', exact: true }).click();
    await expect.poll(() => focused(page)).toBe('H1 Hall, first edition');
    expect(await page.locator('#announcer[aria-live=polite]').innerText()).toBe('Hall | Voltframe');
  });

  test('starts at its top; Back restores the scroll position', async ({ visit }) => {
    const { page } = await visit({ at: '/members/hall' });
    await page.evaluate(() => scrollTo(0, 2_500));
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('a[href="/members/notes/5"]')!.click(),
    );
    await expect.poll(() => shown(page)).toMatchObject({ at: '/members/notes/5' });
    expect(await scrollTop(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => shown(page)).toMatchObject({ at: '/members/hall' });
    await expect.poll(() => scrollTop(page)).toBe(2_500);
    await page.goForward();
    await expect.poll(() => shown(page)).toMatchObject({ at: '/members/notes/5' });
  });

  test('starts at the element of the hash, with the focus on it', async ({ visit }) => {
    const { page } = await visit({ at: '/members' });
    await navigate(page, '/members/hall#end');
    const top = (): Promise<number> =>
      page.locator('#end').evaluate((place) => place.getBoundingClientRect().top);
    expect(await top()).toBeLessThan(200);
    expect(await focused(page)).toBe('H2 The end of the hall');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('link', { name: 'To the end' }).click();
    await expect.poll(top).toBeLessThan(200);
    expect(await focused(page)).toBe('H2 The end of the hall');
  });
});
