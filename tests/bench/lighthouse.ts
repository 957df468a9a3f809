import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { findChromium } from '../browser/find-chromium.ts';
import { SITE_ROUTES } from '../e2e/site-routes.ts';
import type { Bench } from './run.ts';
import { startSite } from './support/server-process.ts';
import { type Row, atLeast } from './support/table.ts';

const BARS = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const PORT = 9333;

const bench: Bench = {
  title: 'Lighthouse, mobile',
  async measure() {
    // Crawlers are measured against the address the site says it has.
    const site = await startSite();
    const options = await findChromium();
    const browser = await chromium.launch({
      ...options,
      args: [...(options.args ?? []), `--remote-debugging-port=${PORT}`],
    });
    try {
      const rows: Row[] = [];
      for (const { path } of SITE_ROUTES) rows.push(...(await audit(site.url + path, path)));
      return rows;
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};
export default bench;

async function audit(url: string, path: string): Promise<Row[]> {
  const categories = Object.keys(BARS);
  const result = await lighthouse(url, { port: PORT, logLevel: 'error', onlyCategories: categories });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  return Object.entries(BARS).map(([category, bar]) => {
    const { score = 0, auditRefs = [] } = result.lhr.categories[category] ?? {};
    const failed = auditRefs
      .filter(({ id, weight }) => weight > 0 && (result.lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id);
    const row = atLeast(`${path} ${category}`, Math.round((score ?? 0) * 100), bar);
    return { ...row, measured: [row.measured, ...failed].join(' ') };
  });
}
