import { type Browser, type BrowserContext, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../browser/find-chromium.ts';
import { differences, type ForeignParts, foreignPartsOf } from './hostile/foreign-parts.ts';
import { ELSEWHERE, MARKUP } from './hostile/markup-corpus.ts';
import { type MarkupSite, startMarkupSite } from './hostile/markup-site.ts';

const ISLANDS = '[data-island^="Case"] *';
const FRAGMENT = `main *, ${ISLANDS}`;
/** Pages of three apps. */
const PAGES = ['/about', '/terms', '/blog'];
/** A refresh, or a script, would have begun by then. In milliseconds. */
const LATER_MS = 100;

let site: MarkupSite;
let browser: Browser;
let context: BrowserContext;
/** By address, before the attack. */
const before = new Map<string, ForeignParts>();

/** @returns what a visitor sees of the apps that are not the attacker's. */
async function look(address: string, own: string): Promise<ForeignParts> {
  const page = await context.newPage();
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loaded.push(request.url());
  });
  await page.goto(site.gateway.url + address);
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.locator('html[data-hydrating=false][data-links=followed]').waitFor({ state: 'attached' });
  await page.waitForTimeout(LATER_MS);
  const parts = await page.evaluate(foreignPartsOf, own);
  await page.close();
  expect(loaded).toEqual([site.gateway.url + address]);
  return parts;
}

beforeAll(async () => {
  [site, browser] = await Promise.all([
    startMarkupSite(),
    findChromium().then((found) => chromium.launch(found)),
  ]);
  context = await browser.newContext({ isMobile: true, viewport: { width: 400, height: 800 } });
  await context.route(`${ELSEWHERE}**`, (route) => route.abort());
  for (const address of PAGES) before.set(address, await look(address, ISLANDS));
  before.set('fragment', await look('/blog?tag=none', FRAGMENT));
  await site.begin();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

test('has at least 40 cases, each with its own name', () => {
  expect(new Set(MARKUP.map(({ name }) => name)).size).toBe(MARKUP.length);
  expect(MARKUP.length).toBeGreaterThanOrEqual(40);
});

describe('islands of an attacker on every page', () => {
  test.each(PAGES)('change nothing of other apps on %s', async (address) => {
    expect(differences(before.get(address)!, await look(address, ISLANDS))).toEqual([]);
  });

  test('are left out when they are not self-contained, and are shown otherwise', async () => {
    const text = await (await fetch(`${site.gateway.url}/about`)).text();
    const isEmpty = (index: number): boolean =>
      new RegExp(`data-island="Case${index + 1}_[^"]*"></div>`).test(text);
    const leftOut = MARKUP.filter((_, index) => isEmpty(index)).map(({ name }) => name);
    expect(leftOut).toEqual(MARKUP.filter(({ refused }) => refused !== 'nowhere').map(({ name }) => name));
  });
});

describe('pages of an attacker', () => {
  const cases = MARKUP.map((markup, index) => ({ ...markup, index }));

  test('fail when they are not self-contained', async () => {
    const statuses = await Promise.all(
      cases.map(async ({ index }) => (await fetch(site.gateway.url + site.pageOf(index))).status),
    );
    const failed = cases.filter(({ index }) => statuses[index] === 500).map(({ name }) => name);
    const expected = cases.filter(({ refused }) => refused === 'everywhere');
    expect(failed).toEqual(expected.map(({ name }) => name));
  });

  test.each(cases.filter(({ refused }) => refused === 'nowhere'))(
    'with $name change nothing of the frame',
    async ({ index }) => {
      expect(differences(before.get('fragment')!, await look(site.pageOf(index), FRAGMENT))).toEqual([]);
    },
  );
});
