import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { test as base } from '../site-test.ts';
import { type DevelopedSite, startDevelopedSite } from './developed-site.ts';
import { open } from './members-visit.ts';

const NOTE = 'half a sentence';
const label = (page: Page) => page.locator('#label').innerText();

/** One in a component, one that only the server's half has. */
const MISTAKES = [
  ['tool.tsx', 'return (', 'return [('],
  ['bench.server.ts', 'loader = ', 'loader = ='],
] as const;

/** What a visitor has done to the page, and would lose with it. */
const kept = async (page: Page) => [
  await page.getByRole('button', { name: 'turns' }).innerText(),
  await page.getByRole('textbox', { name: 'Note' }).inputValue(),
];

describe.each(['development', 'live'] as const)('under the shell of a %s build', (shell) => {
  let site: DevelopedSite;
  beforeAll(async () => {
    site = await startDevelopedSite(shell);
  });
  afterAll(() => site.stop());
  const test = base.extend('siteUrl', () => site.url);

  test('an edit of a component, a style or a loader is shown with state and typed text kept, in the same document', async ({
    visit,
  }) => {
    const visited = await visit();
    const { page } = visited;
    await open(visited, '/workshop');
    await page.getByRole('button', { name: 'turns' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill(NOTE);

    site.edit('tool.tsx', 'The first label', 'The second label');
    await expect.poll(() => label(page)).toBe('The second label');

    site.edit('tool.module.css', '3px', '7px');
    const space = () => page.locator('#tool').evaluate((tool) => getComputedStyle(tool).paddingTop);
    await expect.poll(space).toBe('7px');

    site.edit('bench.server.ts', 'The first rule', 'The second rule');
    await expect.poll(() => page.locator('#rule').innerText()).toBe('The second rule');
    expect(await label(page)).toBe('The second label');

    const alerts = () => page.getByRole('alert').allInnerTexts();
    for (const [file, right, wrong] of MISTAKES) {
      site.edit(file, right, wrong);
      await expect.poll(alerts).toEqual([expect.stringContaining(file)]);
      site.edit(file, wrong, right);
      await expect.poll(alerts).toEqual([]);
    }

    expect(await kept(page)).toEqual(['1 turns', NOTE]);
    expect(visited.loads).toEqual(['/workshop']);
  });
});
