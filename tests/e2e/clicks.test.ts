import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { POST } from './site-routes.ts';
import { test } from './site-test.ts';

interface Click {
  /** Landmark that holds the link. */
  landmark: 'banner' | 'contentinfo' | 'main';
  href: string;
}

/** Every route by a link that a visitor would clickLink. */
const TOUR: Click[] = [
  { landmark: 'banner', href: '/about' },
  { landmark: 'banner', href: '/services' },
  { landmark: 'banner', href: '/portfolio' },
  { landmark: 'banner', href: '/blog' },
  { landmark: 'main', href: POST },
  { landmark: 'banner', href: '/careers' },
  { landmark: 'contentinfo', href: '/privacy' },
  { landmark: 'contentinfo', href: '/terms' },
  { landmark: 'banner', href: '/contact' },
  { landmark: 'banner', href: '/' },
];

/** Clicks a link, and waits for the address and the heading of its page. */
async function clickLink(page: Page, { landmark, href }: Click): Promise<void> {
  const before = await page.getByRole('heading', { level: 1 }).innerText();
  await page.getByRole(landmark).locator(`a[href="${href}"]:visible`).first().click();
  await page.waitForURL((url) => url.pathname === href);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.allInnerTexts()).not.toEqual([before]);
  expect(await heading.count()).toBe(1);
}

async function partsOf(page: Page) {
  const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href'));
  return {
    title: await page.title(),
    main: await page.getByRole('main').innerText(),
    canonical: await page.locator('link[rel=canonical]').getAttribute('href'),
    current: await page.getByRole('banner').locator('a[aria-current=page]:visible').evaluateAll(hrefs),
  };
}

test('every route is reached by clicks in one document load', async ({ visit }) => {
  const visited = await visit();
  await visited.page.goto('/');
  await visited.hydrated();
  for (const click of TOUR) await clickLink(visited.page, click);
  expect(visited.loads).toEqual(['/']);
});

describe('a page reached by a click', () => {
  test('is equal to the page of a direct load, and marked as current in the header', async ({ visit }) => {
    const { page } = await visit({ at: '/services' });
    const direct = await visit();
    for (const href of ['/privacy', '/blog', '/about']) {
      await clickLink(page, { landmark: href === '/privacy' ? 'contentinfo' : 'banner', href });
      await direct.page.goto(href);
      await direct.hydrated();
      const clicked = await partsOf(page);
      expect(clicked).toEqual(await partsOf(direct.page));
      expect(clicked.current).toEqual(href === '/privacy' ? [] : [href]);
    }
  });

  test('keeps shared elements: a picture moves to its new place, in both directions', async ({ visit }) => {
    const { page, hydrated } = await visit({ motion: 'no-preference' });
    await page.addInitScript(waitForTransitions);
    await page.goto('/blog');
    await hydrated();
    const moved = watchMoves(page);
    await clickLink(page, { landmark: 'main', href: POST });
    expect(await moved).toEqual(['picture', 'title']);
    const movedBack = watchMoves(page);
    await page.goBack();
    expect(await movedBack).toEqual(['picture', 'title']);
  });
});

/** Removes the time limit of view transitions, which a busy machine may exceed. */
function waitForTransitions(): void {
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const { setTimeout } = window;
    // The page sets its time limits in the same task.
    Object.assign(window, { setTimeout: () => 0 });
    queueMicrotask(() => Object.assign(window, { setTimeout }));
    return start(update);
  };
}

/** @returns the names of the shared elements that move in the next view transition. */
function watchMoves(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found = new Set<string>();
    while (found.size < 2) {
      for (const { effect } of document.getAnimations()) {
        const { pseudoElement } = effect as KeyframeEffect;
        const name = /^::view-transition-group\(shared-(.+)\)$/.exec(pseudoElement ?? '')?.[1];
        if (name) found.add(name);
      }
      await new Promise(requestAnimationFrame);
    }
    return [...found].toSorted();
  });
}
