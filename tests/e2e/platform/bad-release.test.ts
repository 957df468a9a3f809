import type { Page, Route } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { holdScripts, type Visit } from '../visit.ts';
import { open, shown } from './members-visit.ts';

/** What visitors see of a release that is bad all the same. */
const HALL = { at: '/members/hall', heading: 'Hall, first edition' };

const header = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const errorScreens = (page: Page): Promise<number> => page.locator('[data-error-screen]').count();
const mainHtml = (page: Page): Promise<string> => page.getByRole('main').innerHTML();

/** Lets the document come, and changes it on the way. */
async function changeDocument(page: Page, path: string, change: (html: string) => string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Opens a page, and changes its DOM before the scripts come. */
async function openEdited({ page, hydrated }: Visit, path: string, edit: () => void): Promise<void> {
  const letScripts = await holdScripts(page);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.evaluate(edit);
  letScripts();
  await hydrated();
}

/** The page is there whole, and its links work without loading documents. @param change names what was done to it */
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

describe('a page that is not what its code renders', () => {
  const DIFFERENCES = [
    ['in a text', '<h1>Hall', '<h1>The old hall'],
    ['in an element too many', '</h1>', '</h1><p>Nobody wrote this.</p>'],
    ['in an element too few', '<h2 id="end">The end of the hall</h2>', ''],
    ['in the header', 'aria-label="Main">', 'aria-label="Main"><i></i>'],
  ] as const;

  test('is shown as the code has it, and works, wherever it differs', async ({ visit }) => {
    const visited = await visit();
    visited.expectProblem(/Minified React error #418/);
    for (const [where, from, to] of DIFFERENCES) {
      await changeDocument(visited.page, HALL.at, (html) => {
        expect(html).toContain(from);
        return html.replace(from, to);
      });
      await open(visited, HALL.at);
      await expectUsable(visited, where);
    }
  });
});

/** As Chromium's translator does it. */
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

describe('a page that an extension or a translator has changed', () => {
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

  test('before its scripts came is shown, and works, whatever was changed', async ({ visit }) => {
    const visited = await visit();
    visited.expectProblem(/Minified React error #418/);
    for (const [change, edit] of EDITS) {
      await openEdited(visited, HALL.at, edit);
      await expectUsable(visited, change);
    }
  });

  test('while it runs goes on, and so do the pages that its links lead to', async ({ visit }) => {
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

const CONTAINER = /\/members\/members\.\w+\.js/;

/** What the first page needs, each of which may not come, also when it is asked for again. */
const FILES = [
  { file: 'its chunk', pattern: /pages\.members\.hall\.\w+\.js/ },
  { file: 'the container of its app', pattern: CONTAINER },
  { file: "the shell's script", pattern: /\/shell\/main\.\w+\.js$/ },
];
const ANSWERS: { how: string; answer(route: Route): Promise<void> }[] = [
  { how: 'is gone', answer: (route) => route.fulfill({ status: 404 }) },
  { how: 'cannot be reached', answer: (route) => route.abort() },
  {
    how: 'is cut off',
    answer: (route) => route.fulfill({ contentType: 'text/javascript', body: 'const a = {' }),
  },
  {
    how: 'throws',
    answer: (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("no");' }),
  },
];

test.for(FILES)(
  'a page of which $file is gone, cannot be reached, is cut off or throws stays as the server sent it, with plain links',
  async ({ pattern }, { visit }) => {
    const visited = await visit();
    const { page, loads } = visited;
    visited.expectProblem(/./);
    for (const { how, answer } of ANSWERS) {
      await page.route(pattern, answer);
      await page.goto(HALL.at, { waitUntil: 'domcontentloaded' });
      const sent = await mainHtml(page);
      await page.mouse.move(1, 1);
      await page.mouse.move(2, 2);
      await page.locator('html[data-hydrating=off]').waitFor({ state: 'attached' });
      expect([how, await mainHtml(page)]).toEqual([how, sent]);
      expect([await shown(page), await page.getByRole('banner').count()]).toEqual([HALL, 1]);
      await header(page).getByRole('link', { name: 'About' }).click();
      await expect.poll(() => loads).toEqual([HALL.at, '/about']);
      loads.length = 0;
      await page.unroute(pattern);
    }
  },
);

test('a page whose container never comes stays, and its links lead on', async ({ visit }) => {
  const visited = await visit();
  const { page, loads } = visited;
  await page.route(CONTAINER, () => new Promise(() => {}));
  await page.goto(HALL.at, { waitUntil: 'domcontentloaded' });
  await page.mouse.move(1, 1);
  await page.getByRole('link', { name: 'Note 3' }).click();
  await expect.poll(() => loads).toEqual([HALL.at, '/members/notes/3']);
  await expect.poll(() => page.getByRole('banner').count()).toBe(1);
});

test('a page that throws while it hydrates gives way to the error screen, whose way back is a full load', async ({
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
