import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type Page, chromium } from 'playwright';
import { findChromium } from '../browser/find-chromium.ts';
import { SITE_ROUTES } from '../e2e/site-routes.ts';
import { deployAny } from './deploys.ts';
import { follow } from './navigation.ts';
import type { Bench } from './run.ts';
import { type SiteProcess, startSite } from './support/server-process.ts';
import { percentile } from './support/statistics.ts';
import { atLeast, atMost, milliseconds, told } from './support/table.ts';

const CLICKS = 1_000;
const DEPLOYS = 50;
/**
 * Windows that are open at once, and clicks in each before a fresh one takes its place: it lives through a dozen
 * deploys.
 */
const OPEN = 5;
const CLICKS_PER_WINDOW = 50;
const CLICK_LIMIT_MS = 15_000;
/** On a busy machine the bench ends with the clicks that it got to. */
const LIMIT_MS = 20 * 60_000;

/** A window on the site, opened while some composition was live. */
interface OpenWindow {
  page: Page;
  clicks: number;
}

/** What the visitors met. */
interface Met {
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
    const site = await startSite({ env: { RELEASE_FOLLOW: '1' } });
    const browser = await chromium.launch(await findChromium());
    const met: Met = { windows: 0, documents: 0, clicks: 0, times: [], lost: [], deploys: 0, over: false };
    try {
      const [refused] = await Promise.all([deployAlong(site, met), clickAround(browser, site, met)]);
      return [
        told('windows / clicks / deploys', `${met.windows} / ${met.clicks} / ${met.deploys}`),
        atLeast('clicks within the time limit', met.clicks, CLICKS),
        atMost('document loads besides the first of each window', met.documents - met.windows, 0),
        {
          ...atMost('clicks that did not lead to their page', met.lost.length, 0),
          ...(met.lost.length > 0 && { measured: `${met.lost.length} ${met.lost[0]}` }),
        },
        atMost('deploys that were not taken', refused, 0),
        told('click to the new page in the document, p75', milliseconds(percentile(met.times, 0.75))),
      ];
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
export default bench;

/** Publishes releases evenly over the clicks. @returns how many did not come to be live */
async function deployAlong(site: SiteProcess, met: Met): Promise<number> {
  let refused = 0;
  while (!met.over && met.deploys < DEPLOYS) {
    if (met.clicks < (met.deploys * CLICKS) / DEPLOYS) await pause(20);
    else if (!(await deployAny(site, met.deploys++))) refused++;
  }
  return refused;
}

/** Clicks in one open window after the other, each time to a page of another app. */
async function clickAround(browser: Browser, site: SiteProcess, met: Met): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  const open: OpenWindow[] = [];
  while (met.clicks < CLICKS && performance.now() < end) {
    const place = met.clicks % OPEN;
    const old = open[place];
    if (!old || old.clicks >= CLICKS_PER_WINDOW) {
      await old?.page.context().close();
      open[place] = await openWindow(browser, site, met);
    }
    await clickOnce(open[place]!, met);
  }
  met.over = true;
}

async function openWindow(browser: Browser, site: SiteProcess, met: Met): Promise<OpenWindow> {
  const page = await (await browser.newContext()).newPage();
  page.on('request', (request) => (met.documents += Number(request.isNavigationRequest())));
  met.windows++;
  await page.goto(`${site.url}/`);
  await page.locator('html[data-links=followed]').waitFor({ state: 'attached' });
  return { page, clicks: 0 };
}

async function clickOnce(window: OpenWindow, met: Met): Promise<void> {
  const target = nextPath(window);
  window.clicks++;
  met.clicks++;
  try {
    const late = pause(CLICK_LIMIT_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error('not in time')),
    );
    met.times.push(await Promise.race([follow(window.page, target), late]));
  } catch (error) {
    // A document load ends the code that waits for the page, too.
    met.lost.push(`${target}: ${(error as Error).message.split('\n')[0]}`);
    window.clicks = CLICKS_PER_WINDOW;
  }
}

/** The tour goes on where the window is: every step leads to another app as far as there are any. */
function nextPath({ page, clicks }: OpenWindow): string {
  const here = new URL(page.url()).pathname;
  const app = SITE_ROUTES.find((route) => route.path === here)?.app;
  const others = SITE_ROUTES.filter((route) => route.app !== app);
  return others[(clicks * 7) % others.length]!.path;
}
