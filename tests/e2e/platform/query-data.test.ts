import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from '../site-test.ts';
import { connect, navigate, open, watchRequests } from './members-visit.ts';

const LIST = '/members/list';
const names = (page: Page): Promise<string[]> => page.getByRole('main').getByRole('listitem').allInnerTexts();
/** Waits until the list has these names alone. */
const showing = async (page: Page, ...expected: string[]): Promise<void> => {
  await page.getByRole('listitem').getByText(expected[0]!, { exact: true }).waitFor();
  expect(await names(page)).toEqual(expected);
};
const shown = async (page: Page) => [new URL(page.url()).search, await page.title(), ...(await names(page))];

test('a navigation that changes a parameter of the loader shows its data, back and forth', async ({
  visit,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  await connect(page, { saveData: true });
  await open(visited, LIST);
  const requests = watchRequests(page, /_payload\.json/);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await showing(page, 'Barbara', 'Donald');
  expect((await shown(page))[1]).toContain('Names, page 2');
  await page.getByRole('link', { name: 'Page 3' }).click();
  await showing(page, 'Edsger', 'Grace');
  await page.goBack();
  await showing(page, 'Barbara', 'Donald');
  await page.getByRole('link', { name: 'Grid' }).click();
  await page.getByText('The view is grid.').waitFor();
  expect(await names(page)).toEqual(['Barbara', 'Donald']);
  await page.goBack();
  await page.goBack();
  await showing(page, 'Ada', 'Alan');
  expect(requests).toHaveLength(3);
  expect(loads).toEqual([LIST]);
});

test('a link to a page of the list from elsewhere, and its document, show the same data', async ({
  visit,
}) => {
  const visited = await visit();
  const { page, loads } = visited;
  await open(visited, '/members');
  await navigate(page, `${LIST}?page=3`);
  await showing(page, 'Edsger', 'Grace');
  const inBrowser = await shown(page);
  await page.reload();
  expect(await shown(page)).toEqual(inBrowser);
  expect(loads).toEqual(['/members', LIST]);
});

test('a search finds while the visitor types, and the focus stays in the field', async ({ visit }) => {
  const visited = await visit();
  const { page } = visited;
  await open(visited, LIST);
  await page.getByLabel('Search').pressSequentially('ald');
  await showing(page, 'Donald');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  expect(await page.getByLabel('Search').inputValue()).toBe('ald');
});
