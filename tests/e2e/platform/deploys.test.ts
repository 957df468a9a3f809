import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { EditedRelease } from '../../bench/support/edited-release.ts';
import { test as base } from '../site-test.ts';
import { type MembersSite, startMembersSite } from './members-site.ts';
import { followLink, navigate, open, shown, watchRequests } from './members-visit.ts';

let site: MembersSite;
beforeAll(async () => {
  site = await startMembersSite();
});
afterAll(() => site.stop());

const test = base.extend('siteUrl', () => site.url);

const HOUR_MS = 3_600_000;
const EDITIONS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
let edition = 0;

async function liveId(): Promise<string> {
  return ((await (await fetch(`${site.url}/builds/latest.json?${Date.now()}`)).json()) as { id: string }).id;
}

/** Publishes another edition of the fixture: scripts, server bundle and island. @returns id of the new composition */
async function deploy(): Promise<string> {
  const before = await liveId();
  const release = new EditedRelease(site.folders['members']!);
  const change = (text: string): string =>
    text
      .replaceAll(`${EDITIONS[edition]!} edition`, `${EDITIONS[edition + 1]!} edition`)
      .replaceAll(`${EDITIONS[edition]!} card`, `${EDITIONS[edition + 1]!} card`);
  for (const file of Object.keys(release.release.files).filter((name) => /pages\..*\.js$/.test(name)))
    if (change(release.read(file)) !== release.read(file))
      release.replaceScript(file, change(release.read(file)));
  release.write('server/server.cjs', change(release.read('server/server.cjs')));
  release.publish();
  edition++;
  await expect.poll(liveId, { timeout: 60_000 }).not.toBe(before);
  return liveId();
}

/** The edition of a document and of its requests. */
const EDITION = (): string => `${EDITIONS[edition]!} edition`;

/** Advances the clock by an hour, and waits for the poll. */
async function passAnHour(page: Page): Promise<void> {
  const polled = page.waitForResponse(/builds\/latest\.json/);
  await page.clock.fastForward(HOUR_MS);
  await (await polled).finished();
}

describe('a page that was opened before a deploy', () => {
  test('continues with its own composition: data, islands and scripts, without a document load', async ({
    visit,
  }) => {
    const visited = await visit();
    const { page, loads } = visited;
    await open(visited, '/about');
    const old = EDITION();
    const composition = await liveId();
    const payloads = watchRequests(page, /_payload\.json$/);
    const islands = watchRequests(page, /__nuxt_island/);
    const next = await deploy();
    expect(next).not.toBe(composition);
    await followLink(page, '/members');
    await expect.poll(() => shown(page)).toEqual({ at: '/members', heading: `Members, ${old}` });
    await expect
      .poll(() => page.getByText(`Welcome, Ada, says the ${old.replace('edition', 'card')}.`).count())
      .toBe(2);
    expect(payloads).toContain(`/members/_payload.json?${composition}`);
    expect(islands).toHaveLength(2);
    expect(islands.every((url) => url.includes(composition))).toBe(true);
    expect(await navigate(page, '/members/hall')).toBe('confirmed');
    expect(await shown(page)).toMatchObject({ heading: `Hall, ${old}` });
    expect(loads).toEqual(['/about']);
    const fresh = await visit();
    await open(fresh, '/members');
    expect(await shown(fresh.page)).toMatchObject({ heading: `Members, ${EDITION()}` });
  });

  test('loads the new composition with the first confirmed navigation after the hourly poll', async ({
    visit,
  }) => {
    const visited = await visit();
    const { page, loads } = visited;
    await page.clock.install();
    await open(visited, '/members');
    const polls = watchRequests(page, /builds\/latest\.json$/);
    await deploy();
    expect(await navigate(page, '/members/hall')).toBe('confirmed');
    await page.clock.fastForward(HOUR_MS - 120_000);
    expect(polls).toEqual([]);
    await passAnHour(page);
    expect(polls).toHaveLength(1);
    expect(polls[0]).toMatch(/\?\d{13}$/);

    // Not with a cancelled navigation or one to a hash of the same page.
    expect(await navigate(page, '/members/vault/cancel')).toBe('aborted');
    expect(await navigate(page, '/members/hall#end')).toBe('confirmed');
    expect(loads).toEqual(['/members']);

    await navigate(page, '/members/notes/4').catch(() => 'left');
    await expect.poll(() => shown(page)).toEqual({ at: '/members/notes/4', heading: `Note 4, ${EDITION()}` });
    expect(loads).toEqual(['/members', '/members/notes/4']);
    await visited.hydrated();
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect.poll(() => shown(page)).toMatchObject({ at: '/members' });
    expect(loads).toEqual(['/members', '/members/notes/4']);
  });

  test('loads the target of a redirect, not the redirecting page', async ({ visit }) => {
    const visited = await visit();
    const { page, loads } = visited;
    await page.clock.install();
    await open(visited, '/members');
    await deploy();
    await passAnHour(page);
    await navigate(page, '/members/vault/redirect').catch(() => 'left');
    await expect.poll(() => loads).toEqual(['/members', '/members/hall']);
    await expect.poll(() => shown(page)).toMatchObject({ heading: `Hall, ${EDITION()}` });
  });

  test.for([
    { answer: 'no', loads: ['/contact', '/contact'] },
    { answer: 'yes', loads: ['/contact', '/about', '/contact'] },
  ])(
    'asks before it discards unsaved input, and keeps the text: $answer',
    async ({ answer, loads }, { visit }) => {
      const visited = await visit();
      const { page } = visited;
      await page.clock.install();
      await open(visited, '/contact');
      const field = page.getByRole('main').getByRole('textbox').first();
      await field.fill('Ada Lovelace');
      await deploy();
      await passAnHour(page);
      const question = page.getByRole('dialog', { name: 'This site has a newer version' });
      const about = page.getByRole('banner').locator('a[href="/about"]:visible');
      await about.click();
      await question
        .getByRole('button', { name: answer === 'yes' ? 'Load it and go on' : 'Stay here' })
        .click();
      if (answer === 'no') {
        await expect.poll(() => question.count()).toBe(0);
        expect(new URL(page.url()).pathname).toBe('/contact');
        expect(await field.inputValue()).toBe('Ada Lovelace');
        // After "Stay here" the question does not return with the next click.
        await about.click();
      }
      await expect.poll(() => new URL(page.url()).pathname).toBe('/about');
      expect(visited.loads).toEqual(answer === 'yes' ? ['/contact', '/about'] : ['/contact']);
      // This page has no unsaved input, so the next navigation loads the new build.
      // Back works only after the document has loaded.
      await page.waitForLoadState();
      await page.goBack();
      await expect.poll(() => visited.loads).toEqual(loads);
      await expect.poll(() => field.inputValue()).toBe('Ada Lovelace');
      expect(await question.count()).toBe(0);
    },
  );
});

/** Publishes a release of an app with another server bundle. */
async function deployOther(app: string): Promise<void> {
  const before = await liveId();
  const release = new EditedRelease(site.folders[app]!);
  release.write('server/server.cjs', `${release.read('server/server.cjs')}\n// another`);
  release.publish();
  await expect.poll(liveId, { timeout: 60_000 }).not.toBe(before);
}

test('an island of one app counts in a page of another, and continues in an open page after deploys of both and of the shell', async ({
  visit,
}) => {
  const opened = await visit();
  const { page, loads } = opened;
  await page.goto('/lobby');
  const count = (of: Page, text: string) => of.getByRole('button', { name: text }).click();
  // A click before the scripts have loaded is replayed.
  await count(page, '3 members');
  await expect.poll(() => page.locator('#heard').innerText()).toBe('Heard: 4');
  let counted = 4;
  for (const next of [deploy, () => deployOther('lobby'), () => deployOther('shell')]) {
    await next();
    await count(page, `${counted++} members`);
    await expect.poll(() => page.locator('#heard').innerText()).toBe(`Heard: ${counted}`);
  }
  const fresh = await visit();
  await open(fresh, '/lobby');
  await count(fresh.page, '10 members');
  await expect.poll(() => fresh.page.locator('#heard').innerText()).toBe('Heard: 11');
  expect(await page.getByRole('button', { name: /members/ }).allInnerTexts()).toEqual([
    '7 members',
    '10 members',
  ]);
  // The island is unmounted with its page, and mounted again with the next.
  await page.getByRole('link', { name: 'Quiet' }).click();
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Quiet');
  await page.getByRole('link', { name: 'Lobby' }).click();
  await count(page, '3 members');
  await expect.poll(() => page.locator('#heard').innerText()).toBe('Heard: 4');
  expect(loads).toEqual(['/lobby']);
});
