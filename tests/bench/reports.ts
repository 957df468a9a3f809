import { setTimeout as sleep } from 'node:timers/promises';
import type { ViewReport } from '@voltframe/kit/contract/reports/view-report';
import type { Bench } from './run.ts';
import { type SiteProcess, withSite } from './support/server-process.ts';
import { atLeast, ratio, type Row, figure } from './support/table.ts';
import { comparePerCpuSecond } from './support/throughput.ts';

/** Interval of reports. */
const EVERY_MS = 100;

/** The cost of reports for the visitors of cached pages. */
const bench: Bench = {
  title: 'Cached pages while browsers send reports, against a gateway without reports',
  async measure() {
    const env = { REPORTS: 'on', TRUST_PROXY: '127.0.0.1' };
    return withSite({ env: { REPORTS: 'off' } }, (off) => withSite({ env }, (on) => compare(on, off)));
  },
};
export default bench;

async function compare(on: SiteProcess, off: SiteProcess): Promise<Row[]> {
  const reporting = new AbortController();
  const reports = report(on, reporting.signal);
  const [ours, theirs] = await comparePerCpuSecond(
    { server: on, url: `${on.url}/`, encoding: 'br' },
    { server: off, url: `${off.url}/`, encoding: 'br' },
  ).finally(() => reporting.abort());
  return [
    figure('/ with reports / without', `${ours.toFixed(0)} / ${theirs.toFixed(0)}`),
    atLeast('/ with reports', ours / theirs, 0.97, ratio),
    ...(await reports),
  ];
}

/** Sends vitals and errors of different visitors. @returns a row with the answers by status */
async function report({ url }: SiteProcess, signal: AbortSignal): Promise<Row[]> {
  const composition = (await fetch(url)).headers.get('x-composition')!;
  const answers = new Map<number, number>();
  for (let sent = 0; !signal.aborted; sent++) {
    const { status } = await fetch(`${url}/-/reports`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `203.0.${sent % 250}.${(sent >> 8) % 250}` },
      body: JSON.stringify(viewReport(composition, sent)),
    });
    answers.set(status, (answers.get(status) ?? 0) + 1);
    await sleep(EVERY_MS);
  }
  const list = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ');
  return [figure('answers to reports', list)];
}

function viewReport(composition: string, sent: number): ViewReport {
  const route = 'marketing.home';
  return {
    version: 1,
    composition,
    vitals: { route, lcp: 900 + sent, cls: 0.01, inp: 40, ttfb: 30, hydration: 700 },
    errors: [{ kind: 'event', app: 'marketing', route, message: `bench ${sent % 5}`, times: 1 }],
  };
}
