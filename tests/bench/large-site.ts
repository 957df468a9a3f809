import path from 'node:path';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { siteSettings } from '@voltframe/kit/contract/page/site-config';
import type { Release } from '@voltframe/kit/contract/release/release';
import { buildMatcher, matchRules, resolveRedirect } from '@voltframe/kit/contract/routing/route-rules';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { compose } from '../../gateway/src/serving/compositions/compose.ts';
import { matchPage } from '../../gateway/src/serving/pages/page-request.ts';
import { shown } from './deploys.ts';
import type { Bench } from './run.ts';
import { EditedRelease } from './support/edited-release.ts';
import { createSiteFolder, type ServerProcess, settled, type SiteFolder } from './support/server-process.ts';
import { median, percentile } from './support/statistics.ts';
import { pathsOf, textOf, writeApp } from './support/synthetic-app.ts';
import { type Row, atMost, milliseconds, ratio, figure } from './support/table.ts';

const MOST = 100;
const DEPLOYS = 10;
/** The first start admits all apps together: without hydration, and with a long time limit. */
const FIRST_START = { ADMISSION_HYDRATION: '0', ADMISSION_TIMEOUT: '500s' };
const microseconds = (us: number): string => `${us.toFixed(1)} µs`;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const bench: Bench = {
  title: 'A large site',
  async measure() {
    const few = await withApps(0, measureSite);
    return withApps(MOST, async (site) => {
      const many = await measureSite(site, MOST);
      return [
        ...few.rows,
        ...many.rows,
        documentRow(many.documentBytes, few.documentBytes),
        ...matchRows(site),
      ];
    });
  },
};
export default bench;

const nameOf = (index: number): string => `team-${String(index).padStart(3, '0')}`;

async function withApps<Result>(
  count: number,
  measure: (site: SiteFolder, count: number) => Promise<Result>,
): Promise<Result> {
  const site = createSiteFolder((folders) => addApps(folders, count));
  try {
    return await measure(site, count);
  } finally {
    site.remove();
  }
}

function addApps(folders: SiteFolder['folders'], count: number): void {
  const { shared } = readRelease(folders['legal']!);
  for (let index = 0; index < count; index++) {
    const app = nameOf(index);
    folders[app] = path.join(path.dirname(folders['legal']!), app);
    writeApp(folders[app], app, shared.requires);
  }
}

function readRelease(folder: string): Release {
  return JSON.parse(readFileSync(path.join(folder, 'release.json'), 'utf8')) as Release;
}

async function measureSite(site: SiteFolder, apps: number): Promise<{ rows: Row[]; documentBytes: number }> {
  const first = await timedStart(site, FIRST_START);
  await first.server.stop();
  const { server, ms } = await timedStart(site, { RELEASE_FOLLOW: '1' });
  try {
    const { residentBytes } = server.usage();
    const html = await (await fetch(`${server.url}/about`)).text();
    const what = `${apps} apps besides the four`;
    const rows = [
      figure(`${what}: start to the first page, from folders`, seconds(first.ms)),
      figure(`${what}: start to the first page, from the store`, seconds(ms)),
      figure(`${what}: resident memory after the start`, megabytes(residentBytes)),
    ];
    if (apps === MOST) rows.push(...(await deploys(site, server)));
    return { rows, documentBytes: brotliCompressSync(html).length };
  } finally {
    await server.stop();
  }
}

async function timedStart(
  site: SiteFolder,
  env: Record<string, string>,
): Promise<{ server: ServerProcess; ms: number }> {
  const began = performance.now();
  const server = await site.start({ env });
  const { status } = await fetch(`${server.url}/about`);
  if (status !== 200) throw new Error(`/about answers ${status}`);
  return { server, ms: performance.now() - began };
}

/** Deploys changes of one page of one app. */
async function deploys(site: SiteFolder, server: ServerProcess): Promise<Row[]> {
  await settled(server).catch(() => {});
  const app = nameOf(7);
  const times: number[] = [];
  for (let count = 0; count <= DEPLOYS; count++) {
    const edited = new EditedRelease(site.folders[app]!);
    const mark = `changed ${count} times`;
    edited.write(textOf(3), JSON.stringify({ text: mark }));
    const published = edited.publish();
    times.push((await shown(server.url + pathsOf(app)[3]!, mark)) - published);
  }
  const [firstOfApp, ...following] = times as [number, ...number[]];
  return [
    figure('publish to first visitor, the first of an app', milliseconds(firstOfApp)),
    atMost(
      `publish to first visitor, ${DEPLOYS} one-page changes, median`,
      median(following),
      2_500,
      milliseconds,
    ),
    figure('publish to first visitor, worst', milliseconds(Math.max(...following))),
  ];
}

function documentRow(bytes: number, few: number): Row {
  return atMost('bytes of /about / with four apps', bytes / few, 1.01, ratio);
}

/** Measures the time to match an address: its rules, a redirect and its page. */
function matchRows({ folders }: SiteFolder): Row[] {
  const site = { ...siteSettings.parse({}), url: 'http://localhost' };
  const releases = Object.values(folders).map(readRelease);
  const { routes, rules } = compose(releases, site, 0, sha256);
  const matcher = buildMatcher(rules);
  const apps = Object.keys(folders).filter((app) => app.startsWith('team-'));
  const addresses = shuffled(apps.flatMap(pathsOf));
  const times = addresses.map((address) => {
    const began = performance.now();
    matchRules(matcher, address);
    resolveRedirect(matcher, { path: address, search: '', hash: '' });
    if (!matchPage(routes, address, '')) throw new Error(`${address} has no page`);
    return (performance.now() - began) * 1_000;
  });
  return [
    figure('routes, addresses', `${routes.length}, ${addresses.length}`),
    figure('match, p50', microseconds(median(times))),
    atMost('match, p99', percentile(times, 0.99), 20, microseconds),
  ];
}

/** @returns the items in a reproducible random order. */
function shuffled<Item>(items: Item[]): Item[] {
  let seed = 1;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  return items
    .map((item) => ({ item, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
