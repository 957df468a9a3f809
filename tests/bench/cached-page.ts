import type { Bench } from './run.ts';
import { listen } from './support/listener.ts';
import { type ServerProcess, startServer, withSite } from './support/server-process.ts';
import { type Row, atLeast, ratio, figure } from './support/table.ts';
import { comparePerCpuSecond } from './support/throughput.ts';

/** The largest page, and a small one. */
const PAGES = ['/', '/terms'];

const bench: Bench = {
  title: 'Cached pages against a bare node:http server, answers per CPU second',
  async measure() {
    return withSite({}, async (site) => {
      const rows: Row[] = [];
      const { headers } = await fetch(site.url);
      // As the client requests it: with the composition of its document.
      const payload = `/blog/_payload.json?${headers.get('x-composition')}`;
      for (const path of [...PAGES, payload]) rows.push(...(await compare(site, path)));
      return [...rows, ...(await compareTraced(site))];
    });
  },
};
export default bench;

async function compare(site: ServerProcess, path: string): Promise<Row[]> {
  const bare = await startServer('tests/bench/bare-answer.ts', { args: [site.url + path] });
  try {
    const [ours, theirs] = await comparePerCpuSecond(
      { server: site, url: site.url + path, encoding: 'br' },
      { server: bare, url: bare.url + path, encoding: 'br' },
    );
    return [
      figure(`${path} gateway / bare`, `${ours.toFixed(0)} / ${theirs.toFixed(0)}`),
      atLeast(path, ours / theirs, 0.9, ratio),
    ];
  } finally {
    await bare.stop();
  }
}

/** Compares with a gateway that traces 1 % of the requests and sends the traces to a collector. */
async function compareTraced(site: ServerProcess): Promise<Row[]> {
  const collector = await listen(
    (request, response) => void request.resume().on('end', () => response.end('{}')),
  );
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0.01' };
  return withSite({ env }, async (traced) => {
    const [on, off] = await comparePerCpuSecond(
      { server: traced, url: `${traced.url}/`, encoding: 'br' },
      { server: site, url: `${site.url}/`, encoding: 'br' },
    );
    return [
      figure('/ with traces of 1 % / without', `${on.toFixed(0)} / ${off.toFixed(0)}`),
      atLeast('/ with traces of 1 %', on / off, 0.97, ratio),
    ];
  }).finally(() => collector.close());
}
