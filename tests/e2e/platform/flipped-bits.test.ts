import {
  type ImportMap,
  type PageData,
  type SiteTables,
  tablesUrl,
} from '@voltframe/kit/contract/page/page-data';
import type { Route } from 'playwright';
import { describe, expect } from 'vitest';
import { test as base } from '../site-test.ts';
import type { Visit, Visitor } from '../visit.ts';
import { followLink, shown } from './members-visit.ts';

const HALL = { at: '/members/hall', heading: 'Hall, first edition' };
/** Its island fails on the server, so the page requests it again with a key that it computes. */
const NO_CARD = '/members/island';
const EXPECTED =
  /integrity|Failed to (?:load|fetch)|could not be loaded|stays as the server sent it|plain ones|did not load|net::ERR/i;

/** A visit in which some answers arrive with one flipped bit. */
interface Flipped {
  visited: Visit;
  /** Addresses (path and query) of the changed answers. */
  changed: string[];
  /** Addresses of the scripts that the browser has parsed. */
  read: string[];
}

/** @returns a position at which a flipped bit leaves a script valid: in a string literal if the script has one. */
function placeIn(body: Buffer): number {
  const text = body.toString('latin1');
  const { index } = /"[a-z]{6,}"/.exec(text) ?? /["'`][a-z-]{6,}["'`]/i.exec(text) ?? {};
  return index === undefined ? body.length >> 1 : index + 3;
}

const test = base.extend('visitBy', ({ visit, siteUrl }) => {
  return async (matches: (url: string) => boolean, visitor?: Visitor): Promise<Flipped> => {
    const visited = await visit(visitor);
    visited.expectProblem(EXPECTED);
    const { page } = visited;
    const [changed, read]: string[][] = [[], []];
    const flip = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      const body = await response.body();
      body[placeIn(body)]! ^= 1;
      changed!.push(route.request().url().slice(siteUrl.length));
      await route.fulfill({ response, body });
    };
    // A request may still be open when the window closes.
    await page.route(
      ({ pathname, search }) => matches(pathname + search),
      (route) => flip(route).catch(() => undefined),
    );
    const session = await page.context().newCDPSession(page);
    session.on('Debugger.scriptParsed', ({ url }) => {
      if (url.startsWith(siteUrl)) read!.push(url.slice(siteUrl.length));
    });
    await session.send('Debugger.enable');
    return { visited, changed: changed!, read: read! };
  };
});

/** Waits until a document follows its links itself, or leaves them to the browser. */
async function linksOf({ visited: { page } }: Flipped): Promise<string> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  const decided = page.locator('html[data-links=followed], html[data-links=plain]');
  await decided.waitFor({ state: 'attached' });
  return (await page.locator('html').getAttribute('data-links'))!;
}

/** Expects that no changed script has run. */
function expectUnread({ read, changed }: Flipped): void {
  expect(changed).not.toEqual([]);
  expect(read.filter((url) => changed.includes(url))).toEqual([]);
}

/** The names of the scripts of a document, and of the scripts of the shell that only the tables list. */
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

/** @returns the import name of a script, from its address. */
const nameOf = (url: string): string => url.replace(/\.[0-9a-f]{10}\.js.*$/, '.js');

const scriptOf = (app: string, name: string) => (url: string) =>
  url.startsWith(`/assets/${app}/${name}.`) && url.includes('.js');

describe('one flipped bit in a script', () => {
  test.for([
    ['the shell’s entry', scriptOf('shell', 'main')],
    ['React', scriptOf('shell', 'react')],
    ['the container of the page’s app', scriptOf('members', 'members')],
    ['the page', scriptOf('members', 'pages.members.hall')],
    ['the script that follows links', scriptOf('shell', 'later')],
  ] as const)(
    'of the first page prevents its execution, and the page works without it: %s',
    async ([, matches], { visitBy }) => {
      const flipped = await visitBy(matches);
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
    'of a click prevents its execution, and the click loads a document: %s',
    async ([, matches], { visitBy }) => {
      const flipped = await visitBy(matches);
      const { page, loads } = flipped.visited;
      await page.goto('/about');
      expect(await linksOf(flipped)).toBe('followed');
      await followLink(page, HALL.at);
      await expect.poll(() => shown(page)).toEqual(HALL);
      expect(loads).toEqual(['/about', HALL.at]);
      expectUnread(flipped);
    },
  );

  test('of any other request prevents its execution, and the page continues', async ({
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
    const unasked = () => left.filter((name) => !flipped.changed.map(nameOf).includes(name));
    // Only an error document requests the first, and a page with an interactive island the second: see the last tests.
    // Only a document with `styles: 'runtime'` requests the third.
    await expect
      .poll(unasked)
      .toEqual([
        '/assets/shell/error-screen.js',
        '/assets/shell/interactive.js',
        '/assets/shell/runtime-styles.js',
      ]);
    expectUnread(flipped);
    expect(flipped.visited.loads).toEqual([NO_CARD]);
  });

  test('prevents its execution on the retry too', async ({ visitBy }) => {
    const flipped = await visitBy(scriptOf('members', 'members'));
    await flipped.visited.page.goto(HALL.at);
    expect(await linksOf(flipped)).toBe('plain');
    expect(flipped.changed.filter((url) => url.includes('?retry=1'))).toHaveLength(1);
    expectUnread(flipped);
  });

  test('has no effect when the retry is correct', async ({ visitBy }) => {
    const matches = scriptOf('members', 'pages.members.hall');
    const flipped = await visitBy((url) => matches(url) && !url.includes('?retry='));
    await flipped.visited.page.goto(HALL.at);
    expect(await linksOf(flipped)).toBe('followed');
    expectUnread(flipped);
  });

  test.for([
    ['the script that hydrates islands', scriptOf('shell', 'interactive')],
    ['the script of the island', scriptOf('members', 'interactive.Counter')],
  ] as const)(
    'of an interactive island prevents its execution, and island and page stay usable: %s',
    async ([, matches], { visitBy }) => {
      const flipped = await visitBy(matches);
      const { page } = flipped.visited;
      await page.goto('/lobby');
      expect(await linksOf(flipped)).toBe('followed');
      await page.getByRole('button', { name: '3 members' }).click();
      await expect.poll(() => flipped.changed).not.toEqual([]);
      await page.getByRole('link', { name: 'Quiet' }).click();
      await expect.poll(() => shown(page)).toEqual({ at: '/lobby/quiet', heading: 'Quiet' });
      expectUnread(flipped);
      expect(await page.locator('[data-hydrated]').count()).toBe(0);
      expect(flipped.visited.loads).toEqual(['/lobby']);
    },
  );

  test('of an error screen leaves it as the server sent it', async ({ visitBy }) => {
    const flipped = await visitBy(scriptOf('shell', 'error-screen'));
    await flipped.visited.page.goto('/no-such-page');
    expect(await linksOf(flipped)).toBe('plain');
    await flipped.visited.page.locator('[data-error-screen=not-found]').waitFor();
    expectUnread(flipped);
  });
});

test('one flipped bit in the site’s tables makes links load documents', async ({ visitBy }) => {
  const flipped = await visitBy((url) => url.startsWith('/builds/tables/'));
  const { page } = flipped.visited;
  await page.goto(HALL.at);
  expect(await linksOf(flipped)).toBe('plain');
  await page.getByRole('link', { name: 'Note 3' }).click();
  await expect.poll(() => shown(page)).toMatchObject({ at: '/members/notes/3' });
});

test('documents have an Integrity-Policy for scripts', async ({ siteUrl }) => {
  const policyOf = async (url: string) => (await fetch(siteUrl + url)).headers.get('integrity-policy');
  expect(await policyOf('/members/hall')).toBe('blocked-destinations=(script)');
  expect(await policyOf('/no-such-page')).toBe('blocked-destinations=(script)');
  expect(await policyOf('/robots.txt')).toBeNull();
});
