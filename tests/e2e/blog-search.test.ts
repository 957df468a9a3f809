import { expect } from 'vitest';
import { test } from './site-test.ts';
import { violations } from './violations.ts';

const NONE = 'xylophone';

test('the blog is searched by keyboard, with marked words and an address to share', async ({ visit }) => {
  const { page, loads } = await visit({ width: 375, at: '/blog' });
  const box = page.getByRole('searchbox', { name: 'Search the notes' });
  const main = page.getByRole('main');
  await box.focus();
  await box.pressSequentially('valida');
  await main
    .getByRole('status')
    .getByText(/^\d+ notes for “valida”$/)
    .waitFor();
  const first = main.locator('[data-result]').first();
  expect(await first.locator('mark').innerText()).toMatch(/^valida/i);
  expect(await violations(page)).toEqual([]);
  await box.press('Enter');
  await page.waitForURL('**/blog?q=valida');
  await box.press('ArrowDown');
  expect(await first.evaluate((link) => link === document.activeElement)).toBe(true);
  // Back clears the search, and leaves the blog only then.
  await page.goBack();
  await page.waitForURL('**/blog');
  await expect.poll(() => box.inputValue()).toBe('');
  await box.pressSequentially('robot');
  await page.waitForURL('**/blog?q=robot');
  await page.keyboard.press('Escape');
  await main
    .getByRole('status')
    .getByText(/^(\d+) of \1 notes$/)
    .waitFor();
  await page.waitForURL('**/blog');
  expect(loads).toEqual(['/blog']);
});

test('the search works without JavaScript', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  await page.goto('/blog');
  await page.getByRole('searchbox').fill('valida');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.waitForURL('**/blog?q=valida');
  const main = page.getByRole('main');
  expect(await main.getByRole('status').innerText()).toMatch(/^\d+ notes for “valida”$/);
  expect(await main.locator('[data-result] mark').first().innerText()).toMatch(/^valida/i);
  for (const query of ['timeout', 'firmware', 'cache', 'A/B']) {
    await page.goto(`/blog?q=${encodeURIComponent(query)}`);
    expect(await main.getByRole('status').innerText()).toMatch(/^\d+ notes? for “/);
  }
  await page.goto('/blog?q=the');
  expect(await main.getByRole('status').innerText()).toBe('“the”: too common to look for. Add another word.');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow');
});

/** Questions of readers, with the note that answers each. */
const QUESTIONS: Record<string, string> = {
  cache: 'http-caching-strong-validators',
  cached: 'http-caching-strong-validators',
  caching: 'http-caching-strong-validators',
  etag: 'http-caching-strong-validators',
  'how do i deploy': 'deploy-page-groups-independently',
  deploying: 'deploy-page-groups-independently',
  'queue overload': 'back-pressure-in-queues',
  'reproducible builds': 'builds-that-repeat-exactly',
  'degrees and radians': 'coordinate-frames-unit-bugs',
  'retrieval quality': 'evaluate-retrieval-before-shipping',
  'rename a column': 'expand-contract-column-rename',
  'database migration': 'expand-contract-column-rename',
  'firmware update': 'firmware-updates-ab-slots',
  retries: 'idempotency-keys-that-hold',
  'language model': 'model-behind-fallible-interface',
  mqtt: 'mqtt-last-will-retained-state',
  'work offline': 'offline-first-mobile-sync',
  'sync conflicts': 'offline-first-mobile-sync',
  'pid tuning': 'pid-loop-sampling-jitter',
  'button size': 'touch-targets-and-gestures',
};

test.for(Object.entries(QUESTIONS))(
  'the search for “%s” shows the note %s first',
  async ([query, slug], { siteUrl }) => {
    const html = await (await fetch(`${siteUrl}/blog?q=${encodeURIComponent(query)}`)).text();
    expect(/<a [^>]*data-result[^>]*>/.exec(html)?.[0]).toContain(`href="/blog/${slug}"`);
  },
);

test('a search shows the passage of the text, and offers topics when no note has the words', async ({
  visit,
}) => {
  const { page } = await visit({ at: '/blog?q=radians' });
  const main = page.getByRole('main');
  await main.locator('li p mark', { hasText: 'radians' }).first().waitFor();
  await main.getByRole('link', { name: 'Clear search' }).click();
  await page.waitForURL('**/blog');
  await page.goto(`/blog?q=${NONE}`);
  await main
    .getByRole('navigation', { name: 'Topics of the notes' })
    .getByRole('link', { name: /Robotics/ })
    .click();
  await page.waitForURL('**/blog?tag=robotics');
});

test.for([`/blog?q=${NONE}`, `/blog?q=${'long '.repeat(60)}`, '/blog?q=%3Cb%3E&tag=robotics'])(
  '%s hydrates without a mismatch',
  async (path, { visit }) => {
    const { page } = await visit({ at: path });
    await page
      .getByRole('main')
      .getByRole('status')
      .getByText(/^(No|\d+) notes? for “/)
      .waitFor();
  },
);
