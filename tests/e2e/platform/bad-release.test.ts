import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { holdScripts, type Visit } from '../visit.ts';
import { open, shown } from './members-visit.ts';

/** How pages of a defective release behave for visitors. */
const HALL = { at: '/members/hall', heading: 'Hall, first edition' };

const header = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const errorScreens = (page: Page): Promise<number> => page.locator('[data-error-screen]').count();

/** Changes a document between server and browser. */
async function changeDocument(page: Page, path: string, change: (html: string) => string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Opens a page, and changes its DOM before the scripts load. */
async function openEdited({ page, hydrated }: Visit, path: string, edit: () => void): Promise<void> {
  const letScripts = await holdScripts(page);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.evaluate(edit);
  letScripts();
  await hydrated();
}

/** Expects a complete page whose links load no documents. @param change its name, for a failure */
async function expectUsable({ page, loads }: Visit, change: string): Promise<void> {
  expect([change, await errorScreens(page)]).toEqual([change, 0]);
  expect(await shown(page)).toEqual(HALL);
  await page.getByRole('link', { name: 'Note 3' }).click();
  await expect.poll(() => shown(page)).toMatchObject({ at: '/members/notes/3' });
  await header(page).getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  await expect.poll(() => errorScreens(page)).toBe(0);
  expect([change, ...loads]).toEqual([change, '/members/hall']);
  loads.length = 0;
  await page.unrouteAll();
}

const DIFFERENCES = [
  ['another text', '<h1>Hall', '<h1>The old hall'],
  ['an additional element', '</h1>', '</h1><p>Nobody wrote this.</p>'],
  ['a missing element', '<h2 id="end">The end of the hall</h2>', ''],
  ['an element in the header', 'aria-label="Main">', 'aria-label="Main"><i></i>'],
] as const;

test('a page with other HTML than its code renders shows the rendered page, and works', async ({ visit }) => {
  const visited = await visit();
  visited.expectProblem(/Minified React error #418/);
  for (const [difference, from, to] of DIFFERENCES) {
    await changeDocument(visited.page, HALL.at, (html) => {
      expect(html).toContain(from);
      return html.replace(from, to);
    });
    await open(visited, HALL.at);
    await expectUsable(visited, difference);
  }
});

/** Wraps texts as the translator of Chromium does. */
function translate(): void {
  document.documentElement.classList.add('translated-ltr');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode())
    if (!/^(SCRIPT|STYLE)$/.test(walker.currentNode.parentNode!.nodeName)) texts.push(walker.currentNode);
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.parentNode!.replaceChild(outer, text);
    inner.append(text.textContent ?? '');
    outer.append(inner);
  }
}

describe('a page that an extension or a translator changes', () => {
  const EDITS = [
    ['every text', translate],
    ['a note before everything', () => document.getElementById('app')!.prepend('Saved for later')],
    ['a part taken out', () => document.querySelector('#main ul')!.remove()],
    [
      'a button in each link',
      () =>
        document.querySelectorAll('#main a').forEach((link) => link.append(document.createElement('button'))),
    ],
  ] as const;

  test('before its scripts load is shown, and works', async ({ visit }) => {
    const visited = await visit();
    visited.expectProblem(/Minified React error #418/);
    for (const [change, edit] of EDITS) {
      await openEdited(visited, HALL.at, edit);
      await expectUsable(visited, change);
    }
  });

  test('while it runs continues, and so do the pages that it links', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/members/lounge' });
    await page.evaluate(translate);
    await page.getByRole('link', { name: 'Light' }).click();
    await page.waitForURL('**/members/lounge?lamp=on');
    await page.getByRole('link', { name: 'Hall', exact: true }).click();
    await expect.poll(() => shown(page)).toEqual(HALL);
    await page.evaluate(translate);
    await page.getByRole('link', { name: 'Note 3' }).click();
    await expect.poll(() => shown(page)).toMatchObject({ at: '/members/notes/3' });
    expect([await errorScreens(page), loads]).toEqual([0, ['/members/lounge']]);
  });
});

test('a page whose container never loads stays, and its links load documents', async ({ visit }) => {
  const visited = await visit();
  const { page, loads } = visited;
  await page.route(/\/members\/members\.\w+\.js/, () => new Promise(() => {}));
  await page.goto(HALL.at, { waitUntil: 'domcontentloaded' });
  await page.mouse.move(1, 1);
  await page.getByRole('link', { name: 'Note 3' }).click();
  await expect.poll(() => loads).toEqual([HALL.at, '/members/notes/3']);
  await expect.poll(() => page.getByRole('banner').count()).toBe(1);
});

test('a page that throws during hydration shows the error screen, whose link loads a document', async ({
  visit,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  visited.expectProblem(/./);
  await changeDocument(page, '/members/notes/3', (html) => {
    const changed = html.replace(/"data":\{"text":"[^"]*"\}/, '"data":null');
    expect(changed).not.toBe(html);
    return changed;
  });
  await page.goto('/members/notes/3');
  await page.mouse.move(1, 1);
  await page.locator('[data-error-screen=error]').waitFor();
  expect(await page.title()).toBe('500 - Something went wrong on our side. | Voltframe');
  expect(await page.getByRole('banner').count()).toBe(0);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect.poll(() => loads).toEqual(['/members/notes/3', '/']);
  await expect.poll(() => page.getByRole('banner').count()).toBe(1);
});
