import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { followLink, navigate, shown } from './members-visit.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const JSON_ONLY = { accept: 'application/json' };
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Paths with errors, on the server and with a navigation. */
const [NOT_FOUND, INTERNAL] = ['Page Not Found', 'Internal Server Error'];
const ERRORS = [
  ['/members-only', 404, NOT_FOUND, 'Page not found: /members-only'],
  ['/members/attic', 404, NOT_FOUND, 'Page Not Found: /members/attic'],
  ['/members/notes/13', 404, NOT_FOUND, 'Page Not Found: /members/notes/13'],
  ['/members/cellar', 410, INTERNAL, 'The cellar is filled in'],
  ['/members/kitchen', 500, INTERNAL, 'Something went wrong on our side.'],
] as const;

test.for(ERRORS)(
  '%s answers with its status, as HTML or JSON',
  async ([path, status, , message], { siteUrl }) => {
    const html = await fetch(siteUrl + path, { headers: HTML });
    expect([html.status, html.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(html.headers.get('cache-control')).toBe('no-store');
    const text = await html.text();
    expect(text).toContain(`${status} - ${message} | Voltframe</title>`);
    expect(text).not.toContain('rel="canonical"');
    expect(text).not.toContain('secret detail');
    const json = await fetch(siteUrl + path, { headers: JSON_ONLY });
    expect(json.status).toBe(status);
    const body = await json.text();
    expect(JSON.parse(body)).toMatchObject({ status, message });
    expect(body).not.toMatch(/secret detail|stack/);
  },
);

test('each error shows the error screen after a navigation, and Back leaves it', async ({ visit }) => {
  const { page, expectProblem } = await visit({ at: '/members/hall' });
  expectProblem(/Failed to load|Cannot load payload/);
  for (const [path, status, title, message] of ERRORS) {
    await followLink(page, path);
    const screen = page.locator('[data-error-screen]');
    await screen.waitFor();
    const text = await screen.innerText();
    for (const part of [String(status), title, message]) expect(text).toContain(part);
    expect(text).not.toContain('secret detail');
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.title()).toBe(`${status} - ${message} | Voltframe`);
    expect(await page.locator('link[rel=canonical]').count()).toBe(0);
    expect(await page.getByRole('banner').count()).toBe(0);
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual({ at: '/members/hall', heading: 'Hall, first edition' });
    await expect.poll(() => page.title()).toBe('Hall | Voltframe');
    expect(await page.getByRole('banner').count()).toBe(1);
  }
});

test('a page that throws in the browser shows the error screen, which a navigation leaves', async ({
  visit,
}) => {
  const { page, loads, expectProblem } = await visit({ at: '/members' });
  expectProblem(/secret detail/);
  await navigate(page, '/members/lounge');
  await page.getByRole('button', { name: 'Break' }).click();
  await page.locator('[data-error-screen=error]').waitFor();
  expect(await page.locator('[data-error-screen]').innerText()).not.toContain('secret detail');
  expect(await page.title()).toBe('500 - Something went wrong on our side. | Voltframe');
  await page.goBack();
  await expect.poll(() => shown(page)).toMatchObject({ at: '/members', heading: 'Members, first edition' });
  expect(loads).toEqual(['/members']);
});

test("a crawler keeps the server's page: its errors are only logged", async ({ visit }) => {
  const { page, expectProblem, problems } = await visit({ userAgent: GOOGLEBOT, at: '/members' });
  expectProblem(/No error screen for crawlers|404/);
  await navigate(page, '/members/attic');
  await expect.poll(() => problems.join()).toContain('Page Not Found: /members/attic');
  expect(await page.locator('[data-error-screen]').count()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Members, first edition');
});

test('a crawler gets the error of a path as HTML with its status', async ({ siteUrl }) => {
  const response = await fetch(`${siteUrl}/members/attic`, { headers: { 'user-agent': GOOGLEBOT } });
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('data-error-screen="not-found"');
});
