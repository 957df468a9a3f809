/**
 * Two visitors request personal data and pages in turn, from two gateways on one PostgreSQL, behind nginx with a cache.
 * Meanwhile an app is deployed and previewed. The backend answers with the session of the request. No answer to one
 * visitor may contain the session of the other, and no page, cache file or gateway file either session. A second cache,
 * which ignores the caching headers, proves that the search finds mixed answers. npm run fault -- personal
 * [requests=20000]
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { remoteRelease, shellRelease } from '../../gateway/test/fixtures/fixture-release.ts';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import { listen } from '../bench/support/listener.ts';
import { until } from '../bench/support/waiting.ts';
import { programOf, runNginx } from '../front/fronts.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { pushDrafts } from './push-drafts.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

const REQUESTS = Number(process.argv[2] ?? 20_000);
/** Parallel requests of each visitor. A gateway accepts eight of one network. */
const CLIENTS = 3;
const BLUNT_REQUESTS = 100;
const CHANGE_PAUSE_MS = 500;
const SLOWEST_ANSWER_MS = 6;
const SITE = 'https://site.example';
const PERSONAL = '/-/personal/docs/account';
const PAGES = ['/docs', '/docs/_payload.json', '/assets/docs/page.0000000002.js', '/nowhere'];

/** The session of each visitor. */
const SESSIONS = { ada: randomBytes(24).toString('hex'), bob: randomBytes(24).toString('hex') };
type Visitor = keyof typeof SESSIONS;

const figures = { personal: 0, pages: 0, kept: 0, inPreview: 0, deploys: 0, previews: 0, blunt: 0 };
/** Answers and files with the session of another visitor. */
const foreign: string[] = [];
const failures: string[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-personal-'));
const end = new AbortController();
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
let previewCookie = '';

try {
  await run();
} finally {
  end.abort();
  for (const stop of stops.toReversed()) await stop();
}

async function run(): Promise<void> {
  const database = await startTemporaryPostgres({ durable: false });
  stops.push(() => database.remove());
  const env = { DATABASE_URL: database.url, SITE_URL: SITE, UPSTREAMS: await startBackend() };
  const gateways: FaultGateway[] = [];
  for (const name of ['one', 'two']) {
    const gateway = await startFaultGateway({ dataDir: newFolder(name), env });
    stops.push(() => gateway.stop());
    gateways.push(gateway);
  }
  const first = await pushDrafts(gateways[0]!, [shellRelease(), docs(0)]);
  if (!first.verdict?.activated) throw new Error(`the site is not live: ${first.text}`);
  for (const { url } of gateways) await serves(url);
  const caches = await startCaches(gateways);
  const changes = changeReleases(gateways, caches.careful);
  let left = REQUESTS;
  const client = async (visitor: Visitor): Promise<void> => {
    for (let turn = 0; left-- > 0; turn++) {
      await askPersonal(caches.careful, visitor, turn);
      if (turn % 4 === 0) await askPage(caches.careful, visitor, PAGES[(turn / 4) % PAGES.length]!);
    }
  };
  const visitors = (['ada', 'bob'] as const).flatMap((visitor) =>
    Array.from({ length: CLIENTS }, () => client(visitor)),
  );
  await Promise.all(visitors);
  end.abort();
  await changes;
  for (const name of ['careful', 'one', 'two']) searchFiles(name);
  for (let turn = 0; turn < BLUNT_REQUESTS; turn++)
    await askBlunt(caches.blunt, turn % 2 === 0 ? 'ada' : 'bob');
  report();
}

/** Starts a backend that answers with the session, also in a cookie. @returns the operator's file for it */
async function startBackend(): Promise<string> {
  const backend = await listen((request, response) => {
    const session = /(?:^|; )sid=(\w+)$/.exec(request.headers.cookie ?? '')?.[1];
    const headers = {
      'content-type': 'application/json',
      // A wrong header of the backend, which the gateway must replace.
      'cache-control': 'public, max-age=600',
      ...(request.method === 'POST' && { 'set-cookie': `sid=${session}; Path=/` }),
    };
    const body = JSON.stringify({ session, cookies: request.headers.cookie });
    const answer = () => response.writeHead(200, headers).end(body);
    request.resume().once('end', () => setTimeout(answer, Math.random() * SLOWEST_ANSWER_MS));
  });
  stops.push(backend.close);
  const file = path.join(folder, 'upstreams.yml');
  const visitor = 'visitor: { cookies: [sid], perMinute: 100000 }';
  writeFileSync(file, `account: { url: '${backend.url}', apps: [docs], perSecond: 10000, ${visitor} }\n`);
  return file;
}

/** A release that differs from all others. */
function docs(version: number) {
  const page = `{ Component: () => '<h1>Release ${version}</h1>' }`;
  return remoteRelease({
    server: `module.exports = { pages: { 'docs.home': ${page} }, islands: {}, guards: {} };`,
    change(release) {
      release.personal = { account: { paths: ['/me', '/orders/*'], methods: ['GET', 'POST'] } };
    },
  });
}

/** Deploys and previews in turn, on alternating gateways. */
async function changeReleases(gateways: FaultGateway[], front: string): Promise<void> {
  for (let version = 1; !end.signal.aborted; version++) {
    const gateway = gateways[version % 2]!;
    const { text, verdict } = await pushDrafts(gateway, [docs(version)]);
    if (verdict?.activated) figures.deploys++;
    else failures.push(`deploy ${version}: ${text.slice(0, 200)}`);
    const previewed = await pushDrafts(gateway, [docs(version + 0.5)], undefined, '?preview=1');
    if (previewed.verdict?.previewUrl) {
      const address = front + new URL(previewed.verdict.previewUrl).pathname;
      const entered = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } });
      previewCookie = entered.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      if (previewCookie) figures.previews++;
    } else failures.push(`preview ${version}: ${previewed.text.slice(0, 200)}`);
    await sleep(CHANGE_PAUSE_MS, undefined, { signal: end.signal }).catch(() => {});
  }
}

/** Requests the same addresses for both visitors, sometimes with POST or in a preview. */
async function askPersonal(front: string, visitor: Visitor, turn: number): Promise<void> {
  const url = `${PERSONAL}${turn % 3 === 0 ? '/orders/7?page=2' : '/me'}`;
  const inPreview = turn % 7 === 0 && previewCookie !== '';
  const post = turn % 10 === 0 && { method: 'POST', body: '{"page":1}' };
  const { status, whole } = await ask(front + url, visitor, inPreview ? previewCookie : '', post || {});
  figures.personal++;
  if (inPreview) figures.inPreview++;
  if (status !== 200 || !whole.includes(SESSIONS[visitor]))
    failures.push(`${url}: ${status} ${whole.slice(-200)}`);
  if (whole.includes(SESSIONS[otherOf(visitor)])) foreign.push(`${url} as ${visitor}`);
}

async function askPage(front: string, visitor: Visitor, page: string): Promise<void> {
  const { status, whole, cache } = await ask(front + page, visitor, '', {});
  figures.pages++;
  if (cache === 'HIT') figures.kept++;
  if (status !== (page === '/nowhere' ? 404 : 200)) failures.push(`${page}: ${status}`);
  for (const session of Object.values(SESSIONS))
    if (whole.includes(session)) foreign.push(`${page} as ${visitor}`);
}

async function askBlunt(front: string, visitor: Visitor): Promise<void> {
  const { whole } = await ask(`${front}${PERSONAL}/me`, visitor, '', {});
  if (whole.includes(SESSIONS[otherOf(visitor)])) figures.blunt++;
}

/** @returns the headers and the body of the answer as one text. */
async function ask(url: string, visitor: Visitor, more: string, init: RequestInit) {
  const cookie = [`theme=dark; __Host-sid=${SESSIONS[visitor]}`, ...(more ? [more] : [])].join('; ');
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  try {
    const response = await fetch(url, { ...init, headers });
    const whole = `${JSON.stringify([...response.headers])}\n${await response.text()}`;
    return { status: response.status, whole, cache: response.headers.get('x-cache') };
  } catch (error) {
    return { status: 0, whole: String(error), cache: null };
  }
}

function otherOf(visitor: Visitor): Visitor {
  return visitor === 'ada' ? 'bob' : 'ada';
}

/** nginx in front of both gateways, with a cache that obeys caching headers and one that ignores them. */
async function startCaches(gateways: FaultGateway[]): Promise<Record<'careful' | 'blunt', string>> {
  if (programOf('nginx') === undefined) throw new Error('nginx is not installed (Debian: nginx)');
  const ports = { careful: await freePort(), blunt: await freePort() };
  const server = (name: keyof typeof ports, more: string): string =>
    `proxy_cache_path ${newFolder(name)} keys_zone=${name}:5m max_size=100m use_temp_path=off;
    server {
      listen 127.0.0.1:${ports[name]};
      location / {
        proxy_pass http://gateways; proxy_http_version 1.1; proxy_set_header Connection "";
        proxy_set_header Host ${new URL(SITE).host};
        proxy_cache ${name}; proxy_cache_key $uri$is_args$args; ${more}
        add_header x-cache $upstream_cache_status always;
      }
    }`;
  const behind = gateways.map(({ url }) => `server ${new URL(url).host};`).join(' ');
  const http = `upstream gateways { ${behind} keepalive 32; }
    ${server('careful', '')}
    ${server('blunt', 'proxy_ignore_headers Cache-Control Expires Vary Set-Cookie; proxy_cache_valid any 1m;')}`;
  const nginx = await runNginx(newFolder('nginx'), ports.careful, http);
  stops.push(nginx.stop);
  const urls = { careful: `http://127.0.0.1:${ports.careful}`, blunt: `http://127.0.0.1:${ports.blunt}` };
  await serves(urls.careful);
  return urls;
}

/** Resolves when the address serves the page. */
async function serves(url: string): Promise<void> {
  await until(`the page at ${url}`, async () => (await fetch(`${url}/docs`)).status === 200);
}

function newFolder(name: string): string {
  const made = path.join(folder, name);
  mkdirSync(made);
  return made;
}

/** Searches the folder of a cache or a gateway for sessions. */
function searchFiles(name: string): void {
  const wanted = Object.values(SESSIONS).flatMap((session) => ['-e', session]);
  const { status, stdout } = spawnSync('grep', ['-rlaF', ...wanted, path.join(folder, name)]);
  if (status === 0) foreign.push(`files: ${String(stdout).trim()}`);
  else if (status !== 1) failures.push(`${name} was not searched`);
}

function report(): void {
  const { personal, pages, kept, inPreview, deploys, previews, blunt } = figures;
  console.log(`${personal} personal requests of two visitors (${inPreview} in a preview)`);
  console.log(`${pages} pages, payloads and scripts with their cookies, ${kept} of them from the cache`);
  console.log(`meanwhile ${deploys} deploys and ${previews} previews; ${failures.length} failed`);
  console.log(`${foreign.length} answers or files with the session of another visitor`);
  console.log(`a cache that ignores the headers: ${blunt} of ${BLUNT_REQUESTS} answers are mixed`);
  for (const line of [...new Set(foreign), ...new Set(failures)].slice(0, 20)) console.error(`  ${line}`);
  const happened = kept > 0 && deploys > 0 && inPreview > 0 && blunt > 0;
  if (!happened) console.error('  a required event did not happen, so the run proves nothing');
  process.exitCode = foreign.length + failures.length === 0 && happened ? 0 : 1;
}
