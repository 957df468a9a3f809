/**
 * node tests/faults/enquiries-outage.ts [entries]      (default 200; seconds, the hour is an injected clock's)
 *
 * The mail server is down for an hour while entries arrive, and then refuses and drops at random. The receiver of
 * events fails, and loses answers after it has processed a post. Fails if an entry is not delivered to both, or twice
 * under one idempotency key.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSmtpServer, type FakeSmtpServer } from '../../gateway/test/platform/outbox/smtp-server.ts';
import { openFaultServer, type FaultServer, printFigures } from './enquiries-server.ts';

const ENTRIES = Number(process.argv[2] ?? 200);
const HOUR_MS = 3_600_000;
const STEP_MS = 15_000;
/** Longer than any backoff. */
const LIMIT_MS = 48 * HOUR_MS;

/** Random numbers from a seed, so that a run is reproducible (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const seed = Number(process.env['SEED'] ?? 5);
const random = seeded(seed);
const started = performance.now();
const start = Date.parse('2026-11-21T10:00:00Z');
let now = start;

/** A receiver as the documentation requires it: it answers a known key without processing it. */
const hook = { processed: new Map<string, string>(), keys: new Map<string, Set<string>>(), posts: 0 };
const receive = async (_: unknown, init?: RequestInit): Promise<Response> => {
  hook.posts += 1;
  const key = new Headers(init?.headers).get('idempotency-key') ?? '';
  const { entry } = JSON.parse(init?.body as string) as { entry: { id: string } };
  hook.keys.set(entry.id, (hook.keys.get(entry.id) ?? new Set()).add(key));
  const chance = random();
  if (chance < 0.3) return new Response(null, { status: chance < 0.15 ? 503 : 429 });
  if (chance < 0.4) throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } });
  if (!hook.processed.has(key)) hook.processed.set(key, entry.id);
  if (chance < 0.55)
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'UND_ERR_SOCKET' } }); // the answer is lost
  return new Response(null, { status: 204 });
};

const mood = () => {
  const chance = random();
  if (chance < 0.06) return '451 try again later';
  if (chance < 0.1) return '550 not now';
  return chance < 0.14 ? 'drop' : undefined;
};

const dataDir = mkdtempSync(path.join(tmpdir(), 'enquiries-outage-'));
const probe = await startSmtpServer();
const port = Number(new URL(probe.url).port);
await probe.close(); // nothing listens on the port until the server starts

const server = await openFaultServer(
  {
    dataDir,
    databaseUrl: undefined,
    settings: {
      mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'site@voltframe.test', to: 'owner@voltframe.test' },
    },
    receivers: {
      owner: { url: 'https://hook.test/', secret: 's'.repeat(32), events: ['form-entry'], private: true },
    },
  },
  { now: () => now, random, fetch: receive },
);
let smtp: FakeSmtpServer | undefined;
try {
  let posted = 0;
  while (now - start < LIMIT_MS) {
    const arrived = Math.min(ENTRIES, Math.ceil((ENTRIES * (now - start)) / HOUR_MS));
    for (; posted < arrived; posted += 1) await post(server, posted);
    if (!smtp && now - start >= HOUR_MS) smtp = await startSmtpServer(mood, port);
    await server.enquiries.deliverDue();
    await server.events.deliverDue();
    if (
      posted === ENTRIES &&
      (await server.enquiries.ports.outbox.depth(['smtp', 'event:owner'])).length === 0
    )
      break;
    now += STEP_MS;
  }
  await report(server, smtp);
} finally {
  await smtp?.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function post({ app }: FaultServer, number: number): Promise<void> {
  const payload = {
    name: 'Ada',
    email: 'ada@example.com',
    topic: 'robotics',
    message: `Message ${number}.`,
    consent: 'yes',
    elapsedMs: 9_000,
  };
  const response = await app.inject({ method: 'POST', url: '/api/contact', payload });
  if (response.statusCode !== 200) throw new Error(`entry ${number} was answered ${response.statusCode}`);
}

async function report({ enquiries }: FaultServer, mailServer: FakeSmtpServer | undefined): Promise<void> {
  const entries = await enquiries.entries.list();
  const mails = mailServer?.received ?? [];
  const mailed = new Set(mails.map(({ raw }) => /^Message-ID:\s*<([^@]+)@/im.exec(raw)?.[1]));
  const unmailed = entries.filter(({ id }) => !mailed.has(`${id}.smtp`)).length;
  const unposted = entries.filter(({ id }) => !hook.processed.has(`${id}.event:owner`)).length;
  const processedTwice = hook.processed.size - new Set(hook.processed.values()).size;
  const severalKeys = [...hook.keys.values()].filter((keys) => keys.size !== 1).length;
  const figures = {
    seed,
    entries: entries.length,
    'accepted mails': mails.length,
    'entries never mailed': unmailed,
    'webhook posts': hook.posts,
    'entries never posted': unposted,
    'entries under several keys': severalKeys,
    'entries processed twice': processedTwice,
    'minutes of clock after the server came back': Math.round((now - start - HOUR_MS) / 60_000),
  };
  printFigures(figures, started);
  if (entries.length !== ENTRIES || unmailed + unposted + processedTwice + severalKeys > 0)
    process.exitCode = 1;
}
