/**
 * Runs the commands of the image with the environment of docker-stack.yml: the address of the database in a file, and a
 * data folder without a database. A token is valid at the gateway, and an entry is listed, exported and erased.
 * npm run fault -- stack-commands
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { APPS } from './draft-release.ts';
import { startFaultGateway } from './fault-gateway.ts';
import { publishChanged } from './push-drafts.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

const EMAIL = 'ada@example.com';
const scripts = path.resolve(import.meta.dirname, '../../scripts');
const failures: string[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-stack-'));
const secret = path.join(folder, 'database-url');
const commandsFolder = mkdtempSync(path.join(folder, 'data-'));
const postgres = await startTemporaryPostgres({ durable: false });
writeFileSync(secret, `${postgres.url}\n`);
const env = { DATABASE_URL_FILE: secret };
try {
  await run();
} finally {
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
}
console.log({ failures });
process.exitCode = failures.length === 0 ? 0 : 1;

async function run(): Promise<void> {
  expect('before the site', command('operator-token.ts', 'ada'), /^2 .*GW_NO_SITE/s);
  const dataDir = path.join(folder, 'gateway');
  const gateway = await startFaultGateway({ dataDir, env, token: 'made below' });
  try {
    const [, token = ''] = /^0 (vf_\S+)/.exec(command('operator-token.ts', 'ada')) ?? [];
    const { activated } = await publishChanged({ ...gateway, token }, APPS, 'stack');
    expect('a publish with the token', String(activated), /true/);
    await post(gateway.url);
    expect('list', command('inbox.ts', 'list'), /^0 .*<ada@example\.com>.*1 shown/s);
    expect('export', command('inbox.ts', 'export', '--email', EMAIL), /^0 .*"email": "ada@example\.com"/s);
    expect('erase', command('inbox.ts', 'erase', '--email', EMAIL, '--yes'), /^0 Erased 1 entries/);
    expect('list afterwards', command('inbox.ts', 'list'), /^0 0 shown/);
    const history = await fetch(`${gateway.opsUrl}/-/history`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect('the history', await history.text(), /enquiries-erase.*enquiries-export.*token-create/s);
    expect('the folder of the commands', readdirSync(commandsFolder).join(), /^(?!.*site\.db)/);
  } finally {
    await gateway.stop();
  }
}

async function post(url: string): Promise<void> {
  const entry = {
    name: 'Ada',
    email: EMAIL,
    topic: 'robotics',
    message: 'Hello.',
    consent: 'yes',
    elapsedMs: 9_000,
  };
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const { status } = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers,
    body: JSON.stringify(entry),
  });
  expect('a post', String(status), /^200$/);
}

/** @returns the exit code and the output of the command. */
function command(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(scripts, script), ...args], {
    env: { ...env, DATA_DIR: commandsFolder },
    encoding: 'utf8',
  });
  return `${status} ${stdout}${stderr}`;
}

function expect(name: string, actual: string, expected: RegExp): void {
  if (!expected.test(actual)) failures.push(`${name}: ${actual}`);
}
