import { setTimeout as pause } from 'node:timers/promises';
import { type AppName, APPS, change, changedDraft, type Draft, seal } from '../faults/draft-release.ts';
import { startFaultGateway } from '../faults/fault-gateway.ts';
import { pushDrafts } from '../faults/push-drafts.ts';
import type { Bench } from './run.ts';
import { EditedRelease } from './support/edited-release.ts';
import { type SiteProcess, withSite } from './support/server-process.ts';
import { median, percentile } from './support/statistics.ts';
import { addPosts } from './support/synthetic-posts.ts';
import { type Row, atMost, kilobytes, milliseconds, notMeasured, ratio, figure } from './support/table.ts';
import { type Met, startVisitors } from './support/visitors.ts';
import { within } from './support/waiting.ts';

const VISITORS = 4;
const QUIET_MS = 8_000;
/** Longer than any admission: a release that is not live after this time was refused. */
const LIVE_LIMIT_MS = 60_000;
/** Intervals of the checks: with and without a measurement of the time. */
const LOOK_MS = 4;
const WAIT_MS = 50;
/** Time for prerendering after the start. */
const SETTLE_MS = 5_000;
const POSTS = 10_000;
/** A single reading of the resident memory varies by 15 % with the garbage of the last renders. */
const READINGS = 20;

const bench: Bench = {
  title: 'Deploys',
  async measure(_paths, count) {
    if (count !== undefined) return manyDeploys(count);
    const few = await fewPosts();
    const parts = [withoutHydration, publishAll, () => manyPosts(few.median)];
    for (const part of parts) few.rows.push(...(await part().catch(notMeasured)));
    return few.rows;
  },
};
export default bench;

function fewPosts(): Promise<{ rows: Row[]; median: number }> {
  return withSite({ env: { RELEASE_FOLLOW: '1' } }, async (site) => {
    await pause(SETTLE_MS);
    const times = await publishLegal(site, 20);
    const rows = [
      atMost('publish to first visitor, 20 one-page changes, median', median(times), 2_500, milliseconds),
      figure('publish to first visitor, 20 one-page changes, worst', milliseconds(Math.max(...times))),
      ...(await deployUnderLoad(site, { count: 200, mostGrowth: 1.1 }).catch(notMeasured)),
    ];
    return { rows, median: median(times) };
  });
}

/** @returns ms from the publication of each change of legal to the first answer that shows it */
async function publishLegal(site: SiteProcess, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const edited = new EditedRelease(site.folders['legal']!);
    const mark = `mark-${times.length}-${count}`;
    const page = JSON.parse(edited.read('data/documents/terms.json')) as { description: string };
    edited.write('data/documents/terms.json', JSON.stringify({ ...page, description: mark }));
    const published = edited.publish();
    times.push((await shown(`${site.url}/terms`, mark)) - published);
  }
  return times;
}

/** The same changes without hydration in the admission. */
async function withoutHydration(): Promise<Row[]> {
  return withSite({ env: { RELEASE_FOLLOW: '1', ADMISSION_HYDRATION: '0' } }, async (site) => {
    await pause(SETTLE_MS);
    const times = await publishLegal(site, 20);
    return [
      atMost('publish to first visitor without hydration, median', median(times), 1_000, milliseconds),
      atMost('publish to first visitor without hydration, worst', Math.max(...times), 2_000, milliseconds),
    ];
  });
}

/** Pushes all apps together, with changed code for server and browser: every page renders and hydrates. */
async function publishAll(): Promise<Row[]> {
  const gateway = await startFaultGateway({ env: { ADMISSION_HYDRATION: '1' } });
  try {
    const times: number[] = [];
    for (let round = 0; round < 6; round++) {
      const drafts = APPS.map((app) => changedBothSides(app, round));
      const began = performance.now();
      const { text } = await pushDrafts(gateway, drafts);
      if (!text.includes('"activated":true')) throw new Error(`not activated: ${text.slice(0, 200)}`);
      await (await fetch(gateway.url)).text();
      times.push(performance.now() - began);
    }
    const [, ...changes] = times; // the first publish also starts the processes
    return [
      atMost('publish all four apps to first visitor, median of 5', median(changes), 12_000, milliseconds),
      figure('publish all four apps to first visitor, worst', milliseconds(Math.max(...changes))),
    ];
  } finally {
    await gateway.stop();
  }
}

function changedBothSides(app: AppName, round: number): Draft {
  const draft = changedDraft(app, `change ${round}`);
  const client = app === 'shell' ? 'client/main.' : `client/${app}.`;
  change(draft, client, (text) => `${text}\n// change ${round}`);
  seal(draft);
  return draft;
}

/** Only deploys under load, as many as the command line says, to measure the growth of memory. */
async function manyDeploys(count: number): Promise<Row[]> {
  return withSite({ env: { RELEASE_FOLLOW: '1' } }, async (site) => {
    await pause(SETTLE_MS);
    return await deployUnderLoad(site, { count, mostGrowth: 1.05 });
  });
}

/**
 * Deploys of the four apps in a fixed, mixed order, while visitors load pages.
 * @param mostGrowth bar of the resident memory after all deploys, divided by that after a tenth of them.
 */
async function deployUnderLoad(
  site: SiteProcess,
  { count, mostGrowth }: { count: number; mostGrowth: number },
): Promise<Row[]> {
  const quiet = await visitFor(site, () => pause(QUIET_MS));
  const step = Math.ceil(count / 10);
  const after: number[] = [];
  let refused = 0;
  const during = await visitFor(site, async () => {
    for (let i = 0; i < count; i++) {
      if (!(await deployAny(site, i))) refused++;
      after.push(site.usage().residentBytes);
    }
  });
  const resident = Array.from({ length: Math.floor(count / step) }, (_, i) =>
    median(after.slice(0, (i + 1) * step).slice(-READINGS)),
  );
  const [early = 0] = resident;
  const p99 = (met: Met): number => percentile(met.pageTimes, 0.99);
  return [
    figure(`${count} deploys: answers under load`, String(during.answers)),
    { ...atMost(`${count} deploys: did not go live`, refused, 0) },
    named(`${count} deploys: answers other than 2xx and 304`, during.failures),
    named(`${count} deploys: pages mixing compositions, assets missing`, during.mixed),
    figure(
      `resident memory after every ${step} deploys, median of ${READINGS} readings`,
      resident.map((bytes) => kilobytes(bytes)).join(', '),
    ),
    atMost(
      `resident memory after ${count} against after ${step}`,
      resident.at(-1)! / early,
      mostGrowth,
      ratio,
    ),
    figure(
      'p50 page quiet / deploying',
      `${milliseconds(median(quiet.pageTimes))} / ${milliseconds(median(during.pageTimes))}`,
    ),
    figure('p99 page quiet / deploying', `${milliseconds(p99(quiet))} / ${milliseconds(p99(during))}`),
    atMost('p99 page deploying against quiet', p99(during) / p99(quiet), 2, ratio),
  ];
}

function named(what: string, found: string[]): Row {
  const row = atMost(what, found.length, 0);
  return { ...row, measured: [row.measured, ...new Set(found.slice(0, 3))].join(' ') };
}

async function visitFor(site: SiteProcess, work: () => Promise<void>): Promise<Met> {
  const end = startVisitors(site.url, VISITORS);
  await work();
  return end();
}

const ORDER = ['legal', 'blog', 'marketing', 'shell', 'blog', 'legal', 'marketing'];

/** @returns whether the release went live */
export async function deployAny(site: SiteProcess, number: number): Promise<boolean> {
  const app = ORDER[(number * 5) % ORDER.length]!;
  const edited = new EditedRelease(site.folders[app]!);
  const script = edited.release.routes[number % Math.max(1, edited.release.routes.length)]?.js[0];
  if (script && number % 3 === 0) edited.replaceScript(script, withMark(edited.read(script), number));
  else edited.write(edited.release.server, withMark(edited.read(edited.release.server), number));
  const before = await compositionOf(site);
  edited.publish();
  return within(LIVE_LIMIT_MS, async () => (await compositionOf(site)) !== before, WAIT_MS);
}

function withMark(code: string, number: number): string {
  return `${code.replace(/\n\/\/ deploy \d+\n$/, '')}\n// deploy ${number}\n`;
}

async function compositionOf(site: SiteProcess): Promise<string> {
  const response = await fetch(`${site.url}/builds/latest.json?${Date.now()}`);
  return ((await response.json()) as { id: string }).id;
}

/** Repeats the deploys of legal with a large blog, which must not make them slower. */
async function manyPosts(withFew: number): Promise<Row[]> {
  const started = performance.now();
  const prepare = (folders: Record<string, string>): void => addPosts(folders['blog']!, POSTS);
  return withSite({ env: { RELEASE_FOLLOW: '1' }, prepare }, async (site) => {
    await within(LIVE_LIMIT_MS, async () => (await fetch(`${site.url}/blog`)).ok, LOOK_MS);
    const firstPage = performance.now() - started;
    const times = await publishLegal(site, 5);
    const id = await compositionOf(site);
    const manifest = await fetch(`${site.url}/builds/meta/${id}.json`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'br' },
    });
    return [
      figure(`${POSTS} posts: start to the first page`, milliseconds(firstPage)),
      figure(`publish legal with ${POSTS} posts, median`, milliseconds(median(times))),
      atMost(`publish legal with ${POSTS} posts against 14`, median(times) / withFew, 1.5, ratio),
      atMost(
        `manifest with ${POSTS} posts`,
        Number(manifest.headers.get('content-length')),
        4_096,
        (n) => `${n} B`,
      ),
    ];
  });
}

/** @returns the time of the first answer with the mark, `performance.now()`. @throws Error after the limit */
export async function shown(url: string, mark: string): Promise<number> {
  const isShown = async () => (await (await fetch(url)).text()).includes(mark);
  const found = await within(LIVE_LIMIT_MS, isShown, LOOK_MS);
  if (!found) throw new Error(`${url} did not show ${mark} within ${LIVE_LIMIT_MS} ms`);
  return performance.now();
}
