import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const bin = path.resolve(import.meta.dirname, '../../src/cli/mfe.ts');
const mfe = (...argv: string[]) => spawnSync(process.execPath, [bin, ...argv], { env: {}, encoding: 'utf8' });

it('is a program: results on standard output, words on standard error, an exit code', () => {
  const { status, stderr, stdout } = mfe('status');
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('MFE_TOKEN is not set')]);
  const help = mfe('help');
  expect([help.status, help.stdout, help.stderr]).toEqual([0, expect.stringContaining('mfe.ts publish'), '']);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends in order at %s', async (signal) => {
  const child = spawn(process.execPath, [bin, 'serve'], { env: { PORT: '0' }, cwd: tmpdir() });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data'); // it serves
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
});

it('goes on when nobody reads what it says any more', async () => {
  const child = spawn(process.execPath, [bin, 'status'], { env: {} });
  child.stderr.destroy();
  expect(await once(child, 'exit')).toEqual([2, null]);
});
