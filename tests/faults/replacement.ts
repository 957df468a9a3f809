/**
 * Replaces the gateway of the socket holder with SIGHUP several times, under clients with keep-alive connections and
 * without retries. No request may fail. An unused connection, as browsers open in advance, delays no replacement.
 * npm run fault -- replacement [times=5]
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../bench/support/waiting.ts';
import { appsOfCheckout, releasesOf } from '../bench/support/server-process.ts';
import { ask } from '../front/ask.ts';
import { startFaultGateway } from './fault-gateway.ts';

const times = Number(process.argv[2] ?? 5);
const CLIENTS = 10;
/** The longest pause between two requests of a client: shorter than the time that the gateway serves after SIGHUP. */
const LONGEST_PAUSE_MS = 1_000;
/** A replaced gateway serves for 5 seconds; then it finishes its requests, and the next one starts. */
const REPLACED_WITHIN_MS = 120_000;
const PAGES = ['/', '/about', '/services', '/blog', '/terms', '/-/ready'];

const failures: string[] = [];
const waits: number[] = [];
const end = new AbortController();
const gateway = await startFaultGateway({ held: true, env: { RELEASES: releasesOf(appsOfCheckout()) } });
try {
  const clients = Array.from({ length: CLIENTS }, (_, index) => visit(index));
  for (let turn = 0; turn < times; turn++) {
    await sleep(2_000);
    const unused = connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => {});
    await once(unused, 'connect');
    const before = child();
    process.kill(gateway.pid, 'SIGHUP');
    const isReplaced = () => !Number.isNaN(child()) && child() !== before;
    await until('the next gateway', isReplaced, { limitMs: REPLACED_WITHIN_MS });
    unused.destroy();
    await ask(`${gateway.url}/-/ready`);
  }
  await sleep(2_000);
  end.abort();
  await Promise.all(clients);
} finally {
  await gateway.stop();
}
const longest = Math.round(Math.max(...waits));
console.log(`${times} replacements, ${waits.length} requests, longest wait ${longest} ms`);
console.log(`failed: ${failures.length}${failures.map((line) => `\n  ${line}`).join('')}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** @returns the process of the holder; NaN if none runs. */
function child(): number {
  return Number.parseInt(
    readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, 'utf8').split(' ')[0]!,
    10,
  );
}

/** Sends requests in turn on a keep-alive connection. */
async function visit(index: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = index; !end.signal.aborted; turn++) {
    const at = PAGES[turn % PAGES.length]!;
    const started = performance.now();
    try {
      const [response] = (await once(get(gateway.url + at, { agent }), 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      if (response.statusCode !== 200) failures.push(`${at}: ${response.statusCode}`);
    } catch (error) {
      failures.push(`${at}: ${(error as Error).message}`);
    }
    waits.push(performance.now() - started);
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
  agent.destroy();
}
