/**
 * Updates two gateways on one PostgreSQL from an earlier version in turn, goes back, and updates them again. Meanwhile
 * visitors request pages and their parts from both, 20 times a second, and releases are published to both versions. No
 * request may fail or be answered by another composition, no gateway may exit, and the parts of pages of the earlier
 * version are answered at the end: payloads, scripts, islands, icons and forms.
 * npm run fault -- upgrade [commit of the earlier version]
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { islandKey } from '@voltframe/kit/contract/page/island';
import type { Status } from '@voltframe/kit/contract/operations/site-status';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { hash } from 'ohash';
import { root } from '../../scripts/apps.ts';
import { within } from '../bench/support/waiting.ts';
import { type AppName, APPS } from './draft-release.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { publishChanged } from './push-drafts.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

/** The last commit of version 1.4.0. */
const EARLIER = 'f77af43a';
const TIME_LIMIT_MS = 15 * 60_000;
/** Requests of all visitors a second. */
const RATE = 20;
const VISITORS_PER_GATEWAY = 6;
/** The time without requests before a gateway is stopped, in milliseconds. */
const LEAVE_MS = 500;
const FOLLOW_LIMIT_MS = 30_000;
const PAGES = ['/', '/about', '/blog', '/careers', '/contact', '/terms'];
const ICONS = '/api/_nuxt_icon/lucide.json?icons=menu,x';
type Name = 'one' | 'two';
const NAMES: Name[] = ['one', 'two'];

interface Running extends FaultGateway {
  version: string;
}
const gateways = {} as Record<Name, Running>;
/** The gateways that receive requests. */
const up = new Set<Name>();
const failures: string[] = [];
let requests = 0;
let publishes = 0;
let posts = 0;
/** Requests of visitors. */
let visits = 0;
/** Addresses in pages of the earlier version, with the composition that must answer. */
const parts = new Map<string, string | undefined>();
const folders: string[] = [];
const end = new AbortController();

const earlier = buildEarlierVersion(process.argv[2] ?? EARLIER);
setTimeout(() => {
  console.error(`not done after ${TIME_LIMIT_MS / 1000} s`);
  for (const gateway of Object.values(gateways)) process.kill(gateway.pid, 'SIGKILL');
  process.exit(1);
}, TIME_LIMIT_MS).unref();

const postgres = await startTemporaryPostgres({ durable: true });
try {
  await run();
} finally {
  end.abort();
  await Promise.all(Object.values(gateways).map((gateway) => gateway.stop()));
  await postgres.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
console.log(`${requests} requests, ${failures.length} failed; ${publishes} publishes`);
for (const line of [...new Set(failures)].slice(0, 30)) console.error(`  ${line}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/**
 * Extracts a commit and builds it, in a temporary folder that is reused.
 * @throws if the history does not contain the commit, as in a shallow clone.
 */
function buildEarlierVersion(commit: string) {
  console.log(`building ${commit}`);
  const folder = path.join(tmpdir(), `voltframe-version-${commit}`);
  const whole = path.join(folder, '.whole');
  if (!existsSync(whole)) {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    // Standard output is for the results of this program.
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 2, 2] });
    writeFileSync(whole, '');
  }
  return {
    folder,
    /** @returns the token of an operator, created with the command of that version. */
    operatorToken: (env: Record<string, string>): string =>
      execFileSync(process.execPath, ['scripts/operator-token.ts', 'faults'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...env },
        encoding: 'utf8',
      }).trim(),
  };
}

async function run(): Promise<void> {
  let token = '';
  const start = async (name: Name, version: 'earlier' | 'today'): Promise<void> => {
    const checkout = version === 'earlier' ? earlier.folder : root;
    const env = { DATABASE_URL: postgres.url, ENQUIRY_LIMIT_PER_ADDRESS: '1000' };
    const gateway = await startFaultGateway({ dataDir: newFolder(), token, env, checkout });
    gateways[name] = { ...gateway, version };
    up.add(name);
  };
  /** Replaces a gateway as an orchestrator behind a draining front does. */
  const replace = async (name: Name, version: 'earlier' | 'today'): Promise<void> => {
    up.delete(name);
    await sleep(LEAVE_MS);
    if (hasEnded(gateways[name].pid)) failures.push(`${name} (${gateways[name].version}) exited`);
    await gateways[name].stop();
    await start(name, version);
    console.log(`${name} has the version ${version}`);
    await askParts(`after ${name} became ${version}`);
  };

  await start('one', 'earlier');
  // The command needs the site that the gateway has created.
  token = earlier.operatorToken({ DATA_DIR: gateways.one.dataDir, DATABASE_URL: postgres.url });
  gateways.one.token = token;
  await start('two', 'earlier');
  await deploy('one', APPS, earlier.folder);
  for (const page of PAGES) await openPage(page);
  const began = performance.now();
  const visitors = NAMES.flatMap((name) =>
    Array.from({ length: VISITORS_PER_GATEWAY }, (_, index) => visit(name, index)),
  );
  const deployAll = async (built: string): Promise<void> => {
    await deploy('two', APPS, built);
    await Promise.all([deploy('one', ['blog'], built), deploy('two', ['marketing'], built)]);
  };
  for (const version of ['today', 'earlier', 'today'] as const) {
    await replace('one', version);
    await deploy('one', ['blog'], earlier.folder);
    await deploy('two', ['legal'], earlier.folder);
    await replace('two', version);
    await deployAll(earlier.folder);
  }
  // The earlier version does not serve releases for a later contract, so the gateways cannot go back after this.
  await deployAll(root);
  end.abort();
  await Promise.all(visitors);
  console.log(`visitors: ${(visits / ((performance.now() - began) / 1_000)).toFixed(1)} requests a second`);
  const { gateways: fleet = [] } = (await call('one', 'status')) as Status;
  if (fleet.length !== 2) failures.push(`${fleet.length} gateways are announced in the end`);
}

/** Publishes changed releases, and waits until both gateways serve them. */
async function deploy(name: Name, apps: AppName[], checkout: string): Promise<void> {
  const verdict = await publishChanged(gateways[name], apps, `${++publishes}`, checkout);
  if (!verdict.activated) {
    failures.push(
      `${apps.join()} on ${name} (${gateways[name].version}): ${JSON.stringify(verdict).slice(0, 900)}`,
    );
    return;
  }
  const shows = async (one: Name): Promise<boolean> => {
    const { apps: live } = (await call(one, 'composition')) as Partial<Composition>;
    return verdict.releases.every(({ app, digest }) => live?.[app] === digest);
  };
  if (!(await within(FOLLOW_LIMIT_MS, async () => (await Promise.all(NAMES.map(shows))).every(Boolean))))
    failures.push(`${apps.join()} on ${name}: the other gateway does not serve it`);
}

async function call(name: Name, operation: 'status' | 'composition'): Promise<unknown> {
  const headers = { authorization: `Bearer ${gateways[name].token}` };
  return (await fetch(`${gateways[name].opsUrl}/-/${operation}`, { headers })).json();
}

async function openPage(page: string): Promise<void> {
  const composition = (await call('one', 'composition')) as Composition;
  const { body = '', id = '' } = (await ask('one', page)) ?? {};
  parts.set(payloadOf(page, id), id);
  for (const [script] of body.matchAll(/\/assets\/[\w./-]+\.[0-9a-f]{8,}\.(?:js|css)\b/g))
    parts.set(script, undefined);
  for (const name of Object.keys(composition.islands))
    parts.set(`/__nuxt_island/${islandKey(name, {}, hash)}.json?composition=${id}`, id);
  parts.set(ICONS, undefined);
}

/** Requests all parts of the first pages from every running gateway, and posts every form. */
async function askParts(when: string): Promise<void> {
  const before = failures.length;
  for (const name of up) {
    for (const [url, id] of parts) await ask(name, url, id);
    await postForms(name);
  }
  for (let index = before; index < failures.length; index++) failures[index] += ` ${when}`;
}

async function postForms(name: Name): Promise<void> {
  const of = { name: 'Ada', email: `ada${++posts}@example.test`, consent: 'yes' };
  const message = `A message of some words, number ${posts}.`;
  const contact = { ...of, contract: 'contact@1', topic: 'robotics', message };
  await post(name, '/api/contact', new URLSearchParams(contact));
  await post(name, '/api/subscribe', new URLSearchParams({ email: of.email, contract: 'subscribe@1' }));
  const application = new FormData();
  const fields = { ...of, contract: 'application@1', role: 'platform-engineer', message };
  for (const [field, value] of Object.entries(fields)) application.set(field, value);
  application.set('cv', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'cv.pdf');
  await post(name, '/api/applications', application);
}

async function post(name: Name, url: string, body: URLSearchParams | FormData): Promise<void> {
  requests++;
  const response = await fetch(gateways[name].url + url, { method: 'POST', body, redirect: 'manual' });
  const text = await response.text();
  if (response.status !== 303)
    failures.push(`${name} (${gateways[name].version}) ${response.status} POST ${url} ${text.slice(0, 200)}`);
}

/** Loads a page from one gateway, then its data and a script from the other one, as a balancer may send them. */
async function visit(home: Name, from: number): Promise<void> {
  const intervalMs = (3 * NAMES.length * VISITORS_PER_GATEWAY * 1_000) / RATE;
  let next = performance.now();
  for (let turn = from; !end.signal.aborted; turn++) {
    const page = PAGES[turn % PAGES.length]!;
    const document = await ask(home, page);
    visits += 3;
    const [script] = /\/assets\/[\w./-]+\.[0-9a-f]{8,}\.js(?=")/.exec(document?.body ?? '') ?? [];
    const away = home === 'one' ? 'two' : 'one';
    if (document) await ask(away, payloadOf(page, document.id), document.id);
    if (script) await ask(away, script);
    next = Math.max(next + intervalMs, performance.now() - intervalMs);
    await sleep(Math.max(0, next - performance.now()));
  }
}

function payloadOf(page: string, id: string): string {
  return `${page === '/' ? '' : page}/_payload.json?${id}`;
}

/** @param id the composition that must answer. */
async function ask(
  wanted: Name,
  url: string,
  id?: string,
): Promise<{ body: string; id: string } | undefined> {
  const name = up.has(wanted) ? wanted : [...up][0]!;
  const { url: base, version } = gateways[name];
  requests++;
  try {
    const response = await fetch(base + url);
    const body = await response.text();
    const answered = response.headers.get('x-composition') ?? '';
    if (response.status !== 200) failures.push(`${name} (${version}) ${response.status} ${url}`);
    else if (id !== undefined && answered !== id)
      failures.push(`${name} (${version}) mixed ${url}: ${answered}`);
    else return { body, id: answered };
  } catch (error) {
    failures.push(`${name} (${version}) ${String(error)} ${url}`);
  }
  return undefined;
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-upgrade-'));
  folders.push(folder);
  return folder;
}
