import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeReleaseFolder } from '../packaging/fixtures/releases.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const SERVER = path.resolve(import.meta.dirname, '../../src/origin/server.ts');

test('the container of an app serves the release in its folder until SIGTERM', async () => {
  const folder = path.join(writeReleaseFolder(temporaryFolder(), 'blog'), 'dist');
  const child = spawn(process.execPath, [SERVER, folder], { env: { HOST: '127.0.0.1', PORT: '0' } });
  const [line] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string];
  const url = /http:\S+/.exec(line)![0];
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ app: 'blog' });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
