/**
 * node tests/faults/enquiries-kill.ts [sqlite] [postgres]      (default: both; about a minute each)
 *
 * Kills the gateway (SIGKILL) 20 times while visitors post contacts and applications, and every other time PostgreSQL
 * too. Unanswered posts are sent again with their key. Fails if an acknowledged entry is not stored exactly once, with
 * its delivery and its file.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFaultServer, type FaultServerConfig, printFigures } from './enquiries-server.ts';
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.ts';

const ROUNDS = 20;
const VISITORS = 4;
const SERVER = fileURLToPath(new URL('enquiries-server.ts', import.meta.url));

interface Submission {
  key: string;
  message: string;
  cv: Buffer | undefined;
}

interface Tally {
  acknowledged: Map<string, Submission>;
  /** Posts without an answer, to be sent again. */
  open: Submission[];
  sent: number;
  next: number;
}

for (const database of process.argv.length > 2 ? process.argv.slice(2) : ['sqlite', 'postgres']) {
  const failures = await run(database);
  if (failures > 0) process.exitCode = 1;
}

async function run(database: string): Promise<number> {
  const started = performance.now();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'enquiries-kill-'));
  const postgres = database === 'postgres' ? await startTemporaryPostgres({ durable: true }) : undefined;
  const config: FaultServerConfig = { dataDir, databaseUrl: postgres?.url };
  const tally: Tally = { acknowledged: new Map(), open: [], sent: 0, next: 0 };
  try {
    for (let round = 1; round <= ROUNDS; round += 1)
      await killOnce(config, tally, round % 2 === 0 ? postgres : undefined);
    await finish(config, tally);
    return await judge(config, tally, database, started);
  } finally {
    await postgres?.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killOnce(
  config: FaultServerConfig,
  tally: Tally,
  postgres: TemporaryPostgres | undefined,
): Promise<void> {
  const { child, url } = await startServer(config);
  const over = new AbortController();
  const visitors = Array.from({ length: VISITORS }, () => post(url, tally, over.signal));
  await sleep(150 + Math.random() * 600);
  await Promise.all([kill(child), postgres?.kill()]);
  over.abort();
  await Promise.all(visitors);
  await postgres?.start();
}

/** Sends unanswered posts a last time, to a server that is not killed. */
async function finish(config: FaultServerConfig, tally: Tally): Promise<void> {
  const { child, url } = await startServer(config);
  const retries = tally.open.splice(0);
  for (const submission of retries) {
    if (await send(url, submission)) tally.acknowledged.set(submission.message, submission);
    else tally.open.push(submission);
  }
  await kill(child);
}

async function post(url: string, tally: Tally, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const submission = tally.open.shift() ?? compose(tally.next++);
    tally.sent += 1;
    if (await send(url, submission)) tally.acknowledged.set(submission.message, submission);
    else tally.open.push(submission);
  }
}

function compose(number: number): Submission {
  const message = `Message ${number}.`;
  const cv =
    number % 5 === 0 ? Buffer.from(`%PDF-1.7\n% ${message}${'x'.repeat(20_000)}\n%%EOF\n`) : undefined;
  return { key: randomUUID(), message, cv };
}

/** @returns whether the post was acknowledged. */
async function send(url: string, { key, message, cv }: Submission): Promise<boolean> {
  const values = {
    idempotencyKey: key,
    elapsedMs: '9000',
    name: 'Ada',
    email: 'ada@example.com',
    message,
    consent: 'yes',
  };
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  try {
    const response = cv
      ? await fetch(`${url}/api/applications`, {
          method: 'POST',
          headers: { accept: json.accept },
          body: toFormData(values, cv),
        })
      : await fetch(`${url}/api/contact`, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ ...values, topic: 'robotics' }),
        });
    const body = (await response.json()) as { ok?: boolean };
    return response.status === 200 && body.ok === true;
  } catch {
    await sleep(5);
    return false;
  }
}

function toFormData(values: Record<string, string>, cv: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...values, role: 'engineer' })) form.append(name, value);
  form.append('cv', new Blob([new Uint8Array(cv)]), 'cv.pdf');
  return form;
}

async function judge(
  config: FaultServerConfig,
  { acknowledged, open, sent }: Tally,
  database: string,
  started: number,
): Promise<number> {
  const { enquiries, close } = await openFaultServer(config);
  const stored = new Map<string, number>();
  let undelivered = 0;
  let files = 0;
  for (const entry of await enquiries.entries.list()) {
    const { message = '' } = JSON.parse(entry.data) as Record<string, string>;
    stored.set(message, (stored.get(message) ?? 0) + 1);
    if ((await enquiries.ports.outbox.of(entry.id)).length === 0) undelivered += 1;
    if (entry.file_name === null) continue;
    const content = await enquiries.uploads.read(entry.file_name).catch(() => Buffer.alloc(0));
    if (createHash('sha256').update(content).digest('hex') !== entry.file_sha256) files += 1;
  }
  await close();
  const lost = [...acknowledged.keys()].filter((message) => !stored.has(message)).length;
  const twice = [...stored.values()].filter((count) => count > 1).length;
  const figures = {
    database,
    kills: ROUNDS,
    sent,
    acknowledged: acknowledged.size,
    stored: stored.size,
    'acknowledged but lost': lost,
    'stored twice': twice,
    'without delivery': undelivered,
    'files missing or damaged': files,
    'never acknowledged': open.length,
  };
  printFigures(figures, started);
  return lost + twice + undelivered + files + Number(acknowledged.size === 0);
}

async function startServer(config: FaultServerConfig): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [SERVER, JSON.stringify(config)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim()));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, url };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
