/**
 * node tests/faults/upstreams.ts [seconds]      (default 40)
 *
 * Loads a site whose backend is slow, dead, wrong, huge and changing in turn. In the middle the backend is dead, and
 * the gateway is killed and restarted. Fails if a page that was shown before fails, or mixes two answers of the
 * backend.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listen } from '../bench/support/listener.ts';
import { within } from '../bench/support/waiting.ts';
import { PAGES, REVALIDATE_S, writeUpstreamSite } from '../fixtures/upstream-site.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';

const SECONDS = Number(process.argv[2] ?? 40);
const CLIENTS = 6;
const MOOD_MS = 1_500;
const LAST_LIMIT_MS = 30_000;

type Mood = (response: ServerResponse, text: string) => void;
const answer: Mood = (response, text) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }));
const MOODS: Record<string, Mood> = {
  correct: answer,
  silent: () => {},
  refusing: (response) => void response.writeHead(503).end(),
  'another page': (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in'),
  truncated: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
    response.write('{"text"', () => void response.destroy());
  },
  huge: (response, text) => answer(response, text.padEnd(3_000_000, '.')),
  elsewhere: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/x' }).end(),
  dead: (response) => void response.destroy(),
};

let mood = answer;
let version = 0;
let calls = 0;
const backend = await listen((_, response) => {
  calls++;
  mood(response, `v${version}`);
});

const counts = { requests: 0, failed: 0, mixed: 0, stale: 0 };
const versions = new Set<string>();

async function look(gateway: FaultGateway): Promise<string> {
  const url = `${gateway.url}/docs/p${Math.floor(Math.random() * PAGES)}`;
  const response = await fetch(url);
  const html = await response.text();
  const [, first, own, second] = /<h1>(\S+) (\S+) (\S+)<\/h1>/.exec(html) ?? [];
  counts.requests++;
  if (response.status !== 200 || !first || !own) {
    counts.failed++;
    if (counts.failed <= 5) console.error(`${url}: ${response.status} ${response.headers.get('x-data')}`);
  }
  if (first !== second) counts.mixed++;
  if (response.headers.get('x-data') === 'stale') counts.stale++;
  versions.add(String(first));
  return `${first} ${own}`;
}

/** Sends parallel requests until the time is over. */
async function load(gateway: FaultGateway, ms: number, moods: () => void): Promise<void> {
  const end = Date.now() + ms;
  const changing = setInterval(moods, MOOD_MS);
  const client = async (): Promise<void> => {
    while (Date.now() < end) await look(gateway);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  clearInterval(changing);
}

/** Every other mood is a new answer. */
function nextMood(): void {
  const names = Object.keys(MOODS);
  mood = ++version % 2 === 0 ? answer : MOODS[names[Math.floor(Math.random() * names.length)]!]!;
}

/** @returns whether every page shows the last version within the limit. */
async function catchesUp(gateway: FaultGateway): Promise<boolean> {
  mood = answer;
  version++;
  const wanted = `v${version} v${version}`;
  const shows = (page: number): Promise<boolean> =>
    within(LAST_LIMIT_MS, async () => {
      const html = await (await fetch(`${gateway.url}/docs/p${page}`)).text();
      return html.includes(`<h1>${wanted} v${version}</h1>`);
    });
  return (await Promise.all(Array.from({ length: PAGES }, (_, page) => shows(page)))).every(Boolean);
}

const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-upstreams-'));
const env = await writeUpstreamSite(folder, backend.url);
let gateway = await startFaultGateway({ env });
const { dataDir, token } = gateway;
try {
  for (let page = 0; page < PAGES; page++) {
    const { status } = await fetch(`${gateway.url}/docs/p${page}`);
    if (status !== 200) throw new Error(`page ${page} was answered ${status} before any failure`);
  }
  await load(gateway, (SECONDS * 1_000) / 2, nextMood);
  mood = MOODS['dead']!;
  await load(gateway, REVALIDATE_S * 2_000, () => {});
  await gateway.kill();
  gateway = await startFaultGateway({ env, dataDir, token });
  await load(gateway, REVALIDATE_S * 2_000, () => {});
  await load(gateway, (SECONDS * 1_000) / 2, nextMood);
  const caughtUp = await catchesUp(gateway);
  const figures = {
    requests: counts.requests,
    failed: counts.failed,
    'with mixed answers': counts.mixed,
    'marked as stale': counts.stale,
    'versions shown': versions.size,
    'calls of the backend': calls,
    'shows the last version at the end': caughtUp,
  };
  console.log(
    Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  );
  if (counts.failed + counts.mixed > 0 || !caughtUp) process.exitCode = 1;
} finally {
  await gateway.stop();
  backend.close();
  for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
}
