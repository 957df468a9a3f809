import type { Page } from 'playwright';
import { POST } from '../e2e/site-routes.ts';
import type { Bench } from './run.ts';
import { inBrowser } from './support/browser-site.ts';
import { percentile } from './support/statistics.ts';
import { atMost, milliseconds, figure } from './support/table.ts';

/** Every step leads to a page of another remote. */
const ROUND = ['/blog', '/privacy', POST, '/', '/terms', '/services'];
const WARM_UP_ROUNDS = 2;
const ROUNDS = 12;

const bench: Bench = {
  title: 'Warm client navigation between remotes',
  async measure() {
    return inBrowser({}, async (site, browser) => {
      const page = await browser.newPage();
      let documents = 0;
      page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
      await page.goto(`${site.url}/`);
      await page.locator('html[data-links=followed]').waitFor({ state: 'attached' });
      const times: number[] = [];
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
        for (const path of ROUND) {
          const took = await follow(page, path);
          if (round >= WARM_UP_ROUNDS) times.push(took);
        }
      const p = (share: number): string => milliseconds(percentile(times, share));
      return [
        atMost('click to the new page in the document, p75', percentile(times, 0.75), 60, milliseconds),
        figure('p50 / p95 / p99', `${p(0.5)} / ${p(0.95)} / ${p(0.99)}`),
        atMost('document loads besides the first', documents - 1, 0),
      ];
    });
  },
};
export default bench;

/** Clicks a link in the page. @returns ms until the new page's content is in the document */
export async function follow(page: Page, path: string): Promise<number> {
  return page.evaluate(async (target) => {
    const link = document.createElement('a');
    link.href = target;
    document.body.append(link);
    const main = document.getElementById('main')!;
    const before = main.firstElementChild;
    const started = performance.now();
    const changed = new Promise<number>((done) => {
      const observer = new MutationObserver(() => {
        if (main.firstElementChild === before || location.pathname !== target) return;
        observer.disconnect();
        done(performance.now());
      });
      observer.observe(document, { childList: true, subtree: true, attributes: true });
    });
    link.click();
    const ended = await changed;
    link.remove();
    // Lets the navigation end before the next click.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
    return ended - started;
  }, path);
}
