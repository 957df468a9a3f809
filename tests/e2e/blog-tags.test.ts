import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { test } from './site-test.ts';

interface Said {
  title: string;
  robots: string | null;
  status: string;
}

async function said(page: Page): Promise<Said> {
  return {
    title: await page.title(),
    robots: await page.locator('meta[name=robots]').getAttribute('content'),
    status: await page.getByRole('main').getByRole('status').innerText(),
  };
}

const INDEXED = expect.stringMatching(/^index/);
const CASES = [
  { tag: 'robotics', title: 'Notes on robotics | Voltframe', robots: INDEXED, status: /^\d+ of \d+ notes$/ },
  {
    tag: 'no-such-tag',
    title: 'Blog | Voltframe',
    robots: 'noindex, nofollow',
    status: /^No note has the tag “no-such-tag”; here are all of them: (\d+) of \1 notes$/,
  },
];

describe.each(CASES)('the blog with the tag $tag', ({ tag, title, robots, status }) => {
  const expected = { title, robots, status: expect.stringMatching(status) };

  test('says what it shows, from the server', async ({ visit }) => {
    const { page } = await visit({ javaScript: false });
    await page.goto(`/blog?tag=${tag}`);
    expect(await said(page)).toEqual(expected);
  });

  test('says the same in the browser', async ({ visit }) => {
    const { page, hydrated, loads } = await visit();
    await page.goto('/blog');
    await hydrated();
    await page.evaluate((to) => {
      const link = document.createElement('a');
      link.href = to;
      document.getElementById('main')!.append(link);
      link.click();
      link.remove();
    }, `/blog?tag=${tag}`);
    await page.waitForURL(`**/blog?tag=${tag}`);
    expect(await said(page)).toEqual(expected);
    expect(loads).toEqual(['/blog']);
  });
});
