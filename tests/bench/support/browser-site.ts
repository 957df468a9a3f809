import { type Browser, chromium } from 'playwright';
import { findChromium } from '../../browser/find-chromium.ts';
import { type SiteProcess, withSite } from './server-process.ts';

/** As `withSite`, with Chromium. */
export function inBrowser<Result>(
  options: Parameters<typeof withSite>[0],
  work: (site: SiteProcess, browser: Browser) => Promise<Result>,
): Promise<Result> {
  return withSite(options, async (site) => {
    const browser = await chromium.launch(await findChromium());
    try {
      return await work(site, browser);
    } finally {
      await browser.close();
    }
  });
}
