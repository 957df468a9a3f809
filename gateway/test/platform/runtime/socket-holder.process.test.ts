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

/** On a connection of its own: one that is kept open dies with the process it leads to. */
async function get(url: string): Promise<string> {
  const request = http.get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return text(response);
}

async function keepListening(script = LISTENER): Promise<{
  keeper: ChildProcess;
  url: string;
  ask(path?: string): Promise<number>;
}> {
  const port = await freePort();
  const keeper = spawn(process.execPath, ['--no-warnings', SCRIPT, script], {
    env: { PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const ask = async (at = '/') => Number(await get(url + at));
  onTestFinished(async () => {
    // Killed, it leaves behind what it has started.
    const gateway = await ask().catch(() => undefined);
    keeper.kill('SIGKILL');
    if (gateway !== undefined) process.kill(gateway, 'SIGKILL');
  });
  await vi.waitFor(() => ask(), PATIENCE);
  return { keeper, url, ask };
}

test('when the gateway is killed, what is under way fails, and whoever comes then waits for the next one', async () => {
  const { ask } = await keepListening();
  const first = await ask();
  const underWay = ask('/never').then(
    () => 'answered',
    () => 'failed',
  );
  await ask();
  process.kill(first, 'SIGKILL');
  const next = await Promise.all(Array.from({ length: 8 }, () => ask('/?fresh')));
  expect(new Set(next).size).toBe(1);
  expect(next[0]).not.toBe(first);
  expect(await underWay).toBe('failed');
});

test('told to stop, it refuses whoever comes, while what is under way is ended', async () => {
  const { keeper, ask, url } = await keepListening();
  const gateway = await ask();
  const underWay = http.get(`${url}/never`, { agent: false }).on('error', () => {});
  await ask();
  keeper.kill('SIGTERM');
  await vi.waitFor(() => expect(ask()).rejects.toThrow(/ECONNREFUSED/), PATIENCE);
  expect(process.kill(gateway, 0)).toBe(true);
  underWay.destroy();
  await once(keeper, 'exit');
  await vi.waitFor(() => expect(() => process.kill(gateway, 0)).toThrow(/ESRCH/), PATIENCE);
});

test('by SIGHUP the gateway is replaced by the one its path names now, and whoever comes meanwhile waits', async () => {
  const folder = testFolder();
  const current = path.join(folder, 'current');
  for (const version of ['one', 'two']) {
    mkdirSync(path.join(folder, version));
    copyFileSync(LISTENER, path.join(folder, version, 'listener.mjs'));
  }
  symlinkSync('one', current);
  const { keeper, ask, url } = await keepListening(path.join(current, 'listener.mjs'));
  const where = async () => path.basename(await get(`${url}/where`));
  const first = await ask();
  expect(await where()).toBe('one');
  rmSync(current);
  symlinkSync('two', current);
  keeper.kill('SIGHUP');
  // Each request is answered: one that failed would end the test.
  const answers = [await where()];
  while (answers.at(-1) === 'one') answers.push(await where());
  expect(answers.at(-1)).toBe('two');
  expect(await ask()).not.toBe(first);
});

test('all that is written is one JSON object a line, whatever the gateway and its engine write', async () => {
  const script = path.join(testFolder(), 'refuses.mjs');
  const logged = JSON.stringify({ level: 30, msg: 'logged' });
  writeFileSync(script, `console.error(${JSON.stringify(logged)}); throw new Error('no release');`);
  const keeper = spawn(process.execPath, ['--no-warnings', SCRIPT, script], {
    env: { PATH: process.env['PATH'], PORT: String(await freePort()), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const written = (await text(keeper.stderr)).trimEnd().split('\n');
  const messages = written.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect([messages[0], messages]).toEqual(['logged', expect.arrayContaining(['Error: no release'])]);
});

test('a gateway that refuses to start is not started again: its exit code is the answer', async () => {
  const port = await freePort();
  const keeper = spawn(process.execPath, ['--no-warnings', SCRIPT, '/nowhere.ts'], {
    env: { PATH: process.env['PATH'], PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  expect(await once(keeper, 'exit')).toEqual([1, null]);
});
