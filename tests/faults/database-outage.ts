/**
 * Kills PostgreSQL while visitors request pages, and then the gateway, which starts without its database. No page may
 * fail. Metrics answer 200 within a second and report the outage, a publish answers 503, and everything works again
 * when the database returns. npm run fault -- database-outage [seconds=30]      (300: the five minutes of a real
 * outage)
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../bench/support/waiting.ts';
import { APPS } from './draft-release.ts';
import { startFaultGateway } from './fault-gateway.ts';
import { deployChanged } from './push-drafts.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

const OUTAGE_MS = Number(process.argv[2] ?? 30) * 1_000;
const PAUSE_MS = 50;
const SCRAPE_MS = 1_000;
/** The gateway looks at its database every five seconds; one without it, every seven. */
const NOTICED_MS = 10_000;
const PAGES = ['/', '/about', '/blog', '/terms'];

const figures = {
  requests: 0,
  failures: [] as string[],
  scrapes: 0,
  slowestScrapeMs: 0,
  scrapedAway: 0,
  backMs: 0,
};
let killedAt = Infinity;
const end = new AbortController();
const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-outage-'));
const postgres = await startTemporaryPostgres({ durable: false });
const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' };
const gateway = await startFaultGateway({ dataDir, env, held: true });
const { token } = gateway;
try {
  await run();
} finally {
  end.abort();
  await gateway.stop();
  await postgres.remove();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(figures);
process.exitCode = figures.failures.length === 0 ? 0 : 1;

async function run(): Promise<void> {
  await deployChanged(gateway, APPS, 'first');
  const metrics = await createMetricsToken();
  // The gateway copies the served composition within five seconds.
  await sleep(NOTICED_MS);
  const visitors = PAGES.map(visit);
  await postgres.kill();
  await sleep(NOTICED_MS);
  const scraping = scrapeUntil(performance.now() + OUTAGE_MS, metrics);
  expect(
    'a publish',
    await deployChanged(gateway, ['blog'], 'away').catch((error: Error) => error.message),
    /503|DATABASE_AWAY/,
  );
  await sleep(OUTAGE_MS / 2);
  const first = gatewayPid();
  killedAt = performance.now();
  process.kill(first, 'SIGKILL');
  await until('a restart', async () => gatewayPid() !== first && (await status(metrics)).up === '0');
  expect('the status', JSON.stringify((await call('/-/status', token)).body), /"database":\{"awaySince"/);
  await scraping;
  const second = gatewayPid();
  await postgres.start();
  figures.backMs = Math.round(await until('the database', async () => (await status(metrics)).up === '1'));
  expect('the process', String(gatewayPid() !== second), /true/);
  await deployChanged(gateway, ['blog'], 'back');
  end.abort();
  await Promise.all(visitors);
}

async function createMetricsToken(): Promise<string> {
  const { body } = await call('/-/tokens', token, { role: 'metrics' });
  return (body as { token: string }).token;
}

async function call(url: string, secret: string, json?: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(gateway.opsUrl + url, {
    headers: { authorization: `Bearer ${secret}`, ...(json && { 'content-type': 'application/json' }) },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  });
  return { status: response.status, body: await response.json() };
}

/** @returns `up` of the metrics; undefined if the gateway does not answer. */
async function status(metrics: string): Promise<{ status: number; up: string | undefined }> {
  const headers = { authorization: `Bearer ${metrics}` };
  const response = await fetch(`${gateway.opsUrl}/-/metrics`, { headers }).catch(() => undefined);
  const text = (await response?.text()) ?? '';
  return { status: response?.status ?? 0, up: /^voltframe_database_up (\d)/m.exec(text)?.[1] };
}

/** Scrapes as Prometheus does. The operations port is closed while the gateway restarts. */
async function scrapeUntil(time: number, metrics: string): Promise<void> {
  while (performance.now() < time) {
    const started = performance.now();
    const { status: answered, up } = await status(metrics);
    const took = performance.now() - started;
    figures.slowestScrapeMs = Math.round(Math.max(figures.slowestScrapeMs, answered === 0 ? 0 : took));
    figures.scrapes++;
    if (up === '0') figures.scrapedAway++;
    if (answered !== 200 && answered !== 0) figures.failures.push(`metrics ${answered}`);
    if (took > 1_000) figures.failures.push(`metrics after ${took} ms`);
    await sleep(SCRAPE_MS);
  }
}

async function visit(page: string): Promise<void> {
  while (!end.signal.aborted) {
    const asked = performance.now();
    const answered = await fetch(gateway.url + page, { headers: { connection: 'close' } }).then(
      async (response) => {
        await response.text();
        return response.status;
      },
      (error: Error) => `${error.message} ${String((error.cause as { code?: string })?.code)}`,
    );
    figures.requests++;
    // The kill loses requests in flight.
    const isCut = asked < killedAt && killedAt < performance.now();
    if (answered !== 200 && !isCut) figures.failures.push(`${page} ${answered}`);
    await sleep(PAUSE_MS);
  }
}

/** The child of the socket holder. */
function gatewayPid(): number {
  const children = readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}

function expect(name: string, actual: unknown, expected: RegExp): void {
  if (!expected.test(String(actual))) figures.failures.push(`${name}: ${String(actual)}`);
}
