import type { Page } from 'playwright';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type OperatedSite, startOperatedSite } from './operated-site.ts';
import { test as base } from './site-test.ts';

const LIVE = 'Terms of use';
const NEXT = 'Terms of tomorrow';
let site: OperatedSite;
/** Path of the candidate's address. */
let address: string;
let candidate: string;

async function preview(of: OperatedSite): Promise<{ path: string; composition: string }> {
  const { out } = await of.mfe(['publish', '--preview', '--json', of.editTerms(NEXT)], of.team);
  const { previewUrl, composition } = JSON.parse(out) as Verdict & { previewUrl: string };
  return { path: new URL(previewUrl).pathname, composition: composition! };
}

beforeAll(async () => {
  site = await startOperatedSite();
  ({ path: address, composition: candidate } = await preview(site));
});
afterAll(() => site.stop());

const test = base.extend('siteUrl', () => site.gateway.url);

const heading = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();
const note = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

describe.for([true, false])('a preview, JavaScript %s', (javaScript) => {
  test('shows the candidate with the live rest, and is left by its link', async ({ visit }) => {
    const { page, hydrated, loads } = await visit({ javaScript });
    const answers: string[] = [];
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/assets/') && response.status() === 200)
        answers.push(`${response.headers()['x-robots-tag']} ${response.headers()['x-composition']}`);
    });
    await page.goto(address);
    // The first page that differs.
    expect([new URL(page.url()).pathname, await heading(page)]).toEqual(['/terms', NEXT]);
    if (javaScript) await hydrated();
    expect(await note(page).innerText()).toMatch(/^Preview of legal .+, made .*, not live; works until/);

    // Inside it: to a page of another team, which is the live one, and back to the page that changed.
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await page.waitForURL('**/about');
    expect(await note(page).count()).toBe(1);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.waitForURL('**/terms');
    await expect.poll(() => heading(page)).toBe(NEXT);
    expect(loads).toEqual([address, '/terms', ...(javaScript ? [] : ['/about', '/terms'])]);
    await page.reload();
    expect(await heading(page)).toBe(NEXT);
    expect(new Set(answers.filter((answer) => !answer.endsWith(' undefined')))).toEqual(
      new Set([`noindex, nofollow ${candidate}`]),
    );

    await note(page).getByRole('link', { name: 'Leave the preview' }).click();
    await page.waitForURL('**/terms');
    expect([await heading(page), await note(page).count()]).toEqual([LIVE, 0]);
  });

  test('of a forged address says so; the next page is the live one', async ({ visit }) => {
    const { page, expectProblem } = await visit({ javaScript });
    expectProblem(/status of 410/);
    await page.goto(`${address.slice(0, -4)}AAAA`);
    expect(await heading(page)).toBe('Preview Ended');
    await page.goto('/terms');
    expect([await heading(page), await note(page).count()]).toEqual([LIVE, 0]);
  });
});

test('other visitors see the live site meanwhile', async ({ visit }) => {
  const { page } = await visit();
  await page.goto('/terms');
  expect(await heading(page)).toBe(LIVE);
});

test('activation is separate: publishing the candidate makes it live', async ({ visit }) => {
  const { code } = await site.mfe(['publish', site.editTerms(NEXT)], site.team);
  expect(code).toBe(0);
  const { page } = await visit();
  await page.goto('/terms');
  expect([await heading(page), await note(page).count()]).toEqual([NEXT, 0]);
});
