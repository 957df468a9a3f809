import { setTimeout as pause } from 'node:timers/promises';
import { type Draft, component, page, server } from '../faults/draft-release.ts';
import { type HostileSite, startHostileSite } from '../faults/hostile/hostile-site.ts';
import { laterDoes } from '../faults/hostile/teams/probes.ts';
import type { Bench } from './run.ts';
import { anonymousBytes, familyOf, firstThreadCpuMs } from './support/process-usage.ts';
import { startTimes } from './support/render-starts.ts';
import { median, percentile } from './support/statistics.ts';
import { type Row, atMost, milliseconds, notMeasured, ratio, figure } from './support/table.ts';

const MB = 1024 * 1024;
const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;
const FUZZED = 1_000;
const JUNK = 50_000;
const AT_ONCE = 20;
/** Memory of gateway and render process after as many renders, when all four apps shared one process. */
const ONE_PROCESS_BYTES = 330 * MB;

const bench: Bench = {
  title: 'Effects of one app or visitor on the others',
  async measure() {
    const rows: Row[] = [];
    for (const part of [eventLoop, junk, fuzzed, crashLoop, rollback, idleCpu, memory]) {
      // As in production, because hydration is part of the cost of a release.
      const site = await startHostileSite({ ADMISSION_HYDRATION: '1' });
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

/** Time in which the gateway answered no other request, in ms. */
interface Blocking {
  what: string;
  /** Longest lag of the event loop; on a busy machine other programs cause most of it. */
  lag: number;
  /** CPU time of the thread: the upper limit of the time that JavaScript blocked. */
  cpu: number;
}

const blocked = ({ lag, cpu }: Blocking): number => Math.min(lag, cpu);

async function blockingOf(site: HostileSite, what: string, act: () => Promise<unknown>): Promise<Blocking> {
  const longest = async (): Promise<number> => {
    const metrics = await site.operate(site.gateway.token, 'GET', '/-/metrics');
    return Number(/^nodejs_eventloop_lag_max_seconds(?:\{.*\})? (\S+)/m.exec(metrics)?.[1]) * 1_000;
  };
  await longest(); // resets the maximum
  const before = firstThreadCpuMs(site.gateway.pid);
  await act().catch(() => {});
  const cpu = firstThreadCpuMs(site.gateway.pid) - before;
  return { what, lag: await longest(), cpu };
}

const REQUESTS: [what: string, address: string][] = [
  ['2,600 encoded percent signs', `/${'%25'.repeat(2_600)}`],
  ['1,500 signs encoded twice in a query', `/blog?tag=${'%2525'.repeat(1_500)}`],
  ['4,000 segments', `/${'a/'.repeat(4_000)}`],
  ['2,000 parameters', `/terms?${'a=b&'.repeat(2_000)}`],
  ['a page that was never rendered', '/portfolio?category=never-asked'],
];

/** The slowest stylesheet to parse: 16,000 rules in the largest accepted size. */
const SLOW_STYLES = '.a{}'.repeat(16_000);
const RELEASES: [what: string, spoil: (draft: Draft) => void][] = [
  ['2 MB of comment', server((text) => `${text}\n// ${'<'.repeat(2_000_000)}`)],
  ['a page of 3 MB that is hydrated', component(`return '<'.repeat(750_000);`)],
  ['a script of 1 MB that is hydrated', page(`/* ${'<'.repeat(1_000_000)} */`)],
  [
    '100 of the slowest stylesheets',
    (draft) => {
      for (let index = 0; index < 100; index++)
        draft.files.set(`client/slow.${String(index).padStart(10, '0')}.css`, Buffer.from(SLOW_STYLES));
    },
  ],
];

async function eventLoop(site: HostileSite): Promise<Row[]> {
  const byRequest: Blocking[] = [];
  for (const [what, address] of REQUESTS)
    byRequest.push(await blockingOf(site, what, () => site.visit(address)));
  const byRelease: Blocking[] = [];
  for (const [what, spoil] of RELEASES)
    byRelease.push(await blockingOf(site, what, () => site.publish(spoil)));
  const row = (by: string, all: Blocking[], bar: number): Row[] => {
    const worst = all.toSorted((a, b) => blocked(b) - blocked(a))[0]!;
    return [
      figure(
        `longest turn of the event loop / CPU of its thread, by ${by}`,
        all.map(({ lag, cpu }) => `${lag.toFixed(0)} / ${cpu.toFixed(0)}`).join(', '),
      ),
      atMost(`the event loop blocked by one ${by}, worst: ${worst.what}`, blocked(worst), bar, milliseconds),
    ];
  };
  return [...row('request', byRequest, 50), ...row('release', byRelease, 200)];
}

async function junk(site: HostileSite): Promise<Row[]> {
  const { gateway } = site;
  await requestMany(1_000, (index) => `${gateway.url}/terms?first=${index}`);
  const before = anonymousBytes(gateway.pid);
  await requestMany(JUNK, (index) => `${gateway.url}/terms?junk=${index}`);
  return [
    atMost(
      `additional memory after ${JUNK} junk queries`,
      anonymousBytes(gateway.pid) - before,
      64 * MB,
      megabytes,
    ),
  ];
}

async function fuzzed(site: HostileSite): Promise<Row[]> {
  const { gateway } = site;
  const flooding = { over: false };
  const flood = requestMany(FUZZED, (index) => gateway.url + fuzz(index)).then(() => (flooding.over = true));
  const times: number[] = [];
  while (!flooding.over) times.push(await timed(`${gateway.url}/-/live`));
  await flood;
  return [
    atMost(
      `/-/live during ${FUZZED} fuzzed addresses, p99 of ${times.length}`,
      percentile(times, 0.99),
      100,
      milliseconds,
    ),
  ];
}

/** @returns an address of random parts, up to the limit of its length; reproducible. */
function fuzz(index: number): string {
  const parts = ['%25', '%2f', '../', '//', 'blog/', 'A', '%F0%9F%98%80', '?', '&tag=', ';', '%00', '.'];
  let address = '/';
  for (let seed = index + 1; address.length < (index * 97) % 8_000; seed = (seed * 48_271) % 2_147_483_647)
    address += parts[seed % parts.length];
  return address;
}

async function crashLoop(site: HostileSite): Promise<Row[]> {
  await beside(site, 'warm');
  const quiet = await beside(site, 'quiet');
  await laterDoes(`setTimeout(() => { throw new Error('boom'); }, 0);`, 3)(site);
  const loud = await beside(site, 'loud');
  const [before, after] = [percentile(quiet.times, 0.99), percentile(loud.times, 0.99)];
  return [
    figure(
      'p99 of uncached pages beside a healthy / a crashing process',
      `${milliseconds(before)} / ${milliseconds(after)}`,
    ),
    atMost('p99 beside a crashing process, difference', after - before, 20, milliseconds),
    atMost('failed uncached pages of other apps', loud.failed, 0),
  ];
}

/** Requests 200 uncached pages of one app while a visitor requests pages of another. */
async function beside(site: HostileSite, mark: string): Promise<{ times: number[]; failed: number }> {
  const asking = { over: false };
  const others = (async () => {
    for (let index = 0; !asking.over; index++) await site.visit(`/terms?q=${mark}-${index}`);
  })();
  const times: number[] = [];
  let failed = 0;
  for (let index = 0; index < 200; index++) {
    const headers = { 'x-forwarded-for': `198.51.${index}.9` };
    const began = performance.now();
    const response = await fetch(`${site.gateway.url}/portfolio?category=${mark}-${index}`, { headers });
    await response.text();
    times.push(performance.now() - began);
    failed += Number(!response.ok);
  }
  asking.over = true;
  await others;
  return { times, failed };
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
      ...atMost('rollback during the slowest admission', took, 2_000, milliseconds),
      ok: answer.startsWith('200') && took <= 2_000,
    },
  ];
}

/** The number of the rendering that starts the work; admission and prerendering come before. */
const WORKS_FROM = 20;
/** A page takes a few ms; a page in a process that works in blocks of 900 ms takes longer than this. */
const WORKS_MS = 300;

async function idleCpu(site: HostileSite): Promise<Row[]> {
  const works = `setInterval(() => { const end = Date.now() + 900; while (Date.now() < end); }, 1);`;
  const published = await laterDoes(`if (rendered === ${WORKS_FROM}) ${works}`, 0)(site);
  if (!published.startsWith('live')) throw new Error(published);
  const ends = async (): Promise<number> => {
    const metrics = await site.operate(site.gateway.token, 'GET', '/-/metrics');
    return Number(/^voltframe_render_process_ends_total (\d+)/m.exec(metrics)?.[1]);
  };
  const before = await ends();
  // A process may work during a call: after the first slow call, no further one is sent.
  for (let index = 0; index < 2 * WORKS_FROM; index++)
    if ((await timed(`${site.gateway.url}/terms?q=${index}`)) > WORKS_MS) break;
  const began = performance.now();
  while ((await ends()) === before && performance.now() - began < 20_000) await pause(50);
  const took = performance.now() - began;
  return [atMost('time until a process that works between calls is stopped', took, 5_000, milliseconds)];
}

async function memory(site: HostileSite): Promise<Row[]> {
  const { gateway } = site;
  const addresses = ['/portfolio?category=m', '/blog?tag=m'];
  for (const address of addresses)
    await requestMany(
      300,
      (index) => `${gateway.url + address}${index}`,
      (index) => ({ 'x-forwarded-for': `203.0.${index % 250}.9` }),
    );
  await requestMany(300, (index) => `${gateway.url}/nothing-${index}`);
  const [own, ...children] = familyOf(gateway.pid).map(anonymousBytes);
  const sum = (own ?? 0) + children.reduce((total, bytes) => total + bytes, 0);
  return [
    figure(
      'anonymous memory after 300 renders: gateway + processes = all',
      `${megabytes(own ?? 0)} + ${children.map(megabytes).join(' + ')} = ${megabytes(sum)}`,
    ),
    atMost('all, against one process for all apps (330 MB)', sum / ONE_PROCESS_BYTES, 1.35, ratio),
  ];
}

async function starts(): Promise<Row[]> {
  const { loaded, bare } = await startTimes();
  return [
    figure(
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

async function requestMany(
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
