import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { createOperatorToken } from '../../gateway/src/operator-token.ts';
import { openDatabase } from '../../gateway/src/platform/database/database.ts';
import { remoteRelease, shellRelease, writeRelease } from '../../gateway/test/fixtures/fixture-release.ts';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import type { Bench } from './run.ts';
import { EditedRelease } from './support/edited-release.ts';
import { type Listener, listen } from './support/listener.ts';
import {
  GATEWAY_ENV,
  GATEWAY_FLAGS,
  type ServerProcess,
  settled,
  startServer,
} from './support/server-process.ts';
import { atMost, figure, type Row } from './support/table.ts';
import { until } from './support/waiting.ts';

const PAGES = 10_000;
/** The catalogue that the memory is compared with. */
const FEW = 100;
const REVALIDATE_S = 60;
const VISITS_AT_ONCE = 8;
const SERVER = `
const get = async (upstream, at) =>
  JSON.parse((await upstream('cms').get(at, { revalidate: ${REVALIDATE_S} })).text);
module.exports = {
  pages: {
    'shop.home': { Component: () => '<h1>Shop</h1>' },
    'shop.product': {
      Component: ({ data }) => '<h1>' + data.name + '</h1><p>' + data.text + '</p>',
      server: {
        paths: async ({ upstream }) => (await get(upstream, '/products')).map((path) => ({ path })),
        validate: ({ params }) => /^p\\d+$/.test(params.slug),
        loader: ({ upstream, path }) => get(upstream, path),
      },
    },
  },
  islands: {}, guards: {},
};`;
const seconds = (s: number): string => `${s.toFixed(1)} s`;
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;

const bench: Bench = {
  title: `A catalogue of ${PAGES.toLocaleString('en')} pages from a backend`,
  async measure() {
    const few = await withCatalogue(FEW, async ({ site }) => {
      const server = await site.start();
      await visit(server, PAGES, FEW);
      await settled(server);
      const { residentBytes } = server.usage();
      await server.stop();
      return residentBytes;
    });
    return withCatalogue(PAGES, (catalogue) => measureCatalogue(catalogue, few));
  },
};
export default bench;

interface Catalogue {
  site: Site;
  backend: Backend;
}

interface Backend extends Listener {
  calls(): number;
}

interface Site {
  start(): Promise<ServerProcess>;
  renders(): Promise<number>;
  /** Publishes the shop again, with a file that no page reads. */
  publish(): void;
}

async function measureCatalogue({ site, backend }: Catalogue, few: number): Promise<Row[]> {
  let server = await site.start();
  try {
    const prerendered = await until('prerendering', async () => (await site.renders()) > PAGES, {
      everyMs: 1_000,
    });
    const newest = { calls: backend.calls() };
    const fresh = await visit(server, 1_000);
    const visits = backend.calls() - newest.calls;
    await settled(server);
    const { residentBytes } = server.usage();
    const published = await publishAgain(server, { site, backend });
    backend.close();
    await sleep(REVALIDATE_S * 1_000);
    await fetch(`${server.url}/products/p0`); // its call is the first to fail
    await sleep(1_000);
    const down = await visit(server, PAGES);
    await server.stop();
    server = await site.start();
    await fetch(`${server.url}/products/p0`);
    await sleep(1_000);
    const restarted = await visit(server, PAGES);
    return [
      figure('prerendered in', seconds(prerendered / 1_000)),
      atMost('1,000 visits within revalidate: failed', fresh.failed, 0),
      atMost('1,000 visits within revalidate: calls', visits, 0),
      ...published,
      atMost('backend down: failed', down.failed, 0),
      atMost('backend down: without x-data: stale', down.fresh, 0),
      atMost('backend down, after a restart: failed', restarted.failed, 0),
      atMost('backend down, after a restart: without x-data: stale', restarted.fresh, 0),
      atMost(`resident memory, more than with ${FEW} pages`, residentBytes - few, 60_000_000, megabytes),
    ];
  } finally {
    await server.stop();
  }
}

async function publishAgain(server: ServerProcess, { site, backend }: Catalogue): Promise<Row[]> {
  const shown = async () => (await fetch(`${server.url}/shop`)).text();
  const before = { calls: backend.calls(), renders: await site.renders(), text: await shown() };
  const { cpuSeconds } = server.usage();
  site.publish();
  const live = await until('the publish', async () => (await shown()) !== before.text);
  await settled(server);
  return [
    atMost('publish without a change of code: live after', live / 1_000, 10, seconds),
    atMost('publish without a change of code: calls', backend.calls() - before.calls, 100),
    atMost('publish without a change of code: renders', (await site.renders()) - before.renders, 100),
    figure('publish without a change of code: CPU', seconds(server.usage().cpuSeconds - cpuSeconds)),
  ];
}

/** @returns the numbers of pages without a status of 200, and without `x-data: stale`. */
async function visit(
  { url }: ServerProcess,
  visits: number,
  pages = PAGES,
): Promise<{ failed: number; fresh: number }> {
  const counts = { failed: 0, fresh: 0 };
  const one = async (index: number): Promise<void> => {
    const response = await fetch(`${url}/products/p${pages - 1 - (index % pages)}`);
    await response.arrayBuffer();
    if (response.status !== 200) counts.failed++;
    if (response.headers.get('x-data') !== 'stale') counts.fresh++;
  };
  await pMap(Array.from({ length: visits }).keys(), one, { concurrency: VISITS_AT_ONCE });
  return counts;
}

async function withCatalogue<Result>(
  pages: number,
  measure: (catalogue: Catalogue) => Promise<Result>,
): Promise<Result> {
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
  const backend = await startBackend(pages);
  try {
    return await measure({ site: await writeSite(work, backend.url), backend });
  } finally {
    backend.close();
    rmSync(work, { recursive: true, force: true });
  }
}

async function writeSite(work: string, url: string): Promise<Site> {
  const shop = remoteRelease({
    app: 'shop',
    routes: [
      { id: 'shop.home', path: '/shop' },
      { id: 'shop.product', path: '/products/:slug' },
    ],
    server: SERVER,
    data: { 'notes.json': '{}' },
    change: (release) => void (release.upstreams = { cms: { paths: ['/**'] } }),
  });
  await writeRelease(path.join(work, 'shell'), shellRelease());
  await writeRelease(path.join(work, 'shop'), shop);
  const upstreams = path.join(work, 'upstreams.yml');
  writeFileSync(upstreams, `cms: { url: '${url}', apps: [shop], perSecond: 2000 }`);
  const [dataDir, opsPort] = [path.join(work, 'data'), await freePort()];
  const token = await createOperatorToken({ DATA_DIR: dataDir }, 'bench', openDatabase);
  const env = {
    ...GATEWAY_ENV,
    RELEASES: `shell=${work}/shell,shop=${work}/shop`,
    RELEASE_FOLLOW: '1',
    UPSTREAMS: upstreams,
    ADMISSION_HYDRATION: '0',
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: String(opsPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  };
  return {
    start: () => startServer('gateway/src/server.ts', { env, flags: GATEWAY_FLAGS }),
    renders: () => rendersOf(`http://127.0.0.1:${opsPort}/-/metrics`, token),
    publish() {
      const edited = new EditedRelease(path.join(work, 'shop/dist'));
      edited.write('data/notes.json', '{"changed":true}');
      edited.publish();
    },
  };
}

async function startBackend(pages: number): Promise<Backend> {
  let calls = 0;
  const list = JSON.stringify(Array.from({ length: pages }, (_, page) => `/products/p${page}`));
  const listener = await listen(({ url = '' }, response) => {
    calls++;
    const product = { name: `Product ${url}`, text: 'Words of a product. '.repeat(250), reviews: [] };
    const body = url === '/products' ? list : JSON.stringify(product);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  return { ...listener, calls: () => calls };
}

/** @returns the number of rendered pages since the start */
async function rendersOf(url: string, token: string): Promise<number> {
  const text = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();
  const counts = text.matchAll(/^voltframe_render_duration_seconds_count\{[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
