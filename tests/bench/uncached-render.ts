import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { activeNavigation, type Navigation } from '@voltframe/kit/contract/page/navigation';
import type { Bench } from './run.ts';
import { renderBundle } from './support/monolith.ts';
import { startServer, withSite } from './support/server-process.ts';
import { median } from './support/statistics.ts';
import { atLeast, ratio, figure } from './support/table.ts';
import { comparePerCpuSecond } from './support/throughput.ts';

/**
 * The HTML of the page depends on the query, so no cache has the page for a new query. The gateway sends 73 KB, the
 * bare server 39 KB: its document has no page data (25 KB) and no stylesheets, import map and scripts.
 */
const PAGE = { path: '/portfolio', module: 'mfe-marketing/src/pages/portfolio.tsx', query: '?category={n}' };

/** The results of several starts differ by 5 %, because V8 compiles differently at each start. */
const STARTS = 3;

const bench: Bench = {
  title: 'Uncached pages against a bare renderToString on node:http, answers per CPU second',
  async measure() {
    const work = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
    const bundle = path.join(work, 'render.cjs');
    try {
      writeFileSync(bundle, await renderBundle(PAGE.module));
      const starts: Compared[] = [];
      while (starts.length < STARTS) starts.push(await compareOnce(work, bundle));
      const shown = starts.map(({ ours, theirs }) => `${ours.toFixed(0)} / ${theirs.toFixed(0)}`);
      const ratios = starts.map(({ ours, theirs }) => ours / theirs);
      return [
        figure(`${PAGE.path} gateway with its render process / bare, of ${STARTS} starts`, shown.join(', ')),
        atLeast(`${PAGE.path} gateway / bare, median`, median(ratios), 0.75, ratio),
      ];
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};
export default bench;

/** Answers per CPU second. */
interface Compared {
  ours: number;
  theirs: number;
}

function compareOnce(work: string, bundle: string): Promise<Compared> {
  return withSite({ env: { RENDER_NEW_PER_MINUTE: '0' } }, async (site) => {
    const inputs = path.join(work, 'inputs.json');
    writeFileSync(inputs, JSON.stringify(await pageInputs(site.url)));
    const bare = await startServer('tests/bench/bare-render.ts', { args: [bundle, inputs] });
    const url = PAGE.path + PAGE.query;
    try {
      const [ours, theirs] = await comparePerCpuSecond(
        { server: site, url: site.url + url, encoding: 'identity' },
        { server: bare, url: bare.url + url, encoding: 'identity' },
      );
      return { ours, theirs };
    } finally {
      await bare.stop();
    }
  });
}

/** @returns the data of the page for the bare server. */
async function pageInputs(site: string): Promise<object> {
  const html = await (await fetch(site + PAGE.path)).text();
  const data = JSON.parse(
    /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html)![1]!,
  ) as {
    site: object;
    page: { routeId: string };
    routes: { id: string; path: string }[];
    navigation: Navigation;
    year: number;
  };
  const links = data.navigation;
  const navigation = activeNavigation(PAGE.path, links.header);
  const route = data.routes.find(({ id }) => id === data.page.routeId);
  return { site: data.site, payload: data.page, route, links, navigation, year: String(data.year) };
}
