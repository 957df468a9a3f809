import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { navigate, open, shown } from './members-visit.ts';

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement!.tagName} ${document.activeElement!.textContent}`);
const scrollTop = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

describe('a new page', () => {
  test('takes the focus to its heading, and is announced', async ({ visit }) => {
    const { page } = await visit({ at: '/members' });
    await page.getByRole('link', { name: 'Hall', exact: true }).click();
    await expect.poll(() => focused(page)).toBe('H1 Hall, first edition');
    expect(await page.locator('#announcer[aria-live=polite]').innerText()).toBe('Hall | Voltframe');
  });

  test('begins at its top; back leads to where the visitor was', async ({ visit }) => {
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

  test('begins at the place that the hash names, and the focus with it', async ({ visit }) => {
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

  test('comes in a view transition, except where less motion is wanted', async ({ visit }) => {
    for (const motion of ['no-preference', 'reduce'] as const) {
      const visited = await visit({ motion });
      const { page } = visited;
      await page.addInitScript(() => {
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (update) => {
          (globalThis as { transitions?: number }).transitions = 1;
          return start(update);
        };
      });
      await open(visited, '/members');
      expect(await navigate(page, '/members/hall')).toBe('confirmed');
      const transitions = await page.evaluate(
        () => (globalThis as { transitions?: number }).transitions ?? 0,
      );
      expect(transitions).toBe(motion === 'reduce' ? 0 : 1);
    }
  });
});

describe('the progress bar', () => {
  const bar = (page: Page): Promise<number> => page.locator('#progress[role=progressbar]').count();

  test.for([
    { name: 'the page comes', end: 'continue' },
    { name: 'the page is refused', end: 'refuse' },
    { name: 'the visitor stays', end: 'stay' },
  ] as const)(`comes after 200 ms and always goes: $name`, async ({ end }, { visit }) => {
    const visited = await visit();
    const { page } = visited;
    visited.expectProblem(/404/);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/members/lounge/_payload.json*', async (route) => {
      await held;
      const refused = {
        status: 404,
        code: 'SITE_PAGE_REFUSED',
        message: 'Page Not Found: /members/lounge',
        fatal: true,
      };
      if (end === 'refuse') await route.fulfill({ status: 404, json: refused });
      else await route.continue();
    });
    await open(visited, '/members');
    const going = navigate(page, '/members/lounge');
    await expect.poll(() => bar(page)).toBe(1);
    if (end === 'stay') expect(await navigate(page, '/members')).toBe('duplicated');
    else release();
    await expect.poll(() => bar(page)).toBe(0);
    release();
    expect(await going).toBe({ continue: 'confirmed', refuse: 'failed', stay: 'cancelled' }[end]);
    expect(await bar(page)).toBe(0);
  });

  test('does not come for a page that is there at once', async ({ visit }) => {
    const { page } = await visit({ at: '/members' });
    await navigate(page, '/members/hall');
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.getElementById('progress')) document.title = 'a bar';
      }).observe(document.body, { childList: true });
    });
    // All of it is in memory by now.
    expect(await navigate(page, '/members')).toBe('confirmed');
    expect(await page.title()).toBe('Members | Voltframe');
  });
});
