/**
 * Updates two gateways on one PostgreSQL to the next version in turn, goes back, and updates them again. The next
 * version is planted (next-version.ts). Meanwhile visitors request pages and their parts from both, 20 times a second,
 * and releases are published to both versions. No request may fail or be answered by another composition, no gateway
 * may exit, and the parts of the first pages are answered at the end: payloads, scripts, islands, icons and forms. A
 * release of the next contract waits while a gateway of this version is there. npm run fault -- upgrade
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { islandKey } from '@voltframe/kit/contract/page/island';
import type { Status } from '@voltframe/kit/contract/operations/site-status';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { hash } from 'ohash';
import { within } from '../bench/support/waiting.ts';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { type AppName, APPS, changedDraft, seal } from './draft-release.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { nextContract, plantNextVersion } from './next-version.ts';
import { pushDrafts } from './push-drafts.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

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
type Version = 'this' | 'next';

interface Running extends FaultGateway {
  version: Version;
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
/** Addresses in the first pages, with the composition that must answer. */
const parts = new Map<string, string | undefined>();
const folders: string[] = [];
const end = new AbortController();

const next = plantNextVersion();
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
  next.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
console.log(`${requests} requests, ${failures.length} failed; ${publishes} publishes`);
for (const line of [...new Set(failures)].slice(0, 30)) console.error(`  ${line}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function run(): Promise<void> {
  const start = async (name: Name, version: Version): Promise<void> => {
    const env = { DATABASE_URL: postgres.url, ENQUIRY_LIMIT_PER_ADDRESS: '1000' };
    const token = gateways.one?.token;
    const gateway = await startFaultGateway({
      dataDir: newFolder(),
      env,
      ...(token !== undefined && { token }),
      ...(version === 'next' && { checkout: next.folder }),
    });
    gateways[name] = { ...gateway, version };
    up.add(name);
  };
  /** Replaces a gateway as an orchestrator behind a draining front does. */
  const replace = async (name: Name, version: Version): Promise<void> => {
    up.delete(name);
    await sleep(LEAVE_MS);
    if (hasEnded(gateways[name].pid)) failures.push(`${name} (${gateways[name].version}) exited`);
    await gateways[name].stop();
    await start(name, version);
    console.log(`${name} has the version ${version}`);
    await askParts(`after ${name} became ${version}`);
  };

  for (const name of NAMES) await start(name, 'this');
  await deploy('one', APPS);
  for (const page of PAGES) await openPage(page);
  const began = performance.now();
  const visitors = NAMES.flatMap((name) =>
    Array.from({ length: VISITORS_PER_GATEWAY }, (_, index) => visit(name, index)),
  );
  const deployAll = async (contract?: number): Promise<void> => {
    await deploy('two', APPS, contract);
    await Promise.all([deploy('one', ['blog'], contract), deploy('two', ['marketing'], contract)]);
  };
  for (const version of ['next', 'this', 'next'] as const) {
    await replace('one', version);
    await deploy('one', ['blog']);
    await deploy('two', ['legal']);
    const [newer] = NAMES.filter((name) => gateways[name].version === 'next');
    await waits(newer!);
    await replace('two', version);
    await deployAll();
  }
  // This version does not serve releases for the next contract, so the gateways cannot go back after this.
  await deployAll(nextContract());
  end.abort();
  await Promise.all(visitors);
  console.log(`visitors: ${(visits / ((performance.now() - began) / 1_000)).toFixed(1)} requests a second`);
  const { gateways: fleet = [] } = (await call('one', 'status')) as Status;
  if (fleet.length !== 2) failures.push(`${fleet.length} gateways are announced in the end`);
}

/** Publishes changed releases for a contract. @returns the verdict, which names their digests */
async function publish(name: Name, apps: AppName[], contract?: number): Promise<Verdict> {
  const mark = `${++publishes}`;
  const drafts = apps.map((app) => {
    const draft = changedDraft(app, mark);
    if (contract !== undefined) draft.release.contract = contract;
    seal(draft);
    return draft;
  });
  const { text, verdict } = await pushDrafts(gateways[name], drafts);
  if (!verdict) throw new Error(text);
  return verdict;
}

/** Publishes a release of the next contract while a gateway of this version is there: it waits. Withdraws it then. */
async function waits(name: Name): Promise<void> {
  const verdict = await publish(name, ['legal'], nextContract());
  const codes = verdict.checks.map(({ code }) => code).join();
  if (verdict.activated || codes !== 'ADMISSION_GATEWAY')
    failures.push(`a release of the next contract does not wait for the gateways: ${codes || 'it is live'}`);
  const headers = { authorization: `Bearer ${gateways[name].token}` };
  const address = `${gateways[name].opsUrl}/-/releases/legal/withdraw`;
  const { status } = await fetch(address, { method: 'POST', headers });
  if (status !== 200) failures.push(`the waiting release cannot be withdrawn: ${status}`);
}

/** Publishes changed releases, and waits until both gateways serve them. */
async function deploy(name: Name, apps: AppName[], contract?: number): Promise<void> {
  const verdict = await publish(name, apps, contract);
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
  let due = performance.now();
  for (let turn = from; !end.signal.aborted; turn++) {
    const page = PAGES[turn % PAGES.length]!;
    const document = await ask(home, page);
    visits += 3;
    const [script] = /\/assets\/[\w./-]+\.[0-9a-f]{8,}\.js(?=")/.exec(document?.body ?? '') ?? [];
    const away = home === 'one' ? 'two' : 'one';
    if (document) await ask(away, payloadOf(page, document.id), document.id);
    if (script) await ask(away, script);
    due = Math.max(due + intervalMs, performance.now() - intervalMs);
    await sleep(Math.max(0, due - performance.now()));
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
    if (response.status !== 200)
      failures.push(`${name} (${version}) ${response.status} ${url} ${body.slice(0, 200)}`);
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
