import { ISLAND_PROPS_MAX_BYTES, islandKey, islandRequest } from '@voltframe/kit/contract/page/island';
import { hash } from 'ohash';
import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { navigate, open, shown, watchRequests } from './members-visit.ts';

const ADA = { name: 'Ada' };
const key = (props: Record<string, unknown>, name = 'MemberCard'): string => islandKey(name, props, hash);

async function compositionOf(siteUrl: string): Promise<string> {
  return ((await (await fetch(`${siteUrl}/builds/latest.json`)).json()) as { id: string }).id;
}

describe('GET /__nuxt_island/{key}.json', () => {
  test('answers with id, html and head, immutable under the id of its composition', async ({ siteUrl }) => {
    const composition = await compositionOf(siteUrl);
    const response = await fetch(siteUrl + islandRequest(key(ADA), ADA, composition)[0]);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('x-composition')).toBe(composition);
    expect(await response.json()).toEqual({
      id: key(ADA),
      html: expect.stringContaining('Welcome, Ada') as string,
      head: { link: [] },
    });
    const unnamed = await fetch(`${siteUrl}/__nuxt_island/${key(ADA)}.json?props=${JSON.stringify(ADA)}`);
    expect(unnamed.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect((await unnamed.text()).match(/<script/)).toBeNull();
  });

  const big = { text: 'x'.repeat(ISLAND_PROPS_MAX_BYTES) };
  const [HASH, NAME, PROPS] = ['request hash', 'component name', 'request props'].map(
    (of) => `Invalid island ${of}`,
  );
  test.for<[name: string, path: string, status: number, message: string | undefined, body?: string]>([
    ['another hash', `${key({ name: 'Eve' })}.json?props=${JSON.stringify(ADA)}`, 400, HASH],
    ['a path as name', '..%2f..%2fsecret_abc.json', 400, NAME],
    ['props that are not JSON', `${key({})}.json?props=%7B`, 400, PROPS],
    ['an unknown name', `${key({}, 'Nobody')}.json`, 404, 'Island component not found: Nobody'],
    [
      'props too large for an address',
      `${key(big)}.json?props=${big.text}`,
      414,
      'This address is too long.',
    ],
    [
      'props that are too large',
      `${key(big)}.json`,
      413,
      'Island request props too large',
      JSON.stringify(big),
    ],
    ['a body that is not JSON', `${key({})}.json`, 400, PROPS, '{'],
  ])('refuses %s', async ([, path, status, message, text], { siteUrl }) => {
    const init = text === undefined ? {} : { method: 'POST', body: text };
    const response = await fetch(`${siteUrl}/__nuxt_island/${path}`, init);
    const body = (await response.json()) as { message: string };
    expect([response.status, body.message]).toEqual([status, message]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('accepts props of 64 KiB in the body of a POST, and of 8 KB in the address', async ({ siteUrl }) => {
    const props = { name: 'Ada', text: '"'.repeat(30_000) };
    const [url, init] = islandRequest(key(props), props, await compositionOf(siteUrl));
    const response = await fetch(siteUrl + url, init);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(((await response.json()) as { html: string }).html).toContain('Welcome, Ada');
    const smaller = { name: 'Ada', text: 'x'.repeat(7_900) };
    const got = await fetch(`${siteUrl}/__nuxt_island/${key(smaller)}.json?props=${JSON.stringify(smaller)}`);
    expect(got.status).toBe(200);
  });
});

describe('islands in a page', () => {
  test('are in the document on a first load, without a request or a script', async ({ visit }) => {
    const visited = await visit();
    const requests = watchRequests(visited.page, /__nuxt_island|islands\./);
    await open(visited, '/members');
    expect(await visited.page.getByText('Welcome, Ada').count()).toBe(2);
    expect(await visited.page.getByText('Welcome, Grace').count()).toBe(1);
    expect(requests).toEqual([]);
  });

  test('are fetched once each after a navigation', async ({ visit }) => {
    const visited = await visit();
    const { page } = visited;
    const requests = watchRequests(page, /__nuxt_island/);
    await open(visited, '/members/form');
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect.poll(() => page.getByText('Welcome, Ada').count()).toBe(2);
    await expect.poll(() => page.getByText('Welcome, Grace').count()).toBe(1);
    expect(requests.map((url) => url.split('?')[0]).toSorted()).toEqual(
      [key(ADA), key({ name: 'Grace', tags: ['a', 'b'] })]
        .map((id) => `/__nuxt_island/${id}.json`)
        .toSorted(),
    );
  });

  test('contain links that navigate without a document load', async ({ visit }) => {
    const { page, loads } = await visit({ at: '/members' });
    await page.getByRole('link', { name: 'To the hall' }).first().click();
    await expect.poll(() => shown(page)).toMatchObject({ at: '/members/hall' });
    expect(loads).toEqual(['/members']);
  });

  test('show their fallback when they cannot be fetched', async ({ visit }) => {
    const visited = await visit();
    const { page } = visited;
    visited.expectProblem(/The island MemberCard could not be loaded|Failed to load/);
    await page.route('**/__nuxt_island/**', (route) => route.fulfill({ status: 500 }));
    await open(visited, '/members/form');
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect.poll(() => page.getByText('No card').count()).toBe(3);
  });

  test('show their fallback when they fail on the server', async ({ visit }) => {
    const { page, expectProblem, hydrated } = await visit({ at: '/members' });
    expectProblem(/The island MemberCard could not be loaded|Failed to load/);
    expect(await navigate(page, '/members/island')).toBe('confirmed');
    await expect.poll(() => page.getByText('No card').count()).toBe(1);
    const first = await page.goto('/members/island');
    expect(first!.status()).toBe(200);
    await hydrated();
    await expect.poll(() => page.getByText('No card').count()).toBe(1);
  });

  test.for(['/', '/about'])('of other teams are part of %s', async (path, { siteUrl }) => {
    const html = await (await fetch(siteUrl + path)).text();
    expect(html.match(/data-island="\w+_\w+"/g)!.length).toBeGreaterThan(1);
  });
});
