import { brotliCompressSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright';
import { POST, SITE_ROUTES } from '../e2e/site-routes.ts';
import type { Bench } from './run.ts';
import { monolithBytes } from './support/monolith.ts';
import { inBrowser } from './support/browser-site.ts';
import { settled } from './support/server-process.ts';
import { median, sum } from './support/statistics.ts';
import { type Row, atMost, kilobytes, milliseconds, figure } from './support/table.ts';

const RUNS = 3;
/** Time after hydration in which a page finishes loading. */
const SETTLED_MS = 1_000;
/** Long tasks up to this time after hydration count, because React runs effects after it. */
const AFTER_HYDRATION_MS = 100;
const HYDRATION_LIMIT_MS = 20_000;

/** The cost of a visit with an empty cache. */
interface FirstLoad {
  depth: number;
  /** Bytes, brotli. */
  document: number;
  /** The document, and all files requested until the page is hydrated. */
  all: number;
  inline: number;
  critical: number;
  scripts: number;
  /** All scripts an idle second after hydration, except prefetched scripts of other pages. */
  settled: number;
  styles: number;
  fonts: number;
  layoutShift: number;
  /** ms */
  longestDrawing: number;
  longestTask: number;
  hydratedAt: number;
  names: string[];
}

interface Seen {
  hydratedAt: number;
  firstPaint: number;
  layoutShift: number;
  longTasks: { start: number; end: number }[];
  resources: { url: string; start: number; type: string }[];
}

const bench: Bench = {
  title: 'First load',
  async measure() {
    return inBrowser({}, async (site, browser) => {
      await settled(site); // the gateway compresses documents fully some time after the start
      const rows: Row[] = [];
      const loads = new Map<string, FirstLoad>();
      for (const { path } of SITE_ROUTES) {
        const runs: FirstLoad[] = [];
        for (let run = 0; run < RUNS; run++) runs.push(await loadOnce(browser, site.url, path));
        const longestTask = median(runs.map((one) => one.longestTask));
        const longestDrawing = median(runs.map((one) => one.longestDrawing));
        const typical = { ...runs[0]!, longestTask, longestDrawing };
        loads.set(path, typical);
        rows.push(...pageRows(path, typical));
      }
      const monoliths = [
        { path: '/', page: 'mfe-marketing/src/pages/home.tsx' },
        { path: POST, page: 'mfe-blog/src/pages/post.tsx' },
      ];
      for (const { path, page } of monoliths) {
        const alone = await monolithBytes(page);
        const { scripts, names } = loads.get(path)!;
        rows.push(figure(`${path} scripts`, names.join(', ')));
        rows.push(figure(`${path} as one bundle without federation`, kilobytes(alone)));
        rows.push(atMost(`${path} scripts against one bundle`, scripts / alone, 1.04, (x) => x.toFixed(3)));
      }
      return rows;
    });
  },
};
export default bench;

function pageRows(path: string, first: FirstLoad): Row[] {
  const name = path.startsWith('/blog/') ? '/blog/{slug}' : path;
  return [
    atMost(`${name} request depth`, first.depth, 2),
    atMost(`${name} document`, first.document, 12_500, kilobytes),
    path === '/'
      ? atMost('/ all until hydrated', first.all, 132_000, kilobytes)
      : figure(`${name} all until hydrated`, kilobytes(first.all)),
    atMost(`${name} critical JavaScript`, first.critical, 20_000, kilobytes),
    atMost(`${name} JavaScript until hydrated`, first.scripts, 80_000, kilobytes),
    atMost(`${name} JavaScript after an idle second`, first.settled, 95_000, kilobytes),
    atMost(`${name} CSS`, first.styles, 12_000, kilobytes),
    atMost(`${name} fonts`, first.fonts, 23_000, kilobytes),
    atMost(`${name} layout shift`, first.layoutShift, 0, (value) => value.toFixed(4)),
    figure(`${name} longest task before hydration (layout and paint)`, milliseconds(first.longestDrawing)),
    atMost(`${name} longest task while hydrating`, first.longestTask, 50, milliseconds),
    figure(`${name} hydrated after`, milliseconds(first.hydratedAt)),
  ];
}

async function loadOnce(browser: Browser, site: string, path: string): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const depths = await watchDepth(await context.newCDPSession(page), site + path);
    await page.addInitScript(observe);
    await page.goto(site + path);
    await page
      .locator('html[data-hydrating=false]')
      .waitFor({ state: 'attached', timeout: HYDRATION_LIMIT_MS });
    await page.waitForTimeout(SETTLED_MS);
    return await summarise(page, depths);
  } finally {
    await context.close();
  }
}

async function summarise(page: Page, depths: Map<string, number>): Promise<FirstLoad> {
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  const html = await (await fetch(page.url())).text();
  const before = seen.resources.filter(({ start }) => start < seen.hydratedAt);
  const scripts = before.filter(({ url }) => isScript(url));
  const ahead = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href),
  );
  const own = seen.resources.filter(({ url }) => isScript(url) && !ahead.includes(url));
  const sizes = new Map(
    await Promise.all([...before, ...own].map(async ({ url }) => [url, await wireBytes(url)] as const)),
  );
  const bytesOf = (found: { url: string }[]): number => sum(found.map(({ url }) => sizes.get(url)!));
  const inline = inlineScriptBytes(html);
  const ofDocument = await wireBytes(page.url());
  const early = scripts.filter(({ start }) => start < seen.firstPaint);
  // Scripts are requested after the first paint; earlier tasks are not theirs.
  const asked = Math.min(...scripts.map(({ start }) => start));
  const longest = (tasks: Seen['longTasks']): number =>
    Math.max(0, ...tasks.map(({ start, end }) => end - start));
  const tasks = seen.longTasks.filter(({ start }) => start < seen.hydratedAt + AFTER_HYDRATION_MS);
  return {
    depth: Math.max(1, ...before.map(({ url }) => depths.get(url) ?? 1)),
    document: ofDocument,
    all: ofDocument + bytesOf(before),
    inline,
    critical: inline + bytesOf(early),
    scripts: bytesOf(scripts),
    settled: bytesOf(own),
    styles: bytesOf(before.filter(({ url }) => url.endsWith('.css'))),
    fonts: bytesOf(before.filter(({ url }) => url.endsWith('.woff2'))),
    layoutShift: seen.layoutShift,
    longestDrawing: longest(tasks.filter(({ end }) => end <= asked)),
    longestTask: longest(tasks.filter(({ end }) => end > asked)),
    hydratedAt: seen.hydratedAt,
    names: scripts.map(
      ({ url }) => `${url.split('/').at(-1)!.split('.').slice(0, -2).join('.')} ${sizes.get(url)}`,
    ),
  };
}

/** @returns the bytes of the answer's body in brotli. */
async function wireBytes(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  return Number(response.headers.get('content-length'));
}

function isScript(url: string): boolean {
  return new URL(url).pathname.endsWith('.js');
}

function inlineScriptBytes(html: string): number {
  const scripts = [...html.matchAll(/<script(?: type="importmap")?>([^]*?)<\/script>/g)];
  return sum(scripts.map(([, code]) => brotliCompressSync(code!).length));
}

/** Runs in the page before its scripts. */
function observe(): void {
  const seen: Seen = { hydratedAt: 0, firstPaint: 0, layoutShift: 0, longTasks: [], resources: [] };
  (window as unknown as { seen: Seen }).seen = seen;
  const watch = (type: string, take: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  };
  watch('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as unknown as { hadRecentInput: boolean; value: number };
    if (!hadRecentInput) seen.layoutShift += value;
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.longTasks.push({ start: startTime, end: startTime + duration });
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-paint') seen.firstPaint = startTime;
  });
  watch('resource', (entry) => {
    const { name, startTime, initiatorType } = entry as PerformanceResourceTiming;
    seen.resources.push({ url: name, start: startTime, type: initiatorType });
  });
  addEventListener('platform:hydrated', () => (seen.hydratedAt = performance.now()));
}

/** @returns URL → length of its chain of requests: 1 for the document, 2 for the files that it requests. */
async function watchDepth(session: CDPSession, document: string): Promise<Map<string, number>> {
  const depths = new Map([[document, 1]]);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    if (depths.has(request.url)) return;
    const by = initiator.url ?? initiator.stack?.callFrames[0]?.url ?? document;
    depths.set(request.url, (depths.get(by) ?? 1) + 1);
  });
  return depths;
}
