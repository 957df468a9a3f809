/**
 * Two gateways on one PostgreSQL, with visitors that a balancer sends to either. Deploys go to one or both in parallel,
 * one gateway is killed (SIGKILL) and restarts with an empty folder, and the database is killed and restarts. No
 * request to a running gateway may fail, acknowledged releases are live, and both gateways have the same composition at
 * the end. npm run fault -- replicas [rounds=4]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../bench/support/waiting.ts';
import { type AppName, APPS, changedDraft } from './draft-release.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { pushDrafts } from './push-drafts.ts';
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.ts';

const rounds = Number(process.argv[2] ?? 4);
const TIME_LIMIT_MS = 8 * 60_000;
/** The limit in which a gateway follows a deploy of the other. */
const FOLLOW_LIMIT_MS = 30_000;
const VISITORS_PER_GATEWAY = 2;
const PAUSE_MS = 50;
const OUTAGE_MS = 5_000;
const PAGES = ['/', '/about', '/blog', '/terms'];
type Name = 'one' | 'two';
const other = (name: Name): Name => (name === 'one' ? 'two' : 'one');

interface Figures {
  requests: number;
  failures: string[];
  /** Failed requests to the killed gateway. */
  cutOff: number;
  followedMs: number[];
  /** Acknowledged releases that are not live. */
  lost: string[];
  unacknowledged: number;
  acknowledged: number;
  backMs: number;
  /** Requests while the database was away. */
  duringOutage: number;
}
const figures: Figures = {
  requests: 0,
  failures: [],
  cutOff: 0,
  followedMs: [],
  lost: [],
  unacknowledged: 0,
  acknowledged: 0,
  backMs: 0,
  duringOutage: 0,
};
const gateways = {} as Record<Name, FaultGateway>;
const down = new Set<Name>();
const folders: string[] = [];
/** Digests that may be live: several only after an unanswered deploy. */
const expected = {} as Record<AppName, string[]>;
const end = new AbortController();

setTimeout(() => {
  console.error(`not done after ${TIME_LIMIT_MS / 1000} s`);
  for (const gateway of Object.values(gateways)) process.kill(gateway.pid, 'SIGKILL');
  process.exit(1);
}, TIME_LIMIT_MS).unref();

const postgres = await startTemporaryPostgres({ durable: true });
try {
  await run(postgres);
} finally {
  end.abort();
  await Promise.all(Object.values(gateways).map((gateway) => gateway.stop()));
  await postgres.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
report();

async function run(database: TemporaryPostgres): Promise<void> {
  const { url } = database;
  const start = async (name: Name): Promise<void> => {
    gateways[name] = await startFaultGateway({ dataDir: newFolder(), env: { DATABASE_URL: url } });
  };
  await Promise.all([start('one'), start('two')]);
  await deploy('one', APPS, 'first');
  const visitors = (['one', 'two'] as const).flatMap((name) =>
    Array.from({ length: VISITORS_PER_GATEWAY }, (_, index) => visit(name, index)),
  );
  for (let round = 0; round < rounds; round++) {
    const name: Name = round % 2 === 0 ? 'two' : 'one';
    await deploy(name, [round % 3 === 0 ? 'blog' : 'legal'], `round ${round}`);
    // In parallel on both: each deploy starts from a composition that the other replaces.
    await Promise.all([
      deploy(name, ['legal'], `both ${round}`),
      deploy(other(name), ['marketing'], `both ${round}`),
    ]);
  }
  const victim: Name = Math.random() < 0.5 ? 'one' : 'two';
  const deploys = [deploy(victim, ['blog'], 'cut off'), deploy(other(victim), ['legal'], 'meanwhile')];
  await sleep(Math.random() * 1_000);
  down.add(victim);
  await gateways[victim].kill();
  await Promise.all(deploys);
  await deploy(other(victim), ['marketing'], 'alone');
  const started = performance.now();
  await start(victim);
  figures.backMs = performance.now() - started;
  down.delete(victim);
  await deploy(victim, ['legal'], 'back');
  const before = figures.requests;
  await database.kill();
  await sleep(OUTAGE_MS);
  await database.start();
  await Promise.all([databaseIsBack('one'), databaseIsBack('two')]);
  figures.duringOutage = figures.requests - before;
  await deploy(victim, ['blog'], 'after the outage');
  end.abort();
  await Promise.all(visitors);
  await compareEnds();
}

/** Publishes changed releases to one gateway, and waits until the other one serves them too. */
async function deploy(name: Name, apps: AppName[], mark: string): Promise<void> {
  const drafts = apps.map((app) => changedDraft(app, `${mark} on ${name}`));
  const releases = apps.map((app, index) => ({ app, digest: drafts[index]!.release.digest }));
  const pushed = await pushDrafts(gateways[name], drafts).catch((error: unknown) => {
    if (!down.has(name)) throw error;
  });
  if (!pushed) {
    figures.unacknowledged++;
    for (const { app, digest } of releases) expected[app].push(digest);
    return;
  }
  if (!pushed.verdict?.activated) throw new Error(`${mark}: not activated: ${pushed.text}`);
  figures.acknowledged++;
  for (const { app, digest } of releases) expected[app] = [digest];
  await followed(other(name), releases);
}

async function followed(name: Name, releases: { app: AppName; digest: string }[]): Promise<void> {
  const isShown = async (): Promise<boolean> => {
    if (down.has(name)) return true;
    const live = await liveApps(gateways[name]);
    // A newer release of the app may be live already.
    return releases.every(({ app, digest }) => live[app] === digest || !expected[app].includes(digest));
  };
  const ms = await until(`${name} follows`, isShown, { limitMs: FOLLOW_LIMIT_MS, everyMs: 10 });
  if (!down.has(name)) figures.followedMs.push(ms);
}

/** Loads a page from one gateway, then its data and a script from the other one, as a balancer may send them. */
async function visit(name: Name, from: number): Promise<void> {
  for (let turn = from; !end.signal.aborted; turn++) {
    const page = PAGES[turn % PAGES.length]!;
    const document = await ask(name, page);
    const id = document?.headers.get('x-composition');
    const [script] = /\/assets\/[\w./-]+\.[0-9a-f]{8,}\.js(?=")/.exec(document?.body ?? '') ?? [];
    if (id) await ask(other(name), `${page === '/' ? '' : page}/_payload.json?${id}`);
    if (script) await ask(other(name), script);
    await sleep(PAUSE_MS);
  }
}

async function ask(name: Name, url: string): Promise<{ headers: Headers; body: string } | undefined> {
  if (down.has(name)) return undefined;
  const { pid, url: base } = gateways[name];
  try {
    const response = await fetch(base + url);
    const body = await response.text();
    figures.requests++;
    if (response.status !== 200) figures.failures.push(`${name} ${response.status} ${url}`);
    return response.status === 200 ? { headers: response.headers, body } : undefined;
  } catch (error) {
    if (down.has(name) || gateways[name].pid !== pid) figures.cutOff++;
    else figures.failures.push(`${name} ${String(error)} ${url}`);
    return undefined;
  }
}

async function compareEnds(): Promise<void> {
  const ends = await Promise.all([liveApps(gateways.one), liveApps(gateways.two)]);
  const ids = await Promise.all([liveId(gateways.one), liveId(gateways.two)]);
  if (ids[0] !== ids[1]) figures.lost.push(`the gateways have ${ids.join(' and ')}`);
  for (const [app, digests] of Object.entries(expected))
    for (const live of ends)
      if (!digests.includes(live[app] ?? ''))
        figures.lost.push(`${app} is not the last acknowledged release`);
}

/** Resolves when a gateway has noticed the database, and accepts publishes again. */
async function databaseIsBack(name: Name): Promise<void> {
  const { opsUrl, token } = gateways[name];
  const headers = { authorization: `Bearer ${token}` };
  await until(`${name} sees the database`, async () =>
    /^voltframe_database_up(?:\{.*\})? 1$/m.test(
      await (await fetch(`${opsUrl}/-/metrics`, { headers })).text(),
    ),
  );
}

async function liveApps(gateway: FaultGateway): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${gateway.token}` };
  const response = await fetch(`${gateway.opsUrl}/-/composition`, { headers });
  return ((await response.json()) as { apps: Record<string, string> }).apps;
}

async function liveId({ url }: FaultGateway): Promise<string> {
  return ((await (await fetch(`${url}/-/ready`)).json()) as { composition: string }).composition;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-replica-'));
  folders.push(folder);
  return folder;
}

function report(): void {
  const { duringOutage, requests, failures, cutOff, acknowledged, unacknowledged, lost, followedMs, backMs } =
    figures;
  const sorted = followedMs.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  console.log(
    `${requests} requests (${duringOutage} without the database), ${failures.length} failed; ` +
      `${cutOff} in flight at the gateway that was killed`,
  );
  console.log(`${acknowledged} deploys acknowledged, ${unacknowledged} cut off, ${lost.length} lost`);
  console.log(
    `the other gateway followed after ${median.toFixed(0)} ms (median), ${sorted.at(-1)?.toFixed(0)} ms (longest)`,
  );
  console.log(`started again with an empty folder: serving after ${backMs.toFixed(0)} ms`);
  for (const line of [...new Set(failures), ...new Set(lost)].slice(0, 20)) console.error(`  ${line}`);
  process.exitCode = failures.length + lost.length === 0 ? 0 : 1;
}
