import { spawnSync } from 'node:child_process';
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
