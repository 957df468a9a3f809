import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { followLink } from './platform/members-visit.ts';
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
  {
    path: '/blog',
    choice: 'tag=robotics',
    title: 'Notes on robotics | Voltframe',
    robots: INDEXED,
    status: /^\d+ of \d+ notes$/,
  },
  {
    path: '/blog',
    choice: 'tag=no-such-tag',
    title: 'Blog | Voltframe',
    robots: 'noindex, nofollow',
    status: /^No note has the tag “no-such-tag”; here are all of them: (\d+) of \1 notes$/,
  },
  {
    path: '/portfolio',
    choice: 'category=iot-systems',
    title: 'Samples: IoT systems | Voltframe',
    robots: INDEXED,
    status: /^\d+ of \d+ samples$/,
  },
  {
    path: '/portfolio',
    choice: 'category=no-such-service',
    title: 'Portfolio | Voltframe',
    robots: 'noindex, nofollow',
    status: /^No sample has the service “no-such-service”; here are all of them: (\d+) of \1 samples$/,
  },
];

describe.each(CASES)('$path with $choice', ({ path, choice, title, robots, status }) => {
  const expected = { title, robots, status: expect.stringMatching(status) };

  test('says what it shows, from the server', async ({ visit }) => {
    const { page } = await visit({ javaScript: false });
    await page.goto(`${path}?${choice}`);
    expect(await said(page)).toEqual(expected);
  });

  test('says the same in the browser', async ({ visit }) => {
    const { page, hydrated, loads } = await visit();
    await page.goto(path);
    await hydrated();
    await followLink(page, `${path}?${choice}`);
    await page.waitForURL(`**${path}?${choice}`);
    expect(await said(page)).toEqual(expected);
    expect(loads).toEqual([path]);
  });
});
