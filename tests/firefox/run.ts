/**
 * `npm run test:firefox [-- --only pictures]`: tests the site in an installed Firefox (Debian: firefox-esr;
 * `FIREFOX_PATH` names another) over WebDriver BiDi. It compares a picture of each page with one of Chromium, and tests
 * the main paths of a visitor. Different pictures are stored in `test-results/firefox/`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { findChromium } from '../browser/find-chromium.ts';
import { must, Report } from '../containers/report.ts';
import { startGateway } from '../e2e/gateway.ts';
import { SITE_ROUTES } from '../e2e/site-routes.ts';
import { differentAreas } from './areas.ts';
import { blogSearch, contactForm, hydration, menu, navigation } from './paths.ts';

type Scheme = 'dark' | 'light';
/** Each colour scheme, and each layout of the header: menu, menu and button, bar. */
const WINDOWS: [Scheme, number][] = [
  ['dark', 1440],
  ['light', 1440],
  ['dark', 768],
  ['light', 375],
];
const HEIGHT = 900;
/** Share of the area of a page that may differ, because text wraps differently. */
const MOST_DIFFERENT = 0.05;
const PATHS = [...SITE_ROUTES.map((route) => route.path), '/nowhere'];

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'test-results/firefox');
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const executablePath = findFirefox();
if (executablePath === undefined) {
  console.log('test:firefox: SKIPPED: Firefox is not installed (Debian: firefox-esr), see FIREFOX_PATH');
} else {
  mkdirSync(folder, { recursive: true });
  const report = new Report(values.only);
  const site = await startGateway();
  try {
    for (const [scheme, width] of WINDOWS)
      await report.step(`pictures match Chromium, ${scheme}, ${width} px`, () =>
        pictures(site.url, scheme, width),
      );
    for (const [name, walk] of Object.entries({ hydration, navigation, contactForm, blogSearch, menu }))
      await report.step(name, () => inFirefox('dark', (firefox) => withoutErrors(firefox, site.url, walk)));
  } finally {
    await site.stop();
  }
  console.log(report.summary());
  process.exitCode = report.failed ? 1 : 0;
}

function findFirefox(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const named = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((one) => path.join(one, name)));
  return [process.env['FIREFOX_PATH'] ?? '', ...named].find((file) => file !== '' && existsSync(file));
}

/** @param work gets a Firefox with the colour scheme, without animations */
async function inFirefox<Result>(
  scheme: Scheme,
  work: (firefox: Browser) => Promise<Result>,
): Promise<Result> {
  const firefox = await launch({
    browser: 'firefox',
    executablePath: executablePath!,
    headless: true,
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      'ui.prefersReducedMotion': 1,
    },
  });
  try {
    return await work(firefox);
  } finally {
    await firefox.close();
  }
}

/** Compares the pictures of each page in both browsers. */
async function pictures(url: string, scheme: Scheme, width: number): Promise<{ most: string }> {
  const chrome = await chromium.launch(await findChromium());
  try {
    const context = await chrome.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    return await inFirefox(scheme, async (firefox) => {
      const [left, right] = [await context.newPage(), await firefox.newPage()];
      await right.setViewport({ width, height: HEIGHT });
      const shares: number[] = [];
      const wrong: string[] = [];
      for (const at of PATHS) {
        await Promise.all([left.goto(url + at), right.goto(url + at)]);
        await Promise.all([left.evaluate(allDrawn), right.evaluate(allDrawn)]);
        const ours = await left.screenshot({ fullPage: true });
        const theirs = await right.screenshot({ fullPage: true });
        const { share, first } = await differentAreas(ours, theirs);
        shares.push(share);
        if (share <= MOST_DIFFERENT) continue;
        wrong.push(`${at}: ${percent(share)} of the page differs, first at column/row ${first}`);
        const name = `${at.slice(1).replaceAll('/', '-') || 'home'}-${scheme}-${width}`;
        writeFileSync(path.join(folder, `${name}-chromium.png`), ours);
        writeFileSync(path.join(folder, `${name}-firefox.png`), theirs);
      }
      must(wrong.length === 0, wrong.join('\n'));
      return { most: percent(Math.max(...shares)) };
    });
  } finally {
    await chrome.close();
  }
}

/** Runs in the page. Resolves when its fonts and images have loaded, also those below the window. */
async function allDrawn(): Promise<void> {
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  await document.fonts.ready;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

async function withoutErrors(
  firefox: Browser,
  url: string,
  walk: (page: Page, url: string) => Promise<void>,
): Promise<void> {
  const page = await firefox.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.setViewport({ width: 1440, height: HEIGHT });
  await walk(page, url);
  must(problems.length === 0, problems.join('\n'));
}
