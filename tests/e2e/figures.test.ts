import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { expect } from 'vitest';
import { test } from './site-test.ts';

test('the drawing of this site shows the counts of figures.json', async ({ visit }) => {
  const { page } = await visit();
  const read = page.waitForResponse('**/builds/figures.json');
  await page.goto('/portfolio');
  const { counted } = (await (await read).json()) as SiteFigures;
  const value = (label: string) => page.locator(`#this-site dt:text-is("${label}") + dd`);
  const labels = await page.locator('#this-site dt').allInnerTexts();
  const numbers = await Promise.all(labels.map((label) => value(label).innerText()));
  const shown = numbers.map((text) => Number(text.replaceAll(/\D/g, '')));
  expect(shown).toEqual(expect.arrayContaining([counted.requests, counted.failed]));
});

test('the count on the home page is that of figures.json', async ({ visit }) => {
  const { page } = await visit();
  const read = page.waitForResponse('**/builds/figures.json');
  await page.goto('/');
  const { counted } = (await (await read).json()) as SiteFigures;
  const line = await page.getByText(/pages and files sent since/).innerText();
  expect(Number(line.match(/[\d,]+/)![0].replaceAll(',', ''))).toBe(counted.requests);
  await page.setViewportSize({ width: 375, height: 800 });
  const time = page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1);
});
