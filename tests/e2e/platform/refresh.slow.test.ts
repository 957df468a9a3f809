import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appPaths } from '@voltframe/kit/build/app-paths';
import { buildApp } from '@voltframe/kit/build/build-app';
import { keepState } from '@voltframe/kit/build/refresh/live-shell';
import { loadApp } from '@voltframe/kit/build/load-config';
import { watchApp } from '@voltframe/kit/build/watch-app';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createShownReleases } from '../../../kit/src/cli/commands/dev.ts';
import { type Gateway, startGateway } from '../gateway.ts';
import { test as base } from '../site-test.ts';
import type { Visit } from '../visit.ts';
import { open } from './members-visit.ts';

const SHELL = path.resolve(import.meta.dirname, '../../../shell');
const WORKSHOP = path.resolve(import.meta.dirname, '../../fixtures/platform/workshop');
const DEVELOPMENT = { mode: 'development' } as const;

/** The shell and the fixture `workshop`, which is built after each change. */
interface DevelopedSite extends Gateway {
  /** Replaces a text in a source or the config of the workshop. @throws if it does not contain the text */
  edit(file: string, from: string, to: string): void;
  /** @returns the line of a source that contains a text: `src/tool.tsx:12` */
  placeOf(file: string, text: string): string;
}

/** Does the same as `npm run dev` or `mfe dev`, with copies. */
async function startDevelopedSite(shell: keyof typeof SHELLS): Promise<DevelopedSite> {
  // Inside the package, where the workshop's imports are found.
  const work = mkdtempSync(path.join(realpathSync(import.meta.dirname), '.tmp-'));
  const workshop = path.join(work, 'workshop');
  cpSync(WORKSHOP, workshop, { recursive: true, filter: (source) => !source.endsWith('tsconfig.json') });
  const shellFolder = await SHELLS[shell](path.join(work, 'shell'));
  const stopWatching = await watchUntilBuilt(workshop);
  const releases = `shell=${shellFolder},workshop=${workshop}`;
  const gateway = await startGateway({ RELEASES: releases, DEV: '1' });
  return {
    ...gateway,
    edit(name, from, to) {
      const file = path.join(workshop, name === 'mfe.config.ts' ? '' : 'src', name);
      const text = readFileSync(file, 'utf8');
      if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
      writeFileSync(file, text.replace(from, to));
    },
    placeOf(name, text) {
      const lines = readFileSync(path.join(workshop, 'src', name), 'utf8').split('\n');
      return `src/${name}:${lines.findIndex((line) => line.includes(text)) + 1}`;
    },
    async stop() {
      await Promise.all([gateway.stop(), stopWatching()]);
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** Each builds or copies a release of the shell into a folder, and returns its path. */
const SHELLS = {
  async development(folder: string): Promise<string> {
    const paths = { ...appPaths(folder), root: SHELL };
    await buildApp({ ...(await loadApp(SHELL)), paths }, DEVELOPMENT);
    return paths.dist;
  },
  /** A production build, as `mfe dev` fetches it. */
  async live(folder: string): Promise<string> {
    const tell = (text: string): never => {
      throw new Error(text);
    };
    const show = createShownReleases(folder, await keepState(await loadApp(WORKSHOP), tell));
    const { shell } = await show({ releases: { shell: SHELL } });
    return shell!;
  },
};

async function watchUntilBuilt(folder: string): Promise<() => Promise<void>> {
  const built = Promise.withResolvers<unknown>();
  const stop = await watchApp(await loadApp(folder), {
    released: built.resolve,
    failed: built.reject,
  });
  await built.promise;
  return stop;
}

const NOTE = 'half a sentence';
const label = (page: Page) => page.locator('#label').innerText();

/** A component and a loader that do not compile, and a loader that throws. */
const MISTAKES = [
  ['tool.tsx', 'return (', 'return [('],
  ['bench.server.ts', 'loader = ', 'loader = ='],
  ['bench.server.ts', '({ rule: ', '({ made: JSON.parse("{"), rule: '],
] as const;
const THROWS = [
  'tool.tsx',
  'aria-label="Note"',
  'aria-label="Note" onDoubleClick={() => JSON.parse("[")}',
] as const;

/** The state and the typed text of a visitor. */
const stateOf = async (page: Page) => [
  await page.getByRole('button', { name: 'turns' }).innerText(),
  await page.getByRole('textbox', { name: 'Note' }).inputValue(),
];

type Step = (visited: Visit, site: DevelopedSite) => Promise<void>;

const edits: Step = async ({ page }, site) => {
  site.edit('tool.tsx', 'The first label', 'The second label');
  await expect.poll(() => label(page)).toBe('The second label');

  site.edit('around.tsx', 'The first surroundings', 'The second surroundings');
  await expect.poll(() => page.locator('#around').innerText()).toBe('The second surroundings');

  site.edit('tool.module.css', '3px', '7px');
  const space = () => page.locator('#tool').evaluate((tool) => getComputedStyle(tool).paddingTop);
  await expect.poll(space).toBe('7px');

  site.edit('bench.server.ts', 'The first rule', 'The second rule');
  await expect.poll(() => page.locator('#rule').innerText()).toBe('The second rule');
  expect(await label(page)).toBe('The second label');
};

const mistakes: Step = async (visited, site) => {
  const { page } = visited;
  const places = () => page.getByRole('alert').locator('.place').allInnerTexts();
  // The data of the page whose loader throws, and the page that moved.
  visited.expectProblem(/JSON|status of (?:404|500)/);
  for (const [file, right, wrong] of MISTAKES) {
    site.edit(file, right, wrong);
    await expect.poll(places).toEqual([expect.stringContaining(`src/${file}:`)]);
    site.edit(file, wrong, right);
    await expect.poll(places).toEqual([]);
  }

  const [file, right, wrong] = THROWS;
  site.edit(file, right, wrong);
  // Repeats the event until the newer code has loaded and throws.
  await expect
    .poll(async () => {
      await page.getByRole('textbox', { name: 'Note' }).dispatchEvent('dblclick');
      return places();
    })
    .toEqual([site.placeOf(file, wrong)]);
  expect(await page.getByRole('alert').innerText()).toContain(wrong);
  site.edit(file, wrong, right);
  await expect.poll(places).toEqual([]);
};

const brokenPage: Step = async (visited, site) => {
  const { page } = visited;
  const other = await page.context().newPage();
  const places = (of: Page) => of.getByRole('alert').locator('.place').allInnerTexts();
  const [right, wrong] = ['<h1>Shelf</h1>', '<h1>{JSON.parse("(")}</h1>'];
  site.edit('shelf.tsx', right, wrong);
  await expect.poll(async () => (await other.goto(new URL('/shelf', page.url()).href))?.status()).toBe(500);
  await expect.poll(() => places(other)).toEqual([site.placeOf('shelf.tsx', wrong)]);
  site.edit('tool.tsx', 'The second label', 'The third label');
  await expect.poll(() => label(page)).toBe('The third label');
  expect(await places(page)).toEqual([]);
  site.edit('shelf.tsx', wrong, right);
  await expect.poll(() => other.getByRole('heading', { level: 1 }).innerText()).toBe('Shelf');
  await expect.poll(() => places(other)).toEqual([]);
  site.edit('tool.tsx', 'The third label', 'The second label');
  await expect.poll(() => label(page)).toBe('The second label');
};

const nothingLost: Step = async ({ page, loads }) => {
  expect(await stateOf(page)).toEqual(['1 turns', NOTE]);
  expect(loads).toEqual(['/workshop']);
};

const movedRoute: Step = async (visited, site) => {
  const { page } = visited;
  site.edit('mfe.config.ts', "path: '/workshop'", "path: '/workshop/bench'");
  await expect.poll(() => visited.loads).toEqual(['/workshop', '/workshop']);
  await expect.poll(() => page.getByRole('heading').innerText()).toBe('Page Not Found');
  await open(visited, '/workshop/bench');
  expect(await label(page)).toBe('The second label');
};

describe.each([
  {
    shell: 'development',
    name: 'shows an edit, a mistake until it is fixed, edits beside a page that throws, and a moved route',
    steps: [edits, mistakes, brokenPage, nothingLost, movedRoute],
  },
  { shell: 'live', name: 'shows an edit', steps: [edits, nothingLost] },
] as const)('an open page under the shell of a $shell build', ({ shell, name, steps }) => {
  let site: DevelopedSite;
  beforeAll(async () => {
    site = await startDevelopedSite(shell);
  });
  afterAll(() => site.stop());
  const test = base.extend('siteUrl', () => site.url);

  test(`${name}, and keeps state and typed text in the same document`, async ({ visit }) => {
    const visited = await visit();
    const { page } = visited;
    await open(visited, '/workshop');
    await page.getByRole('button', { name: 'turns' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill(NOTE);
    for (const step of steps) await step(visited, site);
  });
});
