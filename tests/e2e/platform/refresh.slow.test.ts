import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { test as base } from '../site-test.ts';
import { type DevelopedSite, startDevelopedSite } from './developed-site.ts';
import type { Visit } from '../visit.ts';
import { open } from './members-visit.ts';

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

  site.edit('tool.module.css', '3px', '7px');
  const space = () => page.locator('#tool').evaluate((tool) => getComputedStyle(tool).paddingTop);
  await expect.poll(space).toBe('7px');

  site.edit('bench.server.ts', 'The first rule', 'The second rule');
  await expect.poll(() => page.locator('#rule').innerText()).toBe('The second rule');
  expect(await label(page)).toBe('The second label');
};

const mistakes: Step = async (visited, site) => {
  const { page } = visited;
  const places = () => page.getByRole('alert').getByTitle('Open in the editor').allInnerTexts();
  for (const [file, right, wrong] of MISTAKES) {
    site.edit(file, right, wrong);
    await expect.poll(places).toEqual([expect.stringContaining(`src/${file}:`)]);
    site.edit(file, wrong, right);
    await expect.poll(places).toEqual([]);
  }

  visited.expectProblem(/JSON|status of 404/);
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
    name: 'shows an edit, a mistake until it is fixed, and a moved route',
    steps: [edits, mistakes, nothingLost, movedRoute],
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
