import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import { appsOfCheckout, releasesOf } from '../bench/support/server-process.ts';
import { type Figures, must } from '../containers/report.ts';
import { PAGES } from '../containers/visitors.ts';
import { type FaultGateway, startFaultGateway } from '../faults/fault-gateway.ts';
import { startVisitors } from '../faults/hostile/visitors/ordinary-visitors.ts';
import { startTemporaryPostgres } from '../faults/temporary-postgres.ts';
import { ask } from './ask.ts';
import type { Certificate } from './certificate.ts';
import type { Place, Running } from './fronts.ts';

type Start = (place: Place) => Promise<Running>;

const REPLACEMENTS = 2;
/** As in docker-compose.yml. */
const STOP_DELAY = '1s';
/** Time in which the front notices that the gateway answers again, and the waiting requests are answered. */
const NOTICED_MS = 5_000;
const LONGEST_P99_MS = 200;

/** Restarts the only gateway of a site under load: each GET waits, and none fails. */
export async function replacements(start: Start, certificate: Certificate): Promise<Figures> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-front-data-'));
  const [port, behind] = [await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const env = {
    SITE_URL: url,
    TRUST_PROXY: 'loopback',
    STOP_DELAY,
    PORT: String(behind),
    RELEASES: releasesOf(appsOfCheckout()),
  };
  let gateway = await startFaultGateway({ dataDir, env });
  const front = await start({ folder: dataDir, port, behind, certificate });
  try {
    const visits = startVisitors(url, PAGES, (at) => ask(at));
    let awayMs = 0;
    for (let turn = 0; turn < REPLACEMENTS; turn++) {
      await sleep(2_000);
      const stopped = performance.now();
      await gateway.stop();
      gateway = await startFaultGateway({ dataDir, env, token: gateway.token });
      awayMs = Math.max(awayMs, Math.round(performance.now() - stopped));
    }
    await sleep(2_000);
    const { visits: requests, failures, longestMs } = await visits.stop();
    must(
      failures.length === 0,
      `${failures.length} of ${requests} GETs failed:\n${failures.slice(0, 8).join('\n')}`,
    );
    must(
      longestMs <= awayMs + NOTICED_MS,
      `a GET waited ${longestMs} ms, the gateway was away for ${awayMs} ms`,
    );
    const waits = { 'longest wait': `${longestMs} ms`, 'gateway away': `${awayMs} ms` };
    return { replacements: REPLACEMENTS, requests, failed: 0, ...waits };
  } finally {
    await front.stop();
    await gateway.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A gateway that is lost, with the limits for visitors. */
const LOSSES = {
  /** Its connections close: the front immediately uses another one. */
  killed: { gateways: 2, signal: 'SIGKILL', longestMs: Infinity, longestP99Ms: LONGEST_P99_MS },
  /** Its connections stay open, and nothing answers. */
  frozen: { gateways: 3, signal: 'SIGSTOP', longestMs: 15_000, longestP99Ms: 5_000 },
} as const;

/** Loses one of several gateways on a database under load: no GET fails. */
export async function loss(
  kind: keyof typeof LOSSES,
  start: Start,
  certificate: Certificate,
): Promise<Figures> {
  const limits = LOSSES[kind];
  const database = await startTemporaryPostgres({ durable: false });
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-front-two-'));
  const port = await freePort();
  const [one, ...others] = await Promise.all(Array.from({ length: limits.gateways }, () => freePort()));
  const url = `https://localhost:${port}`;
  const shared = { SITE_URL: url, TRUST_PROXY: 'loopback', DATABASE_URL: database.url };
  const opened: { stop(): Promise<void> }[] = [];
  const open = async (name: string, own: Record<string, string>): Promise<FaultGateway> => {
    const dataDir = path.join(folder, name);
    const gateway = await startFaultGateway({ dataDir, token: '', env: { ...shared, ...own } });
    opened.unshift(gateway);
    return gateway;
  };
  try {
    const first = await open('one', { PORT: String(one), RELEASES: releasesOf(appsOfCheckout()) });
    for (const other of others) await open(String(other), { PORT: String(other) });
    opened.unshift(await start({ folder, port, behind: one!, beside: others, certificate }));
    for (const at of PAGES) for (let turn = 0; turn < 6; turn++) await ask(url + at);
    const visits = startVisitors(url, PAGES, (at) => ask(at));
    await sleep(5_000);
    process.kill(first.pid, limits.signal);
    await sleep(kind === 'frozen' ? 60_000 : 20_000);
    const { visits: requests, failures, longestMs, p99Ms } = await visits.stop();
    if (kind === 'frozen') process.kill(first.pid, 'SIGKILL');
    must(
      failures.length === 0,
      `${failures.length} of ${requests} GETs failed:\n${failures.slice(0, 8).join('\n')}`,
    );
    must(p99Ms <= limits.longestP99Ms, `p99 is ${p99Ms} ms`);
    must(longestMs <= limits.longestMs, `a GET waited ${longestMs} ms`);
    return { requests, failed: 0, p99: `${p99Ms} ms`, longest: `${longestMs} ms` };
  } finally {
    for (const each of opened) await each.stop();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A post waits while the gateway is down (an older Caddy answers 503). A post that arrived is never sent again. */
export async function posts(start: Start, certificate: Certificate): Promise<Figures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-front-posts-'));
  const [port, behind] = [await freePort(), await freePort()];
  const front = await start({ folder, port, behind, certificate });
  const post = (body: string) => ask(`https://localhost:${port}/api/contact`, { method: 'POST', body });
  const arrived: string[] = [];
  let cuts = false;
  const gateway = createServer(listener);
  function listener(...[request, response]: Parameters<RequestListener>): void {
    if (request.method === 'GET') return void response.end();
    void take(request, response).catch(() => {
      // An incomplete post has not arrived.
    });
  }
  async function take(...[request, response]: Parameters<RequestListener>): Promise<void> {
    arrived.push(await text(request));
    if (cuts) request.socket.destroy();
    else response.end('thanks');
  }
  try {
    const waiting = post('early');
    // Nothing listens yet.
    await sleep(1_000);
    gateway.listen(behind, '127.0.0.1');
    const early = await waiting;
    const waited = early.text === 'thanks';
    must(waited || early.status === 503, `a post without a gateway is answered with ${early.status}`);
    // Lets the front notice that the gateway is ready.
    await ask(`https://localhost:${port}/`);
    cuts = true;
    const cut = await post('cut');
    must(cut.status === 502, `a post whose connection broke is answered with ${cut.status}`);
    must(arrived.join() === (waited ? 'early,cut' : 'cut'), `arrived: ${arrived.join()}`);
    return {
      'without a gateway': waited ? 'waits' : early.status,
      'cut off': cut.status,
      arrived: arrived.join(),
    };
  } finally {
    gateway.close();
    gateway.closeAllConnections();
    await front.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
