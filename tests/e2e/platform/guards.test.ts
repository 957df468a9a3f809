import { createHash } from 'node:crypto';
import { tablesUrl } from '@voltframe/kit/contract/page/page-data';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { guardRuns, navigate, open, openWithRules, shown } from './members-visit.ts';

const HOME = { at: '/members', heading: 'Members, first edition' };
const HALL = 'Hall, first edition';

/** Clicks a link of the page's main part. */
const follow = (page: Page, href: string): Promise<void> =>
  page.locator(`main a[href="${href}"]`).first().click();

/** Steps through the history. @returns when the visitor was brought there and back: the browser tells of both. */
function stepAndReturn(delta: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('popstate', () => addEventListener('popstate', () => resolve(), { once: true }), {
      once: true,
    });
    history.go(delta);
  });
}

describe('a door that opens', () => {
  test('runs the guards of the route in order, by a link and by navigate()', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/members' });
    await follow(page, '/members/vault/open');
    await expect.poll(() => shown(page)).toEqual({ at: '/members/vault/open', heading: 'Vault open' });
    expect(await navigate(page, '/members/vault/second')).toBe('confirmed');
    const runs = ['open', 'second'].flatMap((door) => [
      `pass /members/vault/${door}`,
      `door /members/vault/${door}`,
    ]);
    expect(await guardRuns(page)).toEqual(runs);
    expect(loads).toEqual(['/members']);
  });

  test('runs them on a first load too: the server renders the page or refuses it', async ({
    visit,
    siteUrl,
  }) => {
    const { page, hydrated } = await visit();
    expect((await page.goto('/members/vault/open'))!.status()).toBe(200);
    await hydrated();
    expect(await shown(page)).toEqual({ at: '/members/vault/open', heading: 'Vault open' });
    const order = ['cancelled-first', 'redirected-first'].map((room) =>
      fetch(`${siteUrl}/members/${room}`, { redirect: 'manual', headers: { accept: 'text/html' } }),
    );
    const [cancelled, redirected] = await Promise.all(order);
    expect(cancelled!.status).toBe(404);
    expect(await cancelled!.text()).toContain('Page Not Found: /members/cancelled-first');
    expect([redirected!.status, redirected!.headers.get('location')]).toEqual([307, '/members/hall']);
  });

  test('runs them on back and on forward', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/members' });
    const VAULT = { at: '/members/vault/open', heading: 'Vault open' };
    const RUNS = ['pass /members/vault/open', 'door /members/vault/open'];
    const step = async (delta: number, to: typeof VAULT): Promise<string[]> => {
      const before = (await guardRuns(page)).length;
      await page.evaluate((by) => history.go(by), delta);
      await expect.poll(() => shown(page)).toEqual(to);
      return (await guardRuns(page)).slice(before);
    };
    await navigate(page, '/members/vault/open');
    await navigate(page, '/members/hall');
    expect(await step(-1, VAULT)).toEqual(RUNS);
    await step(-1, HOME);
    expect(await step(1, VAULT)).toEqual(RUNS);
    expect(loads).toEqual(['/members']);
  });
});

describe('rules that name guards', () => {
  test('are decided in their order in the browser as on the server', async ({ visit }) => {
    const visited = await visit();
    const { page } = visited;
    visited.expectProblem(/404 \(/);
    await openWithRules(visited, '/members');
    expect(await navigate(page, '/members/cancelled-first')).toBe('aborted');
    expect(await navigate(page, '/members/redirected-first')).toBe('redirected');
    expect(await guardRuns(page)).toEqual([
      'pass /members/cancelled-first',
      'closed /members/cancelled-first',
      'pass /members/redirected-first',
      'elsewhere /members/redirected-first',
    ]);
    expect(await shown(page)).toEqual({ at: '/members/hall', heading: HALL });
  });

  test('are decided by the server where the browser has no manifest', async ({ visit }) => {
    const visited = await visit();
    const { page } = visited;
    await page.route('**/builds/meta/*.json', (route) => route.abort());
    visited.expectProblem(/Error fetching app manifest|builds\/meta/);
    await open(visited, '/members');
    expect(await navigate(page, '/members/redirected-first')).toBe('redirected');
    expect(await shown(page)).toEqual({ at: '/members/hall', heading: HALL });
    expect(visited.loads).toEqual(['/members']);
  });
});

describe('a guard that cancels', () => {
  test('leaves address, page and history as they are', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/members' });
    const length = await page.evaluate(() => history.length);
    expect(await navigate(page, '/members/vault/cancel')).toBe('aborted');
    expect(await shown(page)).toEqual(HOME);
    expect(await page.evaluate(() => history.length)).toBe(length);
    expect(loads).toEqual(['/members']);
  });

  test('restores the history when the visitor went back, past one entry or several', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/members' });
    await navigate(page, '/members/hall');
    await navigate(page, '/members/form');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('hold me here');
    for (const delta of [-1, -2]) {
      await page.evaluate(stepAndReturn, delta);
      expect(await shown(page)).toEqual({ at: '/members/form', heading: 'Form' });
    }
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('');
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual({ at: '/members/hall', heading: HALL });
    await page.goForward();
    await expect.poll(() => shown(page)).toEqual({ at: '/members/form', heading: 'Form' });
    expect(loads).toEqual(['/members']);
  });
});

describe('a leave guard', () => {
  test('holds the visitor whatever the way: link, navigate(), a rule to another site', async ({ visit }) => {
    const visited = await visit();
    const { page } = visited;
    await openWithRules(visited, '/members');
    await navigate(page, '/members/form');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('hold me here');
    await follow(page, '/members');
    await follow(page, '/members/outside');
    expect(await navigate(page, '/members/hall')).toBe('aborted');
    expect(await shown(page)).toEqual({ at: '/members/form', heading: 'Form' });
    expect(await page.getByRole('textbox', { name: 'Note', exact: true }).inputValue()).toBe('hold me here');
    expect(visited.loads).toEqual(['/members']);
  });

  test('comes before all others, and may redirect', async ({ visit }) => {
    const { page } = await visit({ at: '/members' });
    await navigate(page, '/members/form');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('send me to the hall');
    expect(await navigate(page, '/members/vault/open')).toBe('redirected');
    expect(await shown(page)).toEqual({ at: '/members/hall', heading: HALL });
    expect(await guardRuns(page)).toEqual([]);
  });
});

describe('a guard that redirects', () => {
  test('leads to its target by a link, and back leads to where the visitor was', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/members' });
    await follow(page, '/members/vault/redirect');
    await expect.poll(() => shown(page)).toEqual({ at: '/members/hall#end', heading: HALL });
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(HOME);
    expect(loads).toEqual(['/members']);
  });

  test('in a circle ends with an error that says so', async ({ visit }) => {
    const { page, expectProblem } = await visit({ at: '/members' });
    expectProblem(/Too many redirects/);
    expect(await navigate(page, '/members/vault/loop')).toBe('failed');
    expect(await page.locator('[data-error-screen=error]').innerText()).toContain(
      'Too many redirects: /members/vault/loop',
    );
    expect(await page.title()).toBe('508 - Too many redirects: /members/vault/loop | Voltframe');
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(HOME);
  });

  test('to another site that it names loads a document', async ({ visit }) => {
    const visited = await visit();
    const { page } = visited;
    await page.route('https://outside.example/**', (route) => route.fulfill({ body: 'outside' }));
    await open(visited, '/members');
    await follow(page, '/members/vault/outside');
    await page.waitForURL('https://outside.example/there');
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(HOME);
  });

  test('to an address it may not name fails', async ({ visit, siteUrl }) => {
    const { page, expectProblem } = await visit({ at: '/members' });
    for (const [door, text] of [
      ['unsaid', 'Navigating to an external URL is not allowed by default'],
      ['script', 'Cannot navigate to a URL with a javascript: protocol'],
    ] as const) {
      expectProblem(new RegExp(text));
      expect(await navigate(page, `/members/vault/${door}`)).toBe('failed');
      expect(await shown(page)).toEqual(HOME);
      const response = await fetch(`${siteUrl}/members/vault/${door}`, {
        redirect: 'manual',
        headers: { accept: 'application/json' },
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ message: expect.stringContaining(text) as string });
    }
  });
});

describe('a guard that fails', () => {
  test('leaves everything as it is, and is logged', async ({ visit }) => {
    const { page, expectProblem, problems } = await visit({ at: '/members' });
    for (const [door, logged] of [
      ['fail', /The door is stuck/],
      ['throw', /The route middleware 'door' failed/],
    ] as const) {
      expectProblem(logged);
      expect(await navigate(page, `/members/vault/${door}`)).toBe('failed');
      expect(await shown(page)).toEqual(HOME);
      expect(problems.filter((problem) => logged.test(problem))).toHaveLength(1);
    }
  });

  test('fatally shows the error screen, which back leaves', async ({ visit }) => {
    const { page, expectProblem } = await visit({ at: '/members' });
    expectProblem(/The door is on fire/);
    await follow(page, '/members/vault/fatal');
    await page.locator('[data-error-screen=error]').waitFor();
    expect(new URL(page.url()).pathname).toBe('/members/vault/fatal');
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(HOME);
    expect(await page.title()).toBe('Members | Voltframe');
  });

  test('is named when no app declares it', async ({ visit, siteUrl }) => {
    const visited = await visit();
    const { page } = visited;
    visited.expectProblem(/Unknown route middleware: 'nobody'/);
    // No release with such a route is admitted: the site's tables are changed on their way, and what the document says
    // of them.
    let tables = '';
    await page.route('**/members', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const id = response.headers()['x-composition']!;
      const [, written = ''] = /"tables":"([^"]+)"/.exec(html)!;
      const given = await (await fetch(siteUrl + tablesUrl(id, written))).text();
      tables = given.replace('"guards":["pass","door"]', '"guards":["nobody"]');
      const digest = createHash('sha256').update(tables).digest('base64');
      await route.fulfill({
        response,
        body: html.replace(/"tables":"[^"]+"/, `"tables":"sha256-${digest}"`),
      });
    });
    await page.route('**/builds/tables/*', (route) =>
      route.fulfill({ contentType: 'application/json', body: tables }),
    );
    await open(visited, '/members');
    expect(await navigate(page, '/members/vault/open')).toBe('failed');
    expect(await page.locator('[data-error-screen=error]').innerText()).toContain(
      "Unknown route middleware: 'nobody'.",
    );
  });
});
