import { availableParallelism, loadavg } from 'node:os';
import { type Row, formatTable } from './support/table.ts';

/** A benchmark of `npm run bench -- <name…> [/path…] [count]`. */
export interface Bench {
  title: string;
  /**
   * @param paths the pages that a benchmark of single pages measures; empty: all pages.
   * @param count number of repetitions of a benchmark that supports it: `npm run bench -- deploys 1000`.
   */
  measure(paths: readonly string[], count?: number): Promise<Row[]>;
}

const BENCHES: Record<string, () => Promise<{ default: Bench }>> = {
  'first-load': () => import('./first-load.ts'),
  'cached-page': () => import('./cached-page.ts'),
  'uncached-render': () => import('./uncached-render.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  'lighthouse-http2': async () => ({ default: (await import('./lighthouse.ts')).http2 }),
  navigation: () => import('./navigation.ts'),
  deploys: () => import('./deploys.ts'),
  dev: () => import('./dev.ts'),
  upstreams: () => import('./upstreams.ts'),
  catalogue: () => import('./catalogue.ts'),
  clicks: () => import('./clicks.ts'),
  interactions: () => import('./interactions.ts'),
  search: () => import('./search.ts'),
  differences: () => import('./differences.ts'),
  reports: () => import('./reports.ts'),
  personal: () => import('./personal.ts'),
  independence: () => import('./independence.ts'),
  starts: () => import('./starts.ts'),
  'large-site': () => import('./large-site.ts'),
  memory: () => import('./memory.ts'),
  'thread-time': () => import('./thread-time.ts'),
};

const words = process.argv.slice(2);
const paths = words.filter((word) => word.startsWith('/'));
const count = words.map(Number).find((number) => number > 0);
const requested = words.filter((word) => !word.startsWith('/') && !/^\d+$/.test(word));
const names = requested.length > 0 ? requested : Object.keys(BENCHES);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`unknown bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  process.exit(2);
}

let missed = 0;
for (const name of names) {
  const { default: bench } = await BENCHES[name]!();
  const rows = await bench.measure(paths, count);
  console.log(formatTable(bench.title, rows));
  // Times are comparable only on an idle machine.
  console.log(`load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores\n`);
  missed += rows.filter(({ ok }) => ok === false).length;
}
console.log(missed === 0 ? 'all bars are met' : `${missed} bars are missed`);
process.exitCode = missed === 0 ? 0 : 1;
