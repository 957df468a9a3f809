import path from 'node:path';
import type { Page } from 'playwright';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Html } from '../../gateway/src/operations/page/html.ts';
import { pageDocument } from '../../gateway/src/operations/page/layout.ts';
import { PAGE_HEADERS } from '../../gateway/src/operations/page/send-page.ts';
import { playedPages } from '../../gateway/test/operations/page/played-pages.ts';
import { operator } from '../../gateway/test/operations/page/played-status.ts';
import { type OperatedSite, startOperatedSite } from './operated-site.ts';
import { test as base } from './site-test.ts';
import { violations, violationsInTurn } from './violations.ts';

const FIRST = 'Terms of use';
const SECOND = 'Terms, second edition';
const NEXT = 'Terms of tomorrow';
let site: OperatedSite;
beforeAll(async () => {
  site = await startOperatedSite();
  await site.mfe(['publish', site.editTerms(SECOND)], site.team);
  await site.mfe(['publish', site.breakServer()], site.team);
});
afterAll(() => site.stop());

const test = base.extend('siteUrl', () => site.gateway.opsUrl);
const siteTest = base.extend('siteUrl', () => site.gateway.url);

async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/-/');
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.waitForLoadState();
}

/** Waits for the page to load. @returns the texts of the cells of each row */
async function table(page: Page, caption: string): Promise<string[][]> {
  await page.waitForLoadState();
  const rows = await page.getByRole('table', { name: caption, exact: true }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

/** @returns the title of the live terms */
async function liveTerms(): Promise<string> {
  const html = await (await fetch(`${site.gateway.url}/terms`, { headers: { accept: 'text/html' } })).text();
  return /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';
}

/** Follows a link, and confirms its question. */
async function confirm(page: Page, link: string, question: string): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: question, exact: true }).waitFor();
  await page.getByRole('main').getByRole('button').click();
}

/** Waits for the next page. @returns its status message */
async function statusOf(page: Page): Promise<string> {
  const text = await page.getByRole('status').innerText();
  await page.waitForLoadState();
  return text;
}

// The only script of these pages renews them.
const javaScript = false;

test('the operations page without JavaScript rolls back and pins after a confirmation', async ({ visit }) => {
  const { page } = await visit({ javaScript });
  await signIn(page, site.team);
  await page.goto('/-/apps/legal');
  await page.getByRole('link', { name: 'Roll back', exact: true }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL('**/-/apps/legal');
  expect(await liveTerms()).toBe(SECOND);
  await confirm(page, 'Roll back', 'Roll back legal?');
  expect(await statusOf(page)).toBe('legal was rolled back.');
  expect(await liveTerms()).toBe(FIRST);

  await confirm(page, 'Pin', 'Pin legal?');
  expect(await statusOf(page)).toBe('legal is pinned.');
  expect(await page.getByRole('main').innerText()).toContain('pinned by legal CI');
  expect((await table(page, 'Changes')).slice(0, 2).map(([, , what]) => what)).toEqual(['pin', 'rollback']);
  await confirm(page, 'Unpin', 'Unpin legal?');
  expect(await statusOf(page)).toBe('legal is not pinned any more.');
  await page.getByRole('link', { name: 'Make live', exact: true }).first().click();
  await page.waitForURL('**/-/do/**');
  await page.getByRole('main').getByRole('button').click();
  await expect.poll(liveTerms).toBe(SECOND);
});

test('a form of another origin changes nothing, although the browser sends the session', async ({
  visit,
  siteUrl,
}) => {
  const { page, expectProblem } = await visit();
  expectProblem(/403 \(/);
  await signIn(page, site.team);
  // The same host on another port is another origin, but the same site for SameSite.
  const form = `<form method="post" action="${siteUrl}/-/do/pin"><input name="app" value="legal"><button>Win</button></form>`;
  await page.route('http://127.0.0.1:9/', (route) => route.fulfill({ contentType: 'text/html', body: form }));
  await page.goto('http://127.0.0.1:9/');
  const [request, response] = await Promise.all([
    page.waitForRequest('**/-/do/pin'),
    page.waitForResponse('**/-/do/pin'),
    page.getByRole('button', { name: 'Win' }).click(),
  ]);
  expect((await request.allHeaders())['cookie']).toContain('session=');
  expect(response.status()).toBe(403);
  await page.goto('/-/apps/legal');
  expect(await page.getByRole('main').innerText()).not.toContain('pinned by');
});

test('the operations pages have no axe violations, each in one scheme and size', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/-/');
  const found = await violations(page);
  await signIn(page, site.gateway.token);
  // The next test has the pages with live releases.
  const addresses = ['/-/do/rollback?app=legal', '/-/do/freeze'];
  found.push(...(await violationsInTurn(page, addresses)));
  expect(found).toEqual([]);
});

/** Serves pages of a fake site at `/-/played/{name}`. @returns their names */
async function play(page: Page): Promise<string[]> {
  const pages: Record<string, Html> = playedPages();
  await page.route('**/-/played/*', (route, request) => {
    const body = pages[path.basename(new URL(request.url()).pathname)]!;
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: PAGE_HEADERS,
      body: pageDocument({ title: 'Played', you: operator, body }),
    });
  });
  return Object.keys(pages);
}

test('the operations pages of a site with errors and worse figures have no axe violations', async ({
  visit,
}) => {
  const { page } = await visit();
  const addresses = (await play(page)).map((name) => `/-/played/${name}`);
  expect(await violationsInTurn(page, addresses)).toEqual([]);
});

test('a note of the history is not broken within a word beside long texts', async ({ visit }) => {
  const { page } = await visit();
  await play(page);
  await page.goto('/-/played/history');
  const lines = await page.getByText('ada (t_0123456789ab)').evaluate((note) => {
    const text = document.createRange();
    text.selectNodeContents(note);
    return text.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('an open page renews itself, and keeps focus, scroll position and open details', async ({ visit }) => {
  const { page } = await visit();
  // Scrolls down, so that new rows above would move the page.
  await page.setViewportSize({ width: 375, height: 700 });
  await page.clock.install();
  await signIn(page, site.gateway.token);
  const fold = page.locator('summary').first();
  await fold.click();
  const link = page.getByRole('link', { name: 'The whole history' });
  await link.focus();
  const top = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  await site.mfe(['freeze', 'a look'], site.gateway.token);
  await page.clock.fastForward(6_000);
  await page.getByRole('link', { name: 'End the freeze' }).first().waitFor();
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await fold.evaluate(({ parentElement }) => parentElement!.hasAttribute('open'))).toBe(true);
  expect(Math.abs((await top()) - before)).toBeLessThan(2);
  await site.mfe(['unfreeze'], site.gateway.token);
});

const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();
const note = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

siteTest(
  'a preview shows the candidate beside the live releases, and is left with its link',
  async ({ visit }) => {
    const live = await liveTerms();
    const { out } = await site.mfe(['publish', '--preview', '--json', site.editTerms(NEXT)], site.team);
    const { previewUrl, composition } = JSON.parse(out) as Verdict & { previewUrl: string };
    const address = new URL(previewUrl).pathname;
    const { page, hydrated, loads } = await visit();
    const answers: string[] = [];
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/assets/') && response.status() === 200)
        answers.push(`${response.headers()['x-robots-tag']} ${response.headers()['x-composition']}`);
    });
    await page.goto(address);
    // The first page that changed.
    expect([new URL(page.url()).pathname, await heading(page)]).toEqual(['/terms', NEXT]);
    await hydrated();
    expect(await note(page).innerText()).toMatch(/^Preview of legal .+, made .*, not live; works until/);

    // To the live page of another team, and back to the changed page.
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
    await page.waitForURL('**/services');
    expect(await note(page).evaluate((shown) => getComputedStyle(shown).position)).toBe('fixed');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.waitForURL('**/terms');
    await expect.poll(() => heading(page)).toBe(NEXT);
    expect(loads).toEqual([address, '/terms']);
    await page.reload();
    expect(await heading(page)).toBe(NEXT);
    expect(new Set(answers.filter((answer) => !answer.endsWith(' undefined')))).toEqual(
      new Set([`noindex, nofollow ${composition}`]),
    );

    await note(page).getByRole('link', { name: 'Leave the preview' }).click();
    await page.waitForURL('**/terms');
    expect([await heading(page), await note(page).count()]).toEqual([live, 0]);
  },
);
