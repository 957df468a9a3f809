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
