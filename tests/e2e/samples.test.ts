import { expect } from 'vitest';
import { test } from './site-test.ts';

/** Verbs of work that was done. */
const DONE = /\b[Ww]e (built|chose|dropped|found|let|looked|moved|replaced|went|wrapped)\b/;

test('every sample of the portfolio is marked, and says what we would do', async ({ visit }) => {
  const { page } = await visit({ at: '/portfolio' });
  const samples = await page
    .locator('main article:not(#this-site)')
    .evaluateAll((articles) => articles.map((article) => article.textContent));
  expect(samples.length).toBe(8);
  for (const text of samples) {
    expect(text).toContain('Sample: a worked example, not a client’s project.');
    expect(text.match(/\b(would|could)\b/g)?.length).toBeGreaterThan(6);
    expect(text).not.toMatch(DONE);
  }
});

test('the page of sample roles says how working here would be', async ({ visit }) => {
  const { page } = await visit({ at: '/careers' });
  const points = page.getByRole('region', { name: 'How working here would feel' }).getByRole('listitem');
  expect(await points.count()).toBe(4);
  for (const text of await points.allInnerTexts()) expect(text).toMatch(/\bwould\b/);
});
