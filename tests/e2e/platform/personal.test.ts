import { text } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { followLink, open, shown } from './members-visit.ts';

const ORDERS = '/members/orders';
const ME = '**/-/personal/members/account/me';

test('a page that requires a visitor is the same for all, and browsers navigate anonymous ones to the sign-in', async ({
  visit,
  siteUrl,
}) => {
  const response = await fetch(siteUrl + ORDERS, { headers: { cookie: '__Host-sid=1' } });
  expect(response.headers.get('cache-control')).toContain('public');
  expect(await response.text()).toContain('a member</h1>');

  const unknown = await visit();
  await unknown.page.route(ME, (route) => route.fulfill({ json: { state: 'anonymous' } }));
  await open(unknown, '/about');
  const signIn = `/members/hall?${new URLSearchParams({ back: `${ORDERS}?page=2` })}`;
  await followLink(unknown.page, `${ORDERS}?page=2`);
  await expect.poll(() => shown(unknown.page)).toMatchObject({ at: signIn });
  expect(unknown.loads).toEqual(['/about']);
  await open(unknown, `${ORDERS}?page=2`);
  await expect.poll(() => shown(unknown.page)).toMatchObject({ at: signIn });

  const known = await visit();
  await known.page.route(ME, (route) => route.fulfill({ json: { name: 'Ada' } }));
  await open(known, ORDERS);
  await expect.poll(() => shown(known.page)).toEqual({ at: ORDERS, heading: 'Orders of Ada' });
});

async function signInAs(page: Page, name: string, to = '/members/orders?page=2'): Promise<void> {
  await page.goto('/members/sign-in');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('To').fill(to);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in, and waits for the page to which the backend redirects. */
async function signedIn(page: Page, name: string): Promise<void> {
  await signInAs(page, name);
  await page.waitForURL('**/members/orders?page=2');
}

test.for([false, true])('a form signs a visitor in, with JavaScript: %s', async (javaScript, { visit }) => {
  const { page, expectProblem } = await visit({ javaScript });
  const signIn = (name: string, to?: string) => signInAs(page, name, to);
  expectProblem(/status of 422/);
  await signIn('Eve');
  await expect.poll(() => page.getByText('Your entries were not accepted').isVisible()).toBe(true);
  expect(await page.context().cookies()).toEqual([]);

  expectProblem(/status of 502/);
  await signIn('Ada', 'https://evil.example/');
  await expect.poll(() => page.locator('body').innerText()).toContain('is not available just now');
  expect(await page.context().cookies()).toEqual([]);

  await signIn('Ada');
  await expect.poll(() => page.url()).toMatch(/\/members\/orders\?page=2$/);
  expect(await page.context().cookies()).toMatchObject([
    { name: '__Host-sid', value: 'ada', httpOnly: true },
  ]);
  const heading = javaScript ? 'Orders of Ada' : 'Orders of a member';
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
});

test.for([false, true])(
  'a link saves a file of the visitor, and no page of the backend, with JavaScript: %s',
  async (javaScript, { visit }) => {
    const { page, expectProblem } = await visit({ javaScript });
    await signedIn(page, 'Ada');
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Bill 7' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('May.pdf');
    expect(await text(await download.createReadStream())).toBe('%PDF-1.7 of Ada');

    expectProblem(/status of 502/);
    await page.getByRole('link', { name: 'Bill 8' }).click();
    await expect.poll(() => page.locator('body').innerText()).toContain('is not available just now');
    expect(await page.title()).not.toBe('evil');

    await page.context().clearCookies();
    expectProblem(/status of 401/);
    await page.goto('/members/orders');
    await page.goto(new URL('/-/personal/members/account/bills/7', page.url()).href);
    await expect.poll(() => page.locator('body').innerText()).toContain('You are not signed in');
  },
);

const PHOTO = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(3_000_000, 'x')]);

test.for([false, true])(
  'a form sends a file to the backend, with JavaScript: %s',
  async (javaScript, { visit }) => {
    const { page, expectProblem, hydrated } = await visit({ javaScript });
    await signedIn(page, 'Ada');
    const send = async (name: string, buffer: Buffer): Promise<void> => {
      await page.goto('/members/photo');
      if (javaScript) await hydrated();
      await page.getByLabel('Photo').setInputFiles({ name, mimeType: 'image/png', buffer });
      await page.getByRole('button', { name: 'Send' }).click();
    };
    expectProblem(/status of 422/);
    await send('a.png', Buffer.from('<script>'));
    await expect.poll(() => page.locator('body').innerText()).toContain('The file was not accepted');

    await send('a.png', PHOTO);
    const shownPhoto = () =>
      javaScript ? page.getByRole('status').innerText() : new URL(page.url()).searchParams.get('photo');
    await expect.poll(shownPhoto).toBe(`a.png image/png ${PHOTO.length}`);
  },
);

test('a page receives the events of its visitor, until the session ends', async ({ visit }) => {
  const one = await visit();
  await signedIn(one.page, 'Ada');
  await open(one, '/members/news');
  const told = one.page.getByRole('status');
  await expect.poll(() => told.innerText()).toBe('known: Welcome');
  await one.page.getByRole('button', { name: 'Tell' }).click();
  await expect.poll(() => told.innerText()).toBe('known: Welcome, Rain');
  await one.page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => told.innerText()).toBe('anonymous: Welcome, Rain');
  await one.page.getByRole('button', { name: 'Tell' }).click();
  await open(one, '/members/news');
  await expect.poll(() => told.innerText()).toBe('anonymous:');
});
