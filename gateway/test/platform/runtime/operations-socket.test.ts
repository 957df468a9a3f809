import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { Server } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenOnSocket } from '../../../src/platform/runtime/operations-socket.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const place = () => path.join(testFolder(), 'operations.sock');

async function listen(file: string, answer: string) {
  const socket = await listenOnSocket(file, (_, response) => void response.end(answer));
  onTestFinished(() => socket.close());
  return socket;
}

const get = (socketPath: string): Promise<string> =>
  new Promise((done, failed) => {
    request({ socketPath, path: '/' }, (response) => response.on('data', (text) => done(String(text))))
      .on('error', failed)
      .end();
  });

test('the socket is open to its own user only, and removed when it is closed', async () => {
  const file = place();
  const umask = process.umask();
  const socket = await listen(file, 'one');
  expect([await get(file), statSync(file).mode & 0o777, process.umask()]).toEqual(['one', 0o600, umask]);
  await socket.close();
  expect(existsSync(file)).toBe(false);
});

test('the socket of a killed process is replaced', async () => {
  const file = place();
  const die = `require('node:net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', die]);
  expect(existsSync(file)).toBe(true);
  await listen(file, 'two');
  expect(await get(file)).toBe('two');
});

test('a socket that another gateway uses is not replaced', async () => {
  const file = place();
  await listen(file, 'one');
  await expect(listen(file, 'two')).rejects.toThrow(/Another gateway uses .*operations\.sock/);
  expect(await get(file)).toBe('one');
});

test('a file that is not a socket is not removed', async () => {
  const file = place();
  writeFileSync(file, 'mine');
  await expect(listen(file, 'one')).rejects.toThrow('is no socket');
  expect(existsSync(file)).toBe(true);
});

test('a failed accept does not end the gateway', async () => {
  const file = place();
  const listens = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => listens.mockRestore());
  await listen(file, 'one');
  const server = listens.mock.contexts[0] as Server;
  expect(() => server.emit('error', new Error('accept EMFILE'))).not.toThrow();
  expect(await get(file)).toBe('one');
});
