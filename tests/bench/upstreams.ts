import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOperatorToken } from '../../gateway/src/operator-token.ts';
import { openDatabase } from '../../gateway/src/platform/database/database.ts';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import { PAGES, REVALIDATE_S, writeUpstreamSite } from '../fixtures/upstream-site.ts';
import type { Bench } from './run.ts';
import { type Listener, listen } from './support/listener.ts';
import { GATEWAY_FLAGS, type ServerProcess, settled, startServer } from './support/server-process.ts';
import { atLeast, atMost, ratio, type Row, figure } from './support/table.ts';
import { comparePerCpuSecond } from './support/throughput.ts';

interface Backend extends Listener {
  calls(): number;
}

const bench: Bench = {
  title: 'Pages with data of a backend against a page without, and the cost of its revalidation',
  async measure() {
    const work = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
    const backend = await startBackend();
    try {
      const [dataDir, opsPort] = [path.join(work, 'data'), await freePort()];
      const token = await createOperatorToken({ DATA_DIR: dataDir }, 'bench', openDatabase);
      const env = {
        ...(await writeUpstreamSite(work, backend.url)),
        PORT: '0',
        HOST: '127.0.0.1',
        OPS_PORT: String(opsPort),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
      };
      const site = await startServer('gateway/src/server.ts', { env, flags: GATEWAY_FLAGS });
      const renders = () => rendersOf(`http://127.0.0.1:${opsPort}/-/metrics`, token);
      try {
        return [...(await expiry(site, backend, renders)), ...(await throughput(site))];
      } finally {
        await site.stop();
      }
    } finally {
      backend.close();
      rmSync(work, { recursive: true, force: true });
    }
  },
};
export default bench;

/** All pages read one answer, which has not changed. */
async function expiry(site: ServerProcess, backend: Backend, renders: () => Promise<number>): Promise<Row[]> {
  const requestAll = () =>
    Promise.all(
      Array.from({ length: PAGES }, async (_, page) => (await fetch(`${site.url}/shared/p${page}`)).text()),
    );
  await settled(site);
  await requestAll();
  await settled(site);
  await sleep(REVALIDATE_S * 1_000);
  const before = { calls: backend.calls(), renders: await renders() };
  await requestAll();
  await settled(site);
  return [
    atMost(`calls for ${PAGES} pages of one expired answer`, backend.calls() - before.calls, 1),
    atMost('renders for an unchanged answer', (await renders()) - before.renders, 0),
  ];
}

async function throughput(site: ServerProcess): Promise<Row[]> {
  const [withData, without] = await comparePerCpuSecond(
    { server: site, url: `${site.url}/shared/p1`, encoding: 'br' },
    { server: site, url: `${site.url}/docs`, encoding: 'br' },
  );
  return [
    figure(
      'cached page that is revalidated / without data',
      `${withData.toFixed(0)} / ${without.toFixed(0)}`,
    ),
    atLeast('answers per CPU second', withData / without, 0.95, ratio),
  ];
}

async function startBackend(): Promise<Backend> {
  let calls = 0;
  const listener = await listen((_, response) => {
    calls++;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"the same"}');
  });
  return { ...listener, calls: () => calls };
}

/** @returns the number of renders since the start */
async function rendersOf(url: string, token: string): Promise<number> {
  const text = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();
  const counts = text.matchAll(/^voltframe_render_duration_seconds_count\{[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
