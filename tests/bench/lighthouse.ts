import lighthouse, { type Flags, type Result } from 'lighthouse';
import { type Browser, chromium } from 'playwright';
import { findChromium } from '../browser/find-chromium.ts';
import { SITE_ROUTES } from '../e2e/site-routes.ts';
import type { Bench } from './run.ts';
import { startHttp2Front } from './support/http2-front.ts';
import { settled, withSite } from './support/server-process.ts';
import { median } from './support/statistics.ts';
import { type Row, atLeast, atMost, milliseconds, figure } from './support/table.ts';

const RUNS = 5;
const PORT = 9333;
/** Scores that do not depend on time: measured in the first run only. */
const SCORES = { accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/** @param front the proxy before the gateway: none, or one with TLS and HTTP/2. */
function lighthouseBench(front: 'none' | 'http2'): Bench {
  return {
    title: `Lighthouse, mobile${front === 'http2' ? ', behind TLS and HTTP/2' : ''}: median of ${RUNS}`,
    async measure(paths) {
      return withSite({}, async (site) => {
        const proxy = front === 'http2' ? await startHttp2Front(site.url) : undefined;
        const browser = await launch();
        try {
          await settled(site); // the gateway compresses documents fully some time after the start
          const rows: Row[] = [];
          for (const { path } of SITE_ROUTES)
            if (paths.length === 0 || paths.includes(path))
              rows.push(...(await audit((proxy ?? site).url, path)));
          return rows;
        } finally {
          await browser.close();
          await proxy?.stop();
        }
      });
    },
  };
}

export default lighthouseBench('none');
export const http2 = lighthouseBench('http2');

async function launch(): Promise<Browser> {
  const { args = [], ...options } = await findChromium();
  return chromium.launch({
    ...options,
    args: [...args, `--remote-debugging-port=${PORT}`, '--ignore-certificate-errors'],
  });
}

async function audit(site: string, path: string): Promise<Row[]> {
  const first = await visit(site + path, ['performance', ...Object.keys(SCORES)]);
  const runs = [first];
  for (let run = 1; run < RUNS; run++) runs.push(await visit(site + path, ['performance']));
  const time = (audited: string): number =>
    median(runs.map(({ audits }) => audits[audited]?.numericValue ?? Infinity));
  return [
    atLeast(`${path} performance`, median(runs.map((run) => score(run, 'performance'))), 100),
    figure(`${path} first paint`, milliseconds(time('first-contentful-paint'))),
    atMost(`${path} largest paint`, time('largest-contentful-paint'), 1100, milliseconds),
    atMost(`${path} total blocking time`, time('total-blocking-time'), 20, milliseconds),
    ...Object.entries(SCORES).map(([category, bar]) => scoreRow(path, first, category, bar)),
  ];
}

async function visit(url: string, onlyCategories: string[]): Promise<Result> {
  const flags: Flags = { port: PORT, logLevel: 'error', onlyCategories };
  const result = await lighthouse(url, flags);
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  return result.lhr;
}

const score = ({ categories }: Result, category: string): number =>
  Math.round((categories[category]?.score ?? 0) * 100);

function scoreRow(path: string, run: Result, category: string, bar: number): Row {
  const failed = (run.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (run.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => id);
  const row = atLeast(`${path} ${category}`, score(run, category), bar);
  return { ...row, measured: [row.measured, ...failed].join(' ') };
}
