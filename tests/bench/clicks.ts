import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { SITE_ROUTES } from '../e2e/site-routes.ts';
import { deployAny } from './deploys.ts';
import { follow } from './navigation.ts';
import type { Bench } from './run.ts';
import { inBrowser } from './support/browser-site.ts';
import type { SiteProcess } from './support/server-process.ts';
import { percentile } from './support/statistics.ts';
import { atLeast, atMost, milliseconds, figure } from './support/table.ts';

const CLICKS = 1_000;
const DEPLOYS = 50;
/** Open windows, and the clicks after which a window is replaced: about a dozen deploys happen in its time. */
const OPEN = 5;
const CLICKS_PER_WINDOW = 50;
const CLICK_LIMIT_MS = 15_000;
/** After this time the bench ends with fewer clicks. */
const LIMIT_MS = 20 * 60_000;

interface OpenWindow {
  page: Page;
  clicks: number;
}

/** Results of all windows. */
interface Results {
  windows: number;
  documents: number;
  clicks: number;
  times: number[];
  /** Clicks that did not lead to their page. */
  lost: string[];
  deploys: number;
  over: boolean;
}

const bench: Bench = {
  title: 'Clicks across remotes during deploys',
  async measure() {
    const results: Results = {
      windows: 0,
      documents: 0,
      clicks: 0,
      times: [],
      lost: [],
      deploys: 0,
      over: false,
    };
    return inBrowser({ env: { RELEASE_FOLLOW: '1' } }, async (site, browser) => {
      const [refused] = await Promise.all([deployAlong(site, results), clickAround(browser, site, results)]);
      return [
        figure('windows / clicks / deploys', `${results.windows} / ${results.clicks} / ${results.deploys}`),
        atLeast('clicks within the time limit', results.clicks, CLICKS),
        atMost('document loads besides the first of each window', results.documents - results.windows, 0),
        {
          ...atMost('clicks that did not lead to their page', results.lost.length, 0),
          ...(results.lost.length > 0 && { measured: `${results.lost.length} ${results.lost[0]}` }),
        },
        atMost('deploys that did not go live', refused, 0),
        figure('click to the new page in the document, p75', milliseconds(percentile(results.times, 0.75))),
      ];
    });
  },
};
export default bench;

/** Publishes releases evenly over the clicks. @returns the number that did not go live */
async function deployAlong(site: SiteProcess, results: Results): Promise<number> {
  let refused = 0;
  while (!results.over && results.deploys < DEPLOYS) {
    if (results.clicks < (results.deploys * CLICKS) / DEPLOYS) await pause(20);
    else if (!(await deployAny(site, results.deploys++))) refused++;
  }
  return refused;
}

/** Clicks in one open window after the other, each time to a page of another app. */
async function clickAround(browser: Browser, site: SiteProcess, results: Results): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  const open: OpenWindow[] = [];
  while (results.clicks < CLICKS && performance.now() < end) {
    const place = results.clicks % OPEN;
    const old = open[place];
    if (!old || old.clicks >= CLICKS_PER_WINDOW) {
      await old?.page.context().close();
      open[place] = await openWindow(browser, site, results);
    }
    await clickOnce(open[place]!, results);
  }
  results.over = true;
}

async function openWindow(browser: Browser, site: SiteProcess, results: Results): Promise<OpenWindow> {
  const page = await (await browser.newContext()).newPage();
  page.on('request', (request) => (results.documents += Number(request.isNavigationRequest())));
  results.windows++;
  await page.goto(`${site.url}/`);
  await page.locator('html[data-links=followed]').waitFor({ state: 'attached' });
  return { page, clicks: 0 };
}

async function clickOnce(window: OpenWindow, results: Results): Promise<void> {
  const target = nextPath(window);
  window.clicks++;
  results.clicks++;
  try {
    const late = pause(CLICK_LIMIT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('timed out')),
    );
    results.times.push(await Promise.race([follow(window.page, target), late]));
  } catch (error) {
    // A document load also ends the code that waits for the page.
    results.lost.push(`${target}: ${(error as Error).message.split('\n')[0]}`);
    window.clicks = CLICKS_PER_WINDOW;
  }
}

/** @returns the path of a page of another app */
function nextPath({ page, clicks }: OpenWindow): string {
  const here = new URL(page.url()).pathname;
  const app = SITE_ROUTES.find((route) => route.path === here)?.app;
  const others = SITE_ROUTES.filter((route) => route.app !== app);
  return others[(clicks * 7) % others.length]!.path;
}
