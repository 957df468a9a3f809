import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { remoteRelease, shellRelease, writeRelease } from '../../gateway/test/fixtures/fixture-release.ts';
import type { Bench } from './run.ts';
import { listen } from './support/listener.ts';
import { type ServerProcess, settled, startServer } from './support/server-process.ts';
import { median, sum } from './support/statistics.ts';
import { atLeast, ratio, figure } from './support/table.ts';
import { type Contender, load, warmUp } from './support/throughput.ts';

/** Interval of personal requests. */
const EVERY_MS = 20;
const ALONE_MS = 10_000;
const PAIRS = 10;
const HALF_MS = 3_000;
const ADDRESS = '/-/personal/docs/account/me';

/** The CPU of the personal requests is measured alone and subtracted. */
const bench: Bench = {
  title: 'Cached pages during 50 personal requests a second, answers per CPU second',
  async measure() {
    const work = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
    const backend = await listen((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"Ada"}'),
    );
    try {
      const site = await startServer('gateway/src/server.ts', { env: await writeSite(work, backend.url) });
      try {
        return await compare(site);
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

async function compare(site: ServerProcess) {
  const pages: Contender = { server: site, url: `${site.url}/docs`, encoding: 'br' };
  await settled(site);
  await warmUp(pages);
  await whileRequested(site, () => sleep(ALONE_MS));
  const alone = await whileRequested(site, () => sleep(ALONE_MS));
  const each = alone.cpuSeconds / alone.requests;
  const pairs: { without: number; during: number }[] = [];
  let slowest = Infinity;
  for (let pair = 0; pair < PAIRS; pair++) {
    const before = site.usage().cpuSeconds;
    const answers = await load(pages, HALF_MS);
    const without = answers / (site.usage().cpuSeconds - before);
    const busy = await whileRequested(site, () => load(pages, HALF_MS));
    pairs.push({ without, during: busy.result / (busy.cpuSeconds - busy.requests * each) });
    slowest = Math.min(slowest, busy.requests / busy.seconds);
  }
  const mean = (values: number[]): string => (sum(values) / PAIRS).toFixed(0);
  return [
    figure('CPU of one personal request', `${(each * 1000).toFixed(2)} ms`),
    figure('personal requests a second, slowest pair', slowest.toFixed(0)),
    figure('/docs without personal requests', mean(pairs.map(({ without }) => without))),
    figure('/docs during personal requests', mean(pairs.map(({ during }) => during))),
    atLeast(
      'during / without, median of the pairs',
      median(pairs.map(({ during, without }) => during / without)),
      0.95,
      ratio,
    ),
  ];
}

/** Sends personal requests of one visitor until `task` is done. @returns their number and the CPU of the gateway. */
async function whileRequested<Result>(site: ServerProcess, task: () => Promise<Result>) {
  const answers: Promise<void>[] = [];
  const started = performance.now();
  const before = site.usage().cpuSeconds;
  const ask = async (): Promise<void> => {
    // From ten networks: a gateway accepts eight concurrent requests of each.
    const headers = { cookie: 'sid=ada', 'x-forwarded-for': `203.0.${answers.length % 10}.1` };
    const response = await fetch(site.url + ADDRESS, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${ADDRESS}: ${response.status} ${text}`);
  };
  const timer = setInterval(() => {
    const answer = ask();
    answer.catch(() => {}); // `Promise.all` below throws the error
    answers.push(answer);
  }, EVERY_MS);
  try {
    const result = await task();
    clearInterval(timer);
    await Promise.all(answers);
    const seconds = (performance.now() - started) / 1_000;
    return { result, requests: answers.length, seconds, cpuSeconds: site.usage().cpuSeconds - before };
  } finally {
    clearInterval(timer);
  }
}

/** @param url of the backend. @returns environment of a gateway whose app has a cached page and personal data. */
async function writeSite(folder: string, url: string): Promise<Record<string, string>> {
  const docs = remoteRelease({
    change: (release) => void (release.personal = { account: { paths: ['/me'], methods: ['GET'] } }),
  });
  await writeRelease(path.join(folder, 'shell'), shellRelease());
  await writeRelease(path.join(folder, 'docs'), docs);
  const file = path.join(folder, 'upstreams.yml');
  const visitor = 'visitor: { cookies: [sid], perMinute: 100000 }';
  writeFileSync(file, `account: { url: '${url}', apps: [docs], perSecond: 1000, ${visitor} }\n`);
  return {
    RELEASES: `shell=${folder}/shell,docs=${folder}/docs`,
    UPSTREAMS: file,
    SITE_URL: 'http://localhost',
    TRUST_PROXY: '127.0.0.1',
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'error',
    ADMISSION_HYDRATION: '0',
  };
}
