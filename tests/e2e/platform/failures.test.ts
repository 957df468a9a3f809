import { describe, expect } from 'vitest';
import { test } from '../site-test.ts';
import { followLink, navigate, open, shown, watchRequests } from './members-visit.ts';

const HALL = { at: '/members/hall', heading: 'Hall, first edition' };
const STYLES = /members\.hall\.[0-9a-f]+\.css$/;
const SHELL_STYLES = /\/assets\/shell\/styles\.[0-9a-f]+\.css$/;
const EXPECTED = /Failed to load|could not be loaded|stays as the server sent it|net::ERR/;

test('a navigation without a stylesheet of its page loads the target as a document', async ({ visit }) => {
  const visited = await visit();
  const { page, loads } = visited;
  visited.expectProblem(EXPECTED);
  let missing = true;
  await page.route(STYLES, (route) => (missing ? route.fulfill({ status: 404 }) : route.continue()));
  await open(visited, '/members');
  await page.waitForLoadState('networkidle');
  const document = page.waitForRequest((request) => request.isNavigationRequest());
  await followLink(page, '/members/hall?x=1#end');
  expect((await document).url()).toMatch(/\/members\/hall\?x=1/);
  missing = false;
  await expect.poll(() => shown(page)).toEqual({ ...HALL, at: '/members/hall?x=1#end' });
  expect(loads).toEqual(['/members', '/members/hall']);
});

test('a missing stylesheet on the first load leaves the page usable', async ({ visit }) => {
  const visited = await visit();
  const { page, loads } = visited;
  visited.expectProblem(EXPECTED);
  // The document contains the small stylesheet of its page.
  const missing = page.waitForRequest(SHELL_STYLES);
  await page.route(SHELL_STYLES, (route) => route.fulfill({ status: 404 }));
  await open(visited, '/members/hall');
  await missing;
  await page.getByRole('link', { name: 'Note 3' }).click();
  await expect.poll(() => shown(page)).toMatchObject({ at: '/members/notes/3' });
  expect(loads).toEqual(['/members/hall']);
});

test.for([
  { name: 'no answer', answer: null },
  {
    name: 'HTML with status 200',
    answer: { status: 200, body: '<!doctype html>', contentType: 'text/html' },
  },
])(
  'a navigation without a valid payload warns, and loads the page as a document: $name',
  async ({ answer }, { visit }) => {
    const visited = await visit();
    const { page, loads } = visited;
    visited.expectProblem(/Cannot load payload|Failed to load/);
    await page.route('**/_payload.json*', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await open(visited, '/members');
    await followLink(page, '/members/hall');
    await expect.poll(() => loads).toEqual(['/members', '/members/hall']);
    await visited.hydrated();
    expect(await shown(page)).toEqual(HALL);
    expect(visited.problems.join()).toContain('Cannot load payload /members/hall/_payload.json');
  },
);

describe('the manifest', () => {
  test('does not block navigations when it is invalid, and is requested again', async ({ visit }) => {
    const visited = await visit();
    const { page, loads } = visited;
    visited.expectProblem(/Error fetching app manifest|Failed to load|404/);
    const requested = watchRequests(page, /builds\/meta/);
    let broken = true;
    await page.route('**/builds/meta/*', (route) => {
      if (!broken) return route.continue();
      return route.fulfill({ status: 200, body: '<!doctype html>', contentType: 'text/html' });
    });
    await open(visited, '/members');
    await expect.poll(() => visited.problems.join()).toContain('Error fetching app manifest');
    expect(await navigate(page, '/members/hall')).toBe('confirmed');
    expect(loads).toEqual(['/members']);
    broken = false;
    expect(await navigate(page, '/no-such-page')).toBe('failed');
    expect(requested).toHaveLength(2);
    expect(await page.locator('[data-error-screen=not-found]').innerText()).toContain(
      'Page not found: /no-such-page',
    );
  });

  test('makes an unknown path a document load when it cannot be fetched', async ({ visit }) => {
    const visited = await visit();
    const { page, loads } = visited;
    visited.expectProblem(/Error fetching app manifest|Failed to load|404/);
    await page.route('**/builds/meta/*', (route) => route.abort());
    await open(visited, '/members');
    await followLink(page, '/no-such-page');
    await expect.poll(() => loads).toEqual(['/members', '/no-such-page']);
    await page.locator('[data-error-screen=not-found]').waitFor();
  });
});
