import type { Page } from 'playwright';
import { expect } from 'vitest';
import { followLink } from './platform/members-visit.ts';
import { test } from './site-test.ts';

interface Said {
  title: string;
  robots: string | null;
  status: string;
}

async function saidBy(page: Page): Promise<Said> {
  return {
    title: await page.title(),
    robots: await page.locator('meta[name=robots]').getAttribute('content'),
    status: await page.getByRole('main').getByRole('status').innerText(),
  };
}

const INDEXED = expect.stringMatching(/^index/);
const HIDDEN = 'noindex, nofollow';
const CASES: [path: string, choice: string, title: string, robots: unknown, status: RegExp][] = [
  ['/blog', 'tag=robotics', 'Notes on Robotics', INDEXED, /^\d+ of \d+ notes$/],
  [
    '/blog',
    'tag=no-such-tag',
    'Blog',
    HIDDEN,
    /^No note has the tag “no-such-tag”; here are all of them: (\d+) of \1 notes$/,
  ],
  ['/portfolio', 'category=iot-systems', 'Samples: IoT systems', INDEXED, /^\d+ of \d+ samples$/],
  [
    '/portfolio',
    'category=no-such-service',
    'Portfolio',
    HIDDEN,
    /^No sample has the service “no-such-service”; here are all of them: (\d+) of \1 samples$/,
  ],
];

const expected = (title: string, robots: unknown, status: RegExp) => ({
  title: `${title} | Voltframe`,
  robots,
  status: expect.stringMatching(status),
});

test('a choice in the query says what it shows, from the server', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  for (const [path, choice, ...said] of CASES) {
    await page.goto(`${path}?${choice}`);
    expect(await saidBy(page)).toEqual(expected(...said));
  }
});

test('a choice in the query says the same in the browser', async ({ visit }) => {
  const { page, loads, hydrated } = await visit();
  for (const [path, choice, ...said] of CASES) {
    await page.goto(path);
    await hydrated();
    await followLink(page, `${path}?${choice}`);
    await page.waitForURL(`**${path}?${choice}`);
    expect(await saidBy(page)).toEqual(expected(...said));
  }
  expect(loads).toEqual(CASES.map(([path]) => path));
});
