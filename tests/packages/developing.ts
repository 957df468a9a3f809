import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type LaunchOptions, type Page, chromium } from 'playwright';
import type { Machine } from './machine.ts';

export const MFE = 'node_modules/@voltframe/kit/bin/mfe.cjs';
/** The page that `mfe new` writes. */
const SOURCE = 'src/pages/home.tsx';
const HEADING = '{data.heading}';
/** Long enough for a busy machine. */
const SEEN_LIMIT_MS = 180_000;

/**
 * Runs `mfe dev`, opens a page, and makes edits, a syntax error and a type error. The page shows each of them without
 * loading a document.
 * @param launch options of Chromium
 * @throws the error of Playwright if the page does not show an edit in time
 */
export async function develop(
  machine: Machine,
  repository: string,
  app: string,
  launch: LaunchOptions,
): Promise<void> {
  const running = machine.start(repository, ['node', MFE, 'dev'], { PORT: '0' });
  const browser = await chromium.launch(launch);
  const file = path.join(repository, SOURCE);
  const source = readFileSync(file, 'utf8');
  const edit = (from: string, to: string): void => {
    if (!source.includes(from)) throw new Error(`${SOURCE} has no ${from}`);
    writeFileSync(file, source.replace(from, to));
  };
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(SEEN_LIMIT_MS);
    await openPage(page, `${await running.address}/${app}`);
    await page.evaluate(() => Object.assign(globalThis, { kept: true }));
    edit(HEADING, `${HEADING}, edited`);
    await page.getByRole('heading', { level: 1, name: /, edited$/ }).waitFor();
    edit('return (', 'return [(');
    await page
      .getByRole('alert')
      .filter({ hasText: path.basename(SOURCE) })
      .waitFor();
    writeFileSync(file, source);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    edit('return (', 'const wrong: number = data.heading;\n  void wrong;\n  return (');
    await page.getByRole('alert').filter({ hasText: 'TS2322' }).waitFor();
    writeFileSync(file, source);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: /(?<!, edited)$/ }).waitFor();
    if (!(await page.evaluate(() => 'kept' in globalThis))) throw new Error('the page has loaded again');
  } finally {
    writeFileSync(file, source);
    await browser.close();
    await running.stop();
  }
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.mouse.move(1, 1);
  await page.waitForSelector('html[data-hydrating="false"]', { state: 'attached' });
}
