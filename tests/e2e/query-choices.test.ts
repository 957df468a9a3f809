import type { Page } from 'playwright';
import { expect } from 'vitest';
import { followLink } from './platform/members-visit.ts';
import { test } from './site-test.ts';

interface Shown {
  title: string;
  robots: string | null;
  status: string;
}

async function shownBy(page: Page): Promise<Shown> {
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

test('a choice in the query sets title, robots and status on the server', async ({ visit }) => {
  const { page } = await visit({ javaScript: false });
  for (const [path, choice, ...texts] of CASES) {
    await page.goto(`${path}?${choice}`);
    expect(await shownBy(page)).toEqual(expected(...texts));
  }
});

test('a choice in the query sets title, robots and status in the browser', async ({ visit }) => {
  const { page, loads, hydrated } = await visit();
  for (const [path, choice, ...texts] of CASES) {
    await page.goto(path);
    await hydrated();
    await followLink(page, `${path}?${choice}`);
    await page.waitForURL(`**${path}?${choice}`);
    expect(await shownBy(page)).toEqual(expected(...texts));
  }
  expect(loads).toEqual(CASES.map(([path]) => path));
});
