import { nestWithSigns, scopeStyles } from '@voltframe/kit/build/scope-styles';
import { checkStylesheet } from '@voltframe/kit/packaging/check-stylesheet';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { HOSTILE_STYLES } from '../../../kit/test/build/hostile-styles.ts';
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

/** Elements of the layout and of an island of another app. */
const OUTSIDE =
  'html, body, header, header *, footer, footer *, [data-island^="MemberCard"], [data-island^="MemberCard"] *';

/** Properties that the corpus of hostile stylesheets changes. */
const LOOKED_AT =
  'color background-color display visibility opacity outline-style outline-color transform filter zoom font-size font-family letter-spacing line-height text-transform content animation-name cursor pointer-events position writing-mode direction fill margin-top counter-reset overflow-x contain container-name color-scheme --ink --ground --volt'.split(
    ' ',
  );

/** @returns the computed style of each element that the app of the page does not own, with its pseudo-elements. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([selector, names]) =>
      [...document.querySelectorAll(selector)].flatMap((element) =>
        [undefined, '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          const look = names.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
          return `${element.tagName} ${element.getAttribute('class') ?? ''} ${pseudo} ${look}`;
        }),
      ),
    [OUTSIDE, LOOKED_AT] as const,
  );

/** Runs in the page. @returns the computed style of each element */
const everything = (names: string[]): string[] =>
  [...document.querySelectorAll('html, body, #app *')].map((element) => {
    const style = getComputedStyle(element);
    return `${element.tagName} ${names.map((name) => style.getPropertyValue(name)).join(';')}`;
  });

test('a global stylesheet applies to the page, the islands and the toasts of its app, and to nothing else', async ({
  visit,
}) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/wardrobe/attributes');
  const before = await outside(page);
  await page.getByRole('link', { name: 'Global' }).click();
  await page.locator('.toast').waitFor();
  const styled = {
    h1: 'uppercase',
    '.global-box': '7px',
    '.global-box p': 'rgb(4, 5, 6)',
    '#hanger': '7px',
    '.toast': '5px',
    '.supported': 'rgb(10, 11, 12)',
    '#main': 'rgb(1, 2, 3)',
  };
  const properties = {
    h1: 'text-transform',
    '.global-box': 'padding-left',
    '.global-box p': 'color',
    '#hanger': 'padding-left',
    '.toast': 'border-top-width',
    '.supported': 'color',
    '#main': 'color',
  };
  expect(await looks(page, properties)).toEqual(styled);
  expect(await looks(page, { '.global-box': 'animation-name' })).toEqual({ '.global-box': 'wardrobe_fade' });
  expect(await outside(page)).toEqual(before);

  // As scripts of colour schemes do.
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  expect(await looks(page, { '.global-box': 'padding-left' })).toEqual({ '.global-box': '11px' });
  await page.evaluate(() => document.documentElement.classList.remove('dark'));

  await page.getByRole('link', { name: 'Attributes' }).click();
  await page.locator('#object').waitFor();
  expect(await looks(page, { h1: 'text-transform', '#main': 'color' })).not.toEqual({
    h1: 'uppercase',
    '#main': 'rgb(1, 2, 3)',
  });
  expect(await outside(page)).toEqual(before);

  const first = await visit();
  await open(first, '/wardrobe/global');
  await first.page.locator('.toast').waitFor();
  expect(await looks(first.page, properties)).toEqual(styled);
  expect(await outside(first.page)).toEqual(before);
});

test('of a corpus of hostile stylesheets none changes the layout or an island of another app', async ({
  visit,
}) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/wardrobe/global');
  await page.locator('.toast').waitFor();
  visited.expectProblem(/font-src/); // of the corpus
  const before = await outside(page);
  const changed: string[] = [];
  expect(HOSTILE_STYLES).toHaveLength(40);
  for (const css of HOSTILE_STYLES) {
    const { css: scoped } = scopeStyles(nestWithSigns(css), 'wardrobe', 'source');
    const built = `@layer remotes.wardrobe {${scoped}}`;
    const issues = checkStylesheet(built, { app: 'wardrobe', stage: 'built' });
    if (issues.length > 0) continue; // the build refuses it, or the gateway
    await page.evaluate(async (text) => {
      const sheet = await new CSSStyleSheet().replace(text);
      document.adoptedStyleSheets = [sheet];
    }, built);
    if (JSON.stringify(await outside(page)) !== JSON.stringify(before)) changed.push(css);
  }
  expect(changed).toEqual([]);
  await page.evaluate(async (text) => {
    document.adoptedStyleSheets = [await new CSSStyleSheet().replace(text)];
  }, HOSTILE_STYLES[1]!);
  expect(await outside(page)).not.toEqual(before);
});

/** @returns what the fixture's page leaves in the document, as far as it is there */
const heap = (page: Page): Promise<object> =>
  page.evaluate(() => ({
    container: document.querySelector('body > #container') !== null,
    heading: getComputedStyle(document.querySelector('h1')!).textTransform,
    scheme: document.documentElement.className,
    scrolling: document.body.style.overflow,
    hidden: document.getElementById('app')!.hasAttribute('aria-hidden'),
  }));

test('what a page leaves in the document goes with the pages of its app, and returns with them', async ({
  visit,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  await open(visited, '/wardrobe/heap');
  const left = { container: true, heading: 'uppercase', scheme: 'dark', scrolling: 'hidden', hidden: true };
  const none = { container: false, heading: 'none', scheme: '', scrolling: '', hidden: false };
  expect(await heap(page)).toEqual(left);
  await followLink(page, '/wardrobe/attributes');
  await page.locator('#object').waitFor();
  expect(await heap(page)).toEqual(left);
  await followLink(page, '/lobby');
  await page.waitForURL('**/lobby');
  await expect.poll(() => heap(page)).toEqual(none);
  await page.goBack();
  await expect.poll(() => heap(page)).toEqual(left);
  await page.goForward();
  await expect.poll(() => heap(page)).toEqual(none);
  expect(loads).toEqual(['/wardrobe/heap']);
});

test('of a corpus of hostile styles that a page adds without a declaration, none is left on a page of another app', async ({
  visit,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  visited.expectProblem(/font-src/); // of the corpus
  // By a link, as below: the heading has the focus.
  await open(visited, '/lobby/quiet');
  await followLink(page, '/lobby/cloakroom');
  await page.locator('#own').waitFor();
  const looked = (): Promise<string[]> => page.evaluate(everything, LOOKED_AT);
  const before = await looked();
  await followLink(page, '/wardrobe/heap');
  await page.locator('#container').waitFor({ state: 'attached' });
  await page.evaluate(async (texts) => {
    for (const text of texts) document.adoptedStyleSheets.push(await new CSSStyleSheet().replace(text));
  }, HOSTILE_STYLES);
  await followLink(page, '/lobby/cloakroom');
  await page.locator('#own').waitFor();
  await expect.poll(looked).toEqual(before);
  expect(loads).toEqual(['/lobby/quiet']);
});

test('what an island appends to the body looks as its app says, on a page of another app', async ({
  visit,
}) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/lobby/cloakroom');
  await page.locator('[data-island^="Drawer"] [data-hydrated]').waitFor();
  const before = await outside(page);
  const own = { '#own': 'word-spacing', h1: 'word-spacing' };
  const looked = await looks(page, own);
  await page.locator('#open').click();
  await page.locator('#drawer-menu').waitFor({ state: 'attached' });
  const ofWardrobe = { '#drawer-toast': 'border-top-width', '#drawer-menu': 'color' };
  expect(await looks(page, ofWardrobe)).toEqual({
    '#drawer-toast': '5px',
    '#drawer-menu': 'rgb(10, 11, 12)',
  });
  for (const [property, value] of [
    ['word-spacing', '0px'],
    ['text-indent', '0px'],
    ['opacity', '1'],
  ] as const)
    expect(await looks(page, { '#drawer-toast': property, '#drawer-menu': property })).toEqual({
      '#drawer-toast': value,
      '#drawer-menu': value,
    });
  expect(await looks(page, own)).toEqual(looked);
  expect(looked).toEqual({ '#own': '5px', h1: '5px' });
  expect(await outside(page)).toEqual(before);
});

type Make = (css: string, way: 'text' | 'insert' | 'adopted') => () => void;
interface Makers {
  ofPage: Make;
  ofIsland: Make;
}

test('styles that are made while a page or an island renders change nothing but their app', async ({
  visit,
}) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/wardrobe/attributes');
  const before = await outside(page);
  await open(visited, '/wardrobe/rack');
  await page.locator('#reflection').waitFor();
  const look = async (selector: string, ...names: string[]): Promise<string[]> =>
    Promise.all(names.map(async (name) => (await looks(page, { [selector]: name }))[selector]!));
  expect(await look('h1', 'color', 'font-style', 'display')).toEqual(['rgb(1, 2, 3)', 'italic', 'block']);
  expect(await look('#rail', 'padding-left', 'border-left-width', 'text-indent')).toEqual([
    '7px',
    '5px',
    '0px',
  ]);
  for (const of of ['#mirror', '#reflection'])
    expect(await look(of, 'text-indent', 'font-style')).toEqual(['9px', 'normal']);
  expect(await look('#glass', 'color')).toEqual(['rgb(4, 5, 6)']);
  expect(await outside(page)).toEqual(before);

  const plain = await visit({ javaScript: false });
  await plain.page.goto('/wardrobe/rack');
  expect(await looks(plain.page, { h1: 'color', '#rail': 'padding-left', '#glass': 'color' })).toEqual({
    h1: 'rgb(1, 2, 3)',
    '#rail': '7px',
    '#glass': 'rgb(4, 5, 6)',
  });
});

test('a page begins below the header, also where its app resets every element', async ({ visit }) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/wardrobe/rack');
  const height = await page.evaluate(() => `${document.querySelector('header')!.offsetHeight}px`);
  const paddingIs = async (): Promise<void> =>
    expect(await looks(page, { main: 'padding-top' })).toEqual({ main: height });
  const reset = '*, html, body { margin: 0; padding: 0 }';
  // As a stylesheet of the build, then as styles that a library makes.
  await page.addStyleTag({
    content: `@layer remotes.wardrobe { @scope (main) { ${reset} :scope { padding: 0 } } }`,
  });
  await paddingIs();
  for (const way of ['text', 'adopted'] as const) {
    await page.evaluate(([css, how]) => (globalThis as unknown as Makers).ofPage(css, how), [
      reset,
      way,
    ] as const);
    await paddingIs();
  }
  await page.emulateMedia({ media: 'print' });
  expect(await looks(page, { main: 'padding-top' })).toEqual({ main: '0px' });
});

test('the header covers what a page fixes at the top below a z-index of 40, and no dialog or toast of 50', async ({
  visit,
}) => {
  const visited = await visit();
  await open(visited, '/wardrobe/rack');
  const covered = await visited.page.evaluate(() =>
    ['#main', 'body'].map((place) =>
      [10, 39, 50, 9_999].map((zIndex) => {
        const bar = document.createElement('div');
        bar.style.cssText = `position: fixed; inset: 0 0 auto; height: 2rem; z-index: ${zIndex}`;
        document.querySelector(place)!.append(bar);
        const isCovered = document.elementFromPoint(200, 16)!.closest('header') !== null;
        bar.remove();
        return isCovered;
      }),
    ),
  );
  expect(covered).toEqual([
    [true, true, false, false],
    [true, true, false, false],
  ]);
});

test('of a corpus of hostile styles that a page or an island makes, none changes the layout or another app', async ({
  visit,
}) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, '/wardrobe/rack');
  await page.locator('#reflection').waitFor();
  visited.expectProblem(/font-src/); // of the corpus
  const foreign = async (): Promise<string> => JSON.stringify(await outside(page));
  const ofPage = async (): Promise<string> =>
    JSON.stringify(await looks(page, { h1: 'color', '#rail': 'opacity' }));
  const make = (of: keyof Makers, css: string, way: Parameters<Make>[1]): Promise<void> =>
    page.evaluate(
      ([maker, text, how]) => {
        const added = globalThis as unknown as Makers & { remove?: () => void };
        added.remove?.();
        added.remove = added[maker](text, how);
      },
      [of, css, way] as const,
    );
  const drawn = (selector: string): Promise<Buffer> =>
    page.locator(selector).screenshot({ animations: 'disabled', caret: 'hide' });
  const parts = ['header', 'footer', '[data-island^="MemberCard"]'];
  // The page is behind the header.
  await page.evaluate(([selector]) => {
    document.getElementById('main')!.style.cssText = 'visibility: hidden; contain: strict; height: 600px';
    document.querySelector<HTMLElement>(selector!)!.style.cssText =
      'visibility: visible; position: fixed; top: 300px; left: 0; width: 600px';
  }, parts.slice(-1));
  const pictures: Buffer[] = [];
  for (const part of parts) pictures.push(await drawn(part));
  const [before, own] = [await foreign(), await ofPage()];
  const changed: string[] = [];
  for (const [index, css] of HOSTILE_STYLES.entries()) {
    const way = index % 2 === 0 ? 'text' : 'adopted';
    await make('ofPage', css, way);
    if ((await foreign()) !== before) changed.push(`of the page, as ${way}: ${css}`);
    await make('ofIsland', css, way);
    if ((await foreign()) !== before || (await ofPage()) !== own)
      changed.push(`of the island, as ${way}: ${css}`);
  }
  expect(changed).toEqual([]);
  for (const [index, part] of parts.entries()) {
    await make('ofPage', HOSTILE_STYLES.slice(0, 4).join('\n'), 'text');
    expect([part, pictures[index]!.equals(await drawn(part))]).toEqual([part, true]);
  }
  expect(await ofPage()).not.toBe(own);
});
