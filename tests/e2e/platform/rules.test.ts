import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { navigate, open, openWithRules, shown } from './members-visit.ts';

/** Server and browser use the same resolver. */
const REDIRECTS: [name: string, from: string, to: string, status: number][] = [
  ['with a string, and keeps the query', '/members/old?x=1', '/members/hall?x=1', 307],
  ['with a status, and merges the queries', '/members/moved?x=1', '/members/hall?from=moved&x=1', 301],
  ['with a tail, and folds case and encoding', '/MEMBERS/archi%76e/open?x=1', '/members/vault/open?x=1', 307],
  ['to another site', '/members/outside?x=1', 'https://outside.example/there?x=1', 307],
];

test.for(REDIRECTS)('the server redirects %s', async ([, from, to, status], { siteUrl }) => {
  const response = await fetch(siteUrl + from, { redirect: 'manual' });
  const location = response.headers.get('location');
  // The server first redirects another spelling to the canonical one.
  const answer =
    response.status === 308 ? await fetch(siteUrl + location!, { redirect: 'manual' }) : response;
  expect([answer.status, answer.headers.get('location')]).toEqual([status, to]);
});

test('each redirect is the same in the browser', async ({ visit, siteUrl }) => {
  const visited = await visit();
  const { page, loads } = visited;
  await page.route('https://outside.example/**', (route) => route.fulfill({ body: 'outside' }));
  for (const [, from, to] of REDIRECTS) {
    await openWithRules(visited, '/members');
    const external = to.startsWith('https:');
    const going = navigate(page, `${from}#end`).catch(() => 'document');
    await page.waitForURL(`${external ? '' : siteUrl}${to}#end`);
    expect(await going).toBe(external ? 'document' : 'redirected');
    expect(loads.splice(0)).toEqual(external ? ['/members', '/there'] : ['/members']);
  }
});

test('a rule sets headers of its pages', async ({ siteUrl }) => {
  expect((await fetch(`${siteUrl}/members/hall`)).headers.get('content-language')).toBe('de');
  expect((await fetch(`${siteUrl}/members`)).headers.get('content-language')).toBeNull();
});

test('a redirect works before the manifest has loaded, because the server sends it instead of data', async ({
  visit,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  await page.route('**/builds/meta/*.json', (route) => route.abort());
  visited.expectProblem(/Error fetching app manifest|builds\/meta/);
  await open(visited, '/members');
  expect(await navigate(page, '/members/old?x=1')).toBe('redirected');
  expect(await shown(page)).toMatchObject({ at: '/members/hall?x=1' });
  expect(loads).toEqual(['/members']);
});
