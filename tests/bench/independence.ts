import { setTimeout as pause } from 'node:timers/promises';
import { server } from '../faults/draft-release.ts';
import { type HostileSite, startHostileSite } from '../faults/hostile/hostile-site.ts';
import { laterDoes } from '../faults/hostile/teams/probes.ts';
import type { Bench } from './run.ts';
import { anonymousBytes, familyOf } from './support/process-usage.ts';
import { startTimes } from './support/render-starts.ts';
import { median, percentile } from './support/statistics.ts';
import { type Row, atMost, milliseconds, ratio, told } from './support/table.ts';

const MB = 1024 * 1024;
const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;
const FUZZED = 1_000;
const JUNK = 50_000;
const AT_ONCE = 20;

const bench: Bench = {
  title: 'What one may cost the others',
  async measure() {
    const rows: Row[] = [];
    for (const part of [held, junk, fuzzed, crashLoop, rollback, idleCpu, memory]) {
      const site = await startHostileSite();
      try {
        await pause(2_000);
        rows.push(...(await part(site).catch(notMeasured)));
      } finally {
        await site.stop();
      }
    }
    return [...rows, ...(await starts())];
  },
};
export default bench;

/** One part that fails keeps the figures of the others. */
function notMeasured(error: Error): Row[] {
  return [{ what: 'not measured', bar: '', measured: error.message, ok: false }];
}

/** @returns the longest time the gateway did nothing else since it was asked last, in ms */
async function longestHold(site: HostileSite): Promise<number> {
  const metrics = await site.operate(site.gateway.token, 'GET', '/-/metrics');
  return Number(/^nodejs_eventloop_lag_max_seconds(?:\{.*\})? (\S+)/m.exec(metrics)?.[1]) * 1_000;
}

async function held(site: HostileSite): Promise<Row[]> {
  const requests = [
    `/${'%25'.repeat(2_600)}`,
    `/blog?tag=${'%2525'.repeat(1_500)}`,
    `/${'a/'.repeat(4_000)}`,
    `/terms?${'a=b&'.repeat(2_000)}`,
    '/portfolio?category=never-asked',
  ];
  const byRequest: number[] = [];
  for (const address of requests) {
    await longestHold(site);
    await site.visit(address).catch(() => {});
    byRequest.push(await longestHold(site));
  }
  await longestHold(site);
  await site.publish(server((text) => `${text}\n// ${'<'.repeat(2_000_000)}`));
  const byRelease = await longestHold(site);
  return [
    atMost('the event loop held by one request, worst of 5', Math.max(...byRequest), 50, milliseconds),
    atMost('the event loop held by one release', byRelease, 200, milliseconds),
  ];
}

async function junk(site: HostileSite): Promise<Row[]> {
  const { gateway } = site;
  await askMany(1_000, (index) => `${gateway.url}/terms?first=${index}`);
  const before = anonymousBytes(gateway.pid);
  await askMany(JUNK, (index) => `${gateway.url}/terms?junk=${index}`);
  return [
    atMost(
      `memory after ${JUNK} junk queries, more`,
      anonymousBytes(gateway.pid) - before,
      64 * MB,
      megabytes,
    ),
  ];
}

async function fuzzed(site: HostileSite): Promise<Row[]> {
  const { gateway } = site;
  const flooding = { over: false };
  const flood = askMany(FUZZED, (index) => gateway.url + fuzz(index)).then(() => (flooding.over = true));
  const times: number[] = [];
  while (!flooding.over) times.push(await timed(`${gateway.url}/-/live`));
  await flood;
  return [
    atMost(
      `/-/live while ${FUZZED} fuzzed addresses come, p99 of ${times.length}`,
      percentile(times, 0.99),
      100,
      milliseconds,
    ),
  ];
}

/** Up to the limit, of everything that addresses are made of; the same each time. */
function fuzz(index: number): string {
  const parts = ['%25', '%2f', '../', '//', 'blog/', 'A', '%F0%9F%98%80', '?', '&tag=', ';', '%00', '.'];
  let address = '/';
  for (let seed = index + 1; address.length < (index * 97) % 8_000; seed = (seed * 48_271) % 2_147_483_647)
    address += parts[seed % parts.length];
  return address;
}

async function crashLoop(site: HostileSite): Promise<Row[]> {
  const round = async (mark: string): Promise<{ times: number[]; failed: number }> => {
    const times: number[] = [];
    let failed = 0;
    for (let index = 0; index < 200; index++) {
      const headers = { 'x-forwarded-for': `198.51.100.${index}` };
      const began = performance.now();
      const response = await fetch(`${site.gateway.url}/portfolio?category=${mark}-${index}`, { headers });
      await response.text();
      times.push(performance.now() - began);
      failed += Number(!response.ok);
    }
    return { times, failed };
  };
  await round('warm');
  const quiet = await round('quiet');
  await laterDoes(`setTimeout(() => { throw new Error('boom'); }, 0);`, 3)(site);
  const visits = { over: false };
  const crashing = (async () => {
    for (let index = 0; !visits.over; index++) await site.visit(`/terms?q=again-${index}`);
  })();
  const loud = await round('loud');
  visits.over = true;
  await crashing;
  const [before, after] = [percentile(quiet.times, 0.99), percentile(loud.times, 0.99)];
  return [
    told(
      'p99 of uncached pages, quiet / beside a process that crashes',
      `${milliseconds(before)} / ${milliseconds(after)}`,
    ),
    atMost('the difference', after - before, 20, milliseconds),
    atMost('uncached pages of others that failed', loud.failed, 0),
  ];
}

async function rollback(site: HostileSite): Promise<Row[]> {
  const good = (await site.operate(site.gateway.token, 'GET', '/-/releases/blog')).match(
    /"digest":"(\w+)"/,
  )![1]!;
  await site.publish(
    server((text) => `${text}\n// a change`),
    'blog',
  );
  const worst = site.publish(
    server(
      (text) =>
        `${text}\nfor (const id in module.exports.pages) module.exports.pages[id].Component = () => { for (;;); };`,
    ),
  );
  await pause(1_000);
  const began = performance.now();
  const answer = await site.operate(site.token('blog'), 'POST', '/-/releases/blog/rollback', { to: good });
  const took = performance.now() - began;
  await worst;
  return [
    {
      ...atMost('a rollback while the worst admission runs', took, 2_000, milliseconds),
      ok: answer.startsWith('200') && took <= 2_000,
    },
  ];
}

async function idleCpu(site: HostileSite): Promise<Row[]> {
  const code = `setInterval(() => { const end = Date.now() + 900; while (Date.now() < end); }, 1);`;
  const before = new Set(familyOf(site.gateway.pid));
  await laterDoes(code, 3)(site);
  const began = performance.now();
  const started = familyOf(site.gateway.pid).filter((pid) => !before.has(pid));
  while (
    started.every((pid) => familyOf(site.gateway.pid).includes(pid)) &&
    performance.now() - began < 20_000
  )
    await pause(50);
  return [
    atMost(
      'a process that works between calls is ended after',
      performance.now() - began,
      5_000,
      milliseconds,
    ),
  ];
}

async function memory(site: HostileSite): Promise<Row[]> {
  const { gateway } = site;
  const addresses = ['/portfolio?category=m', '/blog?tag=m'];
  for (const address of addresses)
    await askMany(
      300,
      (index) => `${gateway.url + address}${index}`,
      (index) => ({ 'x-forwarded-for': `203.0.113.${index % 250}` }),
    );
  await askMany(300, (index) => `${gateway.url}/nothing-${index}`);
  const [own, ...children] = familyOf(gateway.pid).map(anonymousBytes);
  const sum = (own ?? 0) + children.reduce((total, bytes) => total + bytes, 0);
  return [
    told(
      'anonymous memory after 300 renders: gateway + processes = all',
      `${megabytes(own ?? 0)} + ${children.map(megabytes).join(' + ')} = ${megabytes(sum)}`,
    ),
  ];
}

async function starts(): Promise<Row[]> {
  const { loaded, bare } = await startTimes();
  return [
    told(
      'start of a render process / of a bare closed Node, median',
      `${milliseconds(median(loaded))} / ${milliseconds(median(bare))}`,
    ),
    atMost('start of a render process against a bare closed Node', median(loaded) / median(bare), 4, ratio),
  ];
}

async function timed(url: string): Promise<number> {
  const began = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - began;
}

async function askMany(
  count: number,
  urlOf: (index: number) => string,
  headersOf: (index: number) => Record<string, string> = () => ({}),
): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++)
      await (await fetch(urlOf(index), { redirect: 'manual', headers: headersOf(index) })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
