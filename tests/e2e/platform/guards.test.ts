import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { guardRuns, navigate, open, openWithRules, shown } from './members-visit.ts';

const HOME = { at: '/members', heading: 'Members, first edition' };
const HALL = 'Hall, first edition';

/** Clicks a link of the page's main part. */
const follow = (page: Page, href: string): Promise<void> =>
  page.locator(`main a[href="${href}"]`).first().click();

/** Steps through the history. Resolves after the step and its reversal. */
function stepAndReturn(delta: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('popstate', () => addEventListener('popstate', () => resolve(), { once: true }), {
      once: true,
    });
    history.go(delta);
  });
}

describe('guards of a route', () => {
  test('run in order, on a link and on navigate()', async ({ visit }) => {
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

  test('run on a first load, where the server renders the page or refuses it', async ({ visit, siteUrl }) => {
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

  test('run on Back and on Forward', async ({ visit }) => {
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

test('guards of rules run in order in the browser as on the server', async ({ visit }) => {
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

test('a guard that cancels restores the history after one or several steps back', async ({ visit }) => {
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

test('a leave guard stops links, navigate() and redirects of rules to another site', async ({ visit }) => {
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

describe('a guard that redirects', () => {
  test('leads to its target, and Back leads to the previous page', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/members' });
    await follow(page, '/members/vault/redirect');
    await expect.poll(() => shown(page)).toEqual({ at: '/members/hall#end', heading: HALL });
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(HOME);
    expect(loads).toEqual(['/members']);
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

  test('to an undeclared site or a script fails', async ({ visit, siteUrl }) => {
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
