/**
 * node tests/faults/enquiries-hostile.ts [runs]      (default 2,000; SEED repeats a run)
 *
 * Sends hostile posts to every form, as JSON, form, multipart and garbage. Fails if an answer is a 500, or a stored
 * entry is invalid under its contract.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { hostilePosts } from '../../enquiries/test/hostile-posts.ts';
import { checkForm } from '../../kit/src/contract/forms/check-form.ts';
import { subscribe } from '../../shell/src/forms/subscribe.ts';
import { FORMS, openFaultServer, type FaultServer, printFigures } from './enquiries-server.ts';

const RUNS = Number(process.argv[2] ?? 2_000);
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const started = performance.now();
const dataDir = mkdtempSync(path.join(tmpdir(), 'enquiries-hostile-'));
const logged: string[] = [];
const server = await openFaultServer(
  { dataDir, databaseUrl: undefined },
  { log: (details, message) => void logged.push(message + JSON.stringify(details)) },
);
const statuses: Record<number, number> = {};
try {
  for (const post of fc.sample(hostilePosts, { numRuns: RUNS, seed })) {
    const { statusCode } = await server.app.inject({ method: 'POST', ...post });
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  }
  await report(server);
} finally {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function report({ enquiries }: FaultServer): Promise<void> {
  const entries = await enquiries.entries.list();
  const invalid = entries.filter(({ form, data, file_name: name, file_bytes: size }) => {
    const contract = FORMS.find((declared) => declared.name === form);
    const values = { ...(JSON.parse(data) as object), ...(name === null ? {} : { cv: { name, size } }) };
    return !contract || !checkForm(contract, values).ok;
  });
  const subscribers = await enquiries.subscribers.list();
  const strangers = subscribers.filter(({ email }) => !checkForm(subscribe, { email }).ok);
  const files = new Set(entries.flatMap((entry) => entry.file_name ?? []));
  const stray = readdirSync(path.join(dataDir, 'uploads')).filter((name) => !files.has(name));
  const errors = Object.entries(statuses).filter(([status]) => Number(status) >= 500);
  const figures = {
    seed,
    posts: RUNS,
    answers: JSON.stringify(statuses),
    'answers of 500 and above': errors.length,
    stored: entries.length + subscribers.length,
    'stored but invalid': invalid.length + strangers.length,
    'files without an entry': stray.length,
  };
  printFigures(figures, started);
  if (errors.length + invalid.length + strangers.length + stray.length > 0 || entries.length === 0)
    process.exitCode = 1;
}
