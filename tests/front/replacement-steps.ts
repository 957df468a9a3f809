import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import { type Figures, must } from '../containers/report.ts';
import { startFaultGateway } from '../faults/fault-gateway.ts';
import { ask } from './ask.ts';
import type { Certificate } from './certificate.ts';
import type { Place, Running } from './fronts.ts';

type Start = (place: Place) => Promise<Running>;

const root = path.resolve(import.meta.dirname, '../..');
const PAGES = [
  '/',
  '/about',
  '/services',
  '/portfolio',
  '/careers',
  '/contact',
  '/blog',
  '/terms',
  '/privacy',
];
const PER_SECOND = 20;
const REPLACEMENTS = 2;
/** As in docker-compose.yml. */
const STOP_DELAY = '2s';
const LONGEST_WAIT_MS = 8_000;

/** The one gateway of a site is stopped and started again under requests: each GET waits for it, and none fails. */
export async function replacements(start: Start, certificate: Certificate): Promise<Figures> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-front-data-'));
  const [port, behind] = [await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const apps = readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mfe-'));
  const env = {
    SITE_URL: url,
    TRUST_PROXY: 'loopback',
    STOP_DELAY,
    PORT: String(behind),
    RELEASES: apps.map((name) => `${name.replace(/^mfe-/, '')}=${path.join(root, name)}`).join(),
  };
  let gateway = await startFaultGateway({ dataDir, env });
  const front = await start({ folder: dataDir, port, behind, certificate });
  try {
    const visits = visitSteadily(url);
    for (let turn = 0; turn < REPLACEMENTS; turn++) {
      await sleep(2_000);
      await gateway.stop();
      gateway = await startFaultGateway({ dataDir, env, token: gateway.token });
    }
    await sleep(2_000);
    const { requests, failures, longestMs } = await visits.end();
    must(
      failures.length === 0,
      `${failures.length} of ${requests} GETs failed:\n${failures.slice(0, 8).join('\n')}`,
    );
    must(longestMs <= LONGEST_WAIT_MS, `a GET waited ${longestMs} ms`);
    return { replacements: REPLACEMENTS, requests, failed: 0, 'longest wait': `${longestMs} ms` };
  } finally {
    await front.stop();
    await gateway.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Sends a GET every so often, whether the ones before are answered or not. */
function visitSteadily(url: string) {
  const failures: string[] = [];
  const under: Promise<void>[] = [];
  let longestMs = 0;
  const visit = async (at: string): Promise<void> => {
    const asked = performance.now();
    const answer = await ask(url + at).catch((error: Error) => error.message);
    longestMs = Math.max(longestMs, Math.round(performance.now() - asked));
    const right = typeof answer !== 'string' && answer.status === 200 && answer.text.includes('</html>');
    if (!right) failures.push(`${at}: ${typeof answer === 'string' ? answer : answer.status}`);
  };
  const timer = setInterval(() => under.push(visit(PAGES[under.length % PAGES.length]!)), 1_000 / PER_SECOND);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(under);
      return { requests: under.length, failures, longestMs };
    },
  };
}

/**
 * A post whose connection did not come about waits for the gateway, or is answered with 502 by an older Caddy; one that
 * arrived is never sent again.
 */
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
      // Cut off before its end, it has not arrived.
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
    must(waited || early.status === 502, `a post without a gateway is answered with ${early.status}`);
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
