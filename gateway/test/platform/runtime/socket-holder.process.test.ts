import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testFolder } from '../../fixtures/test-database.ts';
import { freePort } from '../../fixtures/free-port.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../src/platform/runtime/socket-holder.ts');
const LISTENER = path.resolve(import.meta.dirname, '../../fixtures/listener.mjs');
const PATIENCE = { timeout: 60_000, interval: 20 };

/** Uses a connection of its own: an open one closes with the process that it leads to. */
async function get(url: string): Promise<string> {
  const request = http.get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return text(response);
}

async function startHolder(
  script = LISTENER,
  ...more: string[]
): Promise<{
  holder: ChildProcess;
  url: string;
  pidAt(path?: string): Promise<number>;
}> {
  const port = await freePort();
  const holder = spawn(process.execPath, ['--no-warnings', SCRIPT, script, ...more], {
    env: { PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const pidAt = async (at = '/') => Number(await get(url + at));
  onTestFinished(async () => {
    // A killed holder leaves its gateway running.
    const gateway = await pidAt().catch(() => undefined);
    holder.kill('SIGKILL');
    if (gateway !== undefined) process.kill(gateway, 'SIGKILL');
  });
  await vi.waitFor(() => pidAt(), PATIENCE);
  return { holder, url, pidAt };
}

test('when the gateway is killed, requests in progress fail, and new ones wait for the next gateway', async () => {
  const { pidAt } = await startHolder();
  const first = await pidAt();
  const underWay = pidAt('/never').then(
    () => 'answered',
    () => 'failed',
  );
  await pidAt();
  process.kill(first, 'SIGKILL');
  const next = await Promise.all(Array.from({ length: 8 }, () => pidAt('/?fresh')));
  expect(new Set(next).size).toBe(1);
  expect(next[0]).not.toBe(first);
  expect(await underWay).toBe('failed');
});

test('a gateway that hangs is replaced, and requests meanwhile wait', async () => {
  const { pidAt } = await startHolder(LISTENER, '100');
  const first = await pidAt();
  // It has answered a first question.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  process.kill(first, 'SIGSTOP');
  expect(await pidAt()).not.toBe(first);
});

test('on SIGTERM, new connections are refused while requests in progress are completed', async () => {
  const { holder, pidAt, url } = await startHolder();
  const gateway = await pidAt();
  const underWay = http.get(`${url}/never`, { agent: false }).on('error', () => {});
  await pidAt();
  holder.kill('SIGTERM');
  await vi.waitFor(() => expect(pidAt()).rejects.toThrow(/ECONNREFUSED/), PATIENCE);
  expect(process.kill(gateway, 0)).toBe(true);
  underWay.destroy();
  await once(holder, 'exit');
  await vi.waitFor(() => expect(() => process.kill(gateway, 0)).toThrow(/ESRCH/), PATIENCE);
});

test('on SIGHUP, the gateway at its path replaces the running one, and requests meanwhile wait', async () => {
  const folder = testFolder();
  const current = path.join(folder, 'current');
  for (const version of ['one', 'two']) {
    mkdirSync(path.join(folder, version));
    copyFileSync(LISTENER, path.join(folder, version, 'listener.mjs'));
  }
  symlinkSync('one', current);
  const { holder, pidAt, url } = await startHolder(path.join(current, 'listener.mjs'));
  const where = async () => path.basename(await get(`${url}/where`));
  const first = await pidAt();
  expect(await where()).toBe('one');
  rmSync(current);
  symlinkSync('two', current);
  holder.kill('SIGHUP');
  // Each request is answered: one that failed would end the test.
  const answers = [await where()];
  while (answers.at(-1) === 'one') answers.push(await where());
  expect(answers.at(-1)).toBe('two');
  expect(await pidAt()).not.toBe(first);
});

test('every line of output is one JSON object, also those of a crash', async () => {
  const script = path.join(testFolder(), 'refuses.mjs');
  const logged = JSON.stringify({ level: 30, msg: 'logged' });
  writeFileSync(script, `console.error(${JSON.stringify(logged)}); throw new Error('no release');`);
  const holder = spawn(process.execPath, ['--no-warnings', SCRIPT, script], {
    env: { PATH: process.env['PATH'], PORT: String(await freePort()), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const written = (await text(holder.stderr)).trimEnd().split('\n');
  const messages = written.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect([messages[0], messages]).toEqual(['logged', expect.arrayContaining(['Error: no release'])]);
});

test('a gateway that refuses to start is not restarted, and its exit code is returned', async () => {
  const port = await freePort();
  const holder = spawn(process.execPath, ['--no-warnings', SCRIPT, '/nowhere.ts'], {
    env: { PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  expect(await once(holder, 'exit')).toEqual([1, null]);
});
