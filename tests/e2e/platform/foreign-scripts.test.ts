import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { followLink, open } from './members-visit.ts';

const WIDGET = 'window.widget = () => "works"';

test('a script of another site runs only in the page that declares it, in a document of its own', async ({
  visit,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  await page
    .context()
    .route('https://scripts.example/widget.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: WIDGET }),
    );
  const answers = new Map<string, string | undefined>();
  page.on('response', (response) => {
    if (response.request().isNavigationRequest())
      answers.set(new URL(response.url()).pathname, response.headers()['integrity-policy']);
  });
  await open(visited, '/members');
  await followLink(page, '/wardrobe/foreign').catch(() => 'left');
  await page.waitForURL('**/wardrobe/foreign');
  await visited.hydrated();
  await expect.poll(() => page.locator('#widget').innerText()).toBe('works');

  await page.getByRole('link', { name: 'Attributes' }).click();
  await page.waitForURL('**/wardrobe/attributes');
  await visited.hydrated();
  expect(await page.evaluate(() => 'widget' in globalThis)).toBe(false);
  expect(loads).toEqual(['/members', '/wardrobe/foreign', '/wardrobe/attributes']);
  expect(answers.get('/wardrobe/foreign')).toBeUndefined();
  expect(answers.get('/wardrobe/attributes')).toBe('blocked-destinations=(script)');
});
