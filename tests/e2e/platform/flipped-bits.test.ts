import {
  type ImportMap,
  type PageData,
  type SiteTables,
  tablesUrl,
} from '@voltframe/kit/contract/page/page-data';
import { describe, expect } from 'vitest';
import { test as base } from '../site-test.ts';
import { startVisit, type Visit, type Visitor } from '../visit.ts';
import { followLink, shown } from './members-visit.ts';
import { type FlippingProxy, startFlippingProxy } from './flipping-proxy.ts';

const HALL = { at: '/members/hall', heading: 'Hall, first edition' };
/** Its island fails on the server: the page asks for it again, by a key that nothing names. */
const NO_CARD = '/members/island';
const EXPECTED =
  /integrity|Failed to (?:load|fetch)|could not be loaded|stays as the server sent it|plain ones|did not load|net::ERR/i;

/** A visit by way of a proxy that flips a bit of each answer that is meant. */
interface Flipped {
  visited: Visit;
  proxy: FlippingProxy;
  /** Addresses of the scripts that the browser has read as JavaScript. */
  read: string[];
}

const test = base.extend('visitBy', async ({ browser, siteUrl }, { onCleanup }) => {
  const ends: (() => Promise<void>)[] = [];
  onCleanup(async () => {
    for (const end of ends) await end();
  });
  return async (meets: (url: string) => boolean, visitor?: Visitor): Promise<Flipped> => {
    const proxy = await startFlippingProxy(siteUrl, meets);
    const visited = await startVisit(browser, proxy.url, visitor);
    ends.push(visited.end, proxy.stop);
    visited.expectProblem(EXPECTED);
    const read: string[] = [];
    const session = await visited.page.context().newCDPSession(visited.page);
    session.on('Debugger.scriptParsed', ({ url }) => {
      if (url.startsWith(proxy.url)) read.push(url.slice(proxy.url.length));
    });
    await session.send('Debugger.enable');
    return { visited, proxy, read };
  };
});

/** Waits for what becomes of a document: it follows its links, or leaves them to the browser. */
async function linksOf({ visited: { page } }: Flipped): Promise<string> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  const decided = page.locator('html[data-links=followed], html[data-links=plain]');
  await decided.waitFor({ state: 'attached' });
  return (await page.locator('html').getAttribute('data-links'))!;
}

/** What never was as it must be has not run. */
function expectUnread({ read, proxy }: Flipped): void {
  expect(proxy.flipped).not.toEqual([]);
  expect(read.filter((url) => proxy.flipped.includes(url))).toEqual([]);
}

/** Scripts that a document names, and those of the shell that it leaves to the tables; by their names. */
async function scriptsAt(address: string): Promise<{ named: string[]; left: string[] }> {
  const html = await (await fetch(address)).text();
  const textOf = (start: string) => html.split(start)[1]!.split('</script>', 1)[0]!;
  const named = Object.keys((JSON.parse(textOf('type="importmap">')) as ImportMap).imports);
  const { composition, tables } = JSON.parse(textOf('id="page-data">')) as PageData;
  const answer = await fetch(new URL(tablesUrl(composition, tables!), address));
  const { imports } = (await answer.json()) as SiteTables;
  const left = Object.keys(imports).filter((name) => name.startsWith('/assets/shell/'));
  return { named, left: left.filter((name) => !named.includes(name)) };
}

/** @returns the name by which code asks for a script, from its address. */
const nameOf = (url: string): string => url.replace(/\.[0-9a-f]{10}\.js.*$/, '.js');

const scriptOf = (app: string, name: string) => (url: string) =>
  url.startsWith(`/assets/${app}/${name}.`) && url.includes('.js');

describe('one flipped bit in a script on its way', () => {
  test.for([
    ['the shell’s entry', scriptOf('shell', 'main')],
    ['React', scriptOf('shell', 'react')],
    ['the container of the page’s app', scriptOf('members', 'members')],
    ['the page’s own', scriptOf('members', 'pages.members.hall')],
    ['what follows links', scriptOf('shell', 'later')],
  ] as const)(
    'of the first page, %s: it never runs, and the page works without it',
    async ([, meets], { visitBy }) => {
      const flipped = await visitBy(meets);
      const { page } = flipped.visited;
      await page.goto(HALL.at);
      expect(await linksOf(flipped)).toBe('plain');
      expect(await shown(page)).toEqual(HALL);
      expectUnread(flipped);
      await page.getByRole('link', { name: 'Note 3' }).click();
      await expect.poll(() => shown(page)).toMatchObject({ at: '/members/notes/3' });
    },
  );

  test.for([
    ['the container of another app', scriptOf('members', 'members')],
    ['a page of another app', scriptOf('members', 'pages.members.hall')],
  ] as const)(
    'that a click needs, %s: it never runs, and the click loads a document',
    async ([, meets], { visitBy }) => {
      const flipped = await visitBy(meets);
      const { page, loads } = flipped.visited;
      await page.goto('/about');
      expect(await linksOf(flipped)).toBe('followed');
      await followLink(page, HALL.at);
      await expect.poll(() => shown(page)).toEqual(HALL);
      expect(loads).toEqual(['/about', HALL.at]);
      expectUnread(flipped);
    },
  );

  test('that no document names, each that is asked for, and all of the shell’s are: none runs, and the page goes on', async ({
    visitBy,
    siteUrl,
  }) => {
    const { named, left } = await scriptsAt(siteUrl + NO_CARD);
    const flipped = await visitBy((url) => /\.js(\?|$)/.test(url) && !named.includes(nameOf(url)), {
      reports: true,
    });
    const { page } = flipped.visited;
    flipped.visited.expectProblem(/The island MemberCard|Page Not Found|status of 404/);
    await page.goto(NO_CARD);
    expect(await linksOf(flipped)).toBe('followed');
    await page.getByRole('contentinfo').locator('button[data-xray]').click();
    await followLink(page, '/members/attic');
    await page.locator('[data-error-screen]').waitFor();
    const unasked = () => left.filter((name) => !flipped.proxy.flipped.map(nameOf).includes(name));
    // A document that is an error screen asks for the first, a page with an interactive island for the second: the last
    // tests of these.
    await expect.poll(unasked).toEqual(['/assets/shell/error-screen.js', '/assets/shell/interactive.js']);
    expectUnread(flipped);
    expect(flipped.visited.loads).toEqual([NO_CARD]);
  });

  test('that is asked for once more: neither time it runs', async ({ visitBy }) => {
    const flipped = await visitBy(scriptOf('members', 'members'));
    await flipped.visited.page.goto(HALL.at);
    expect(await linksOf(flipped)).toBe('plain');
    expect(flipped.proxy.flipped.filter((url) => url.includes('?retry=1'))).toHaveLength(1);
    expectUnread(flipped);
  });

  test('that comes right at the second try: the page works', async ({ visitBy }) => {
    const meets = scriptOf('members', 'pages.members.hall');
    const flipped = await visitBy((url) => meets(url) && !url.includes('?retry='));
    await flipped.visited.page.goto(HALL.at);
    expect(await linksOf(flipped)).toBe('followed');
    expectUnread(flipped);
  });

  test.for([
    ['what hydrates islands', scriptOf('shell', 'interactive')],
    ['its own', scriptOf('members', 'interactive.Counter')],
  ] as const)(
    'of an interactive island, %s: it never runs, the island stays as the server sent it, and the page works',
    async ([, meets], { visitBy }) => {
      const flipped = await visitBy(meets);
      const { page } = flipped.visited;
      await page.goto('/lobby');
      expect(await linksOf(flipped)).toBe('followed');
      await page.getByRole('button', { name: '3 members' }).click();
      await expect.poll(() => flipped.proxy.flipped).not.toEqual([]);
      await page.getByRole('link', { name: 'Quiet' }).click();
      await expect.poll(() => shown(page)).toEqual({ at: '/lobby/quiet', heading: 'Quiet' });
      expectUnread(flipped);
      expect(await page.locator('[data-hydrated]').count()).toBe(0);
      expect(flipped.visited.loads).toEqual(['/lobby']);
    },
  );

  test('of an error screen: it stays as the server sent it', async ({ visitBy }) => {
    const flipped = await visitBy(scriptOf('shell', 'error-screen'));
    await flipped.visited.page.goto('/no-such-page');
    expect(await linksOf(flipped)).toBe('plain');
    await flipped.visited.page.locator('[data-error-screen=not-found]').waitFor();
    expectUnread(flipped);
  });
});

test('one flipped bit in the site’s tables: they are not read, and links are plain ones', async ({
  visitBy,
}) => {
  const flipped = await visitBy((url) => url.startsWith('/builds/tables/'));
  const { page } = flipped.visited;
  await page.goto(HALL.at);
  expect(await linksOf(flipped)).toBe('plain');
  await page.getByRole('link', { name: 'Note 3' }).click();
  await expect.poll(() => shown(page)).toMatchObject({ at: '/members/notes/3' });
});

test('browsers that know it are told to run no script that nothing is known of', async ({ siteUrl }) => {
  const policyOf = async (url: string) => (await fetch(siteUrl + url)).headers.get('integrity-policy');
  expect(await policyOf('/members/hall')).toBe('blocked-destinations=(script)');
  expect(await policyOf('/no-such-page')).toBe('blocked-destinations=(script)');
  expect(await policyOf('/robots.txt')).toBeNull();
});
