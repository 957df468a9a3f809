import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type LaunchOptions, type Page, chromium } from 'playwright';
import { until } from '../bench/support/waiting.ts';
import type { Machine } from './machine.ts';

export const MFE = 'node_modules/@voltframe/kit/bin/mfe.cjs';
/** The page that `mfe new` writes. */
const SOURCE = 'src/pages/home.tsx';
const HEADING = '{data.heading}';
/** A page whose route is written before its module. */
const LATER = { route: 'later', file: 'src/pages/later.tsx' };
/** Defects of the component: what replaces `return (`, and what the page says. */
const DEFECTS: [name: string, change: string, said: string][] = [
  [
    'an error of the server',
    "if (typeof window === 'undefined') throw new Error('there');\n  return (",
    'there',
  ],
  [
    'an error of the browser',
    "if (typeof window !== 'undefined') throw new Error('here');\n  return (",
    'here',
  ],
  ['a hydration mismatch', "return typeof window === 'undefined' ? <h1>Server</h1> : (", 'Hydration failed'],
  ['an endless loop', 'while (data.heading !== null);\n  return (', 'took longer than'],
];
/** Long enough for a busy machine. */
const SEEN_LIMIT_MS = 180_000;

/**
 * Runs `mfe dev`, opens a page, and makes edits, a syntax error and a type error. The page shows each of them without
 * loading a document. A route that is written before its module, and errors of the server and of the browser, are
 * shown until they are fixed.
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
    const address = `${await running.address}/${app}`;
    await addPage(page, address, repository, app);
    for (const [name, change, said] of DEFECTS) {
      edit('return (', change);
      const problem = page
        .getByRole('alert')
        .filter({ hasText: said })
        .filter({ hasText: `${SOURCE}:` });
      // A mismatch needs a document of the newer release.
      await until(name, async () => {
        await page.goto(address);
        await page.mouse.move(1, 1);
        return problem.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        );
      });
      writeFileSync(file, source);
      await page.getByRole('alert').waitFor({ state: 'detached' });
    }
  } finally {
    writeFileSync(file, source);
    await browser.close();
    await running.stop();
  }
}

/** Writes a route, and its module after the page has shown that it is missing. */
async function addPage(page: Page, address: string, repository: string, app: string): Promise<void> {
  const [config, types] = ['mfe.config.ts', 'mfe-env.d.ts'].map((name) => path.join(repository, name));
  const before = readFileSync(config!, 'utf8');
  const { route, file } = LATER;
  const isTyped = (): boolean => readFileSync(types!, 'utf8').includes(`/${app}/${route}`);
  const added = `routes: [{ id: '${app}.${route}', path: '/${app}/${route}', page: './${file}' },`;
  writeFileSync(config!, before.replace('routes: [', added));
  await page.getByRole('alert').filter({ hasText: file }).waitFor();
  writeFileSync(path.join(repository, file), 'export default () => <h1>Later</h1>;\n');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await until('the new page', async () => (await fetch(`${address}/${route}`)).status === 200);
  await until('the types of the new page', async () => isTyped());
  writeFileSync(config!, before);
  rmSync(path.join(repository, file));
  await until('the types without the page', async () => !isTyped());
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.mouse.move(1, 1);
  await page.waitForSelector('html[data-hydrating="false"]', { state: 'attached' });
}
