import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/operator-token.ts');

test.each([
  [['--help'], 0],
  [['--nmae', 'ada'], 2],
  [['ada', 'lovelace'], 2],
])('%j makes no token', (args, code) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'operator-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...args], {
    env: { DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect([status, stdout.includes('vf_'), readdirSync(folder)]).toEqual([code, false, []]);
});
