import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const scripts = path.resolve(import.meta.dirname, '../../scripts');

/** Runs a command of the image in a new folder. */
function run(script: string, args: string[], env: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'operator-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const result = spawnSync(process.execPath, [path.join(scripts, script), ...args], {
    env: { DATA_DIR: folder, ...env },
    encoding: 'utf8',
  });
  return { ...result, files: readdirSync(folder) };
}

test.each([
  [['--help'], 0],
  [['--nmae', 'ada'], 2],
  [['ada', 'lovelace'], 2],
])('%j creates no token', (args, code) => {
  const { status, stdout, files } = run('operator-token.ts', args);
  expect([status, stdout.includes('vf_'), files]).toEqual([code, false, []]);
});

test.each([
  ['operator-token.ts', ['ada']],
  ['inbox.ts', ['list']],
  ['inbox.ts', ['erase', '--email', 'ada@example.com', '--yes']],
])('%s %j reports a folder without a site, and creates none', (script, args) => {
  const { status, stdout, stderr, files } = run(script, args);
  expect([status, stdout, files]).toEqual([2, '', []]);
  expect(stderr).toContain('GW_NO_SITE');
});

test.each([
  ['operator-token.ts', ['ada']],
  ['inbox.ts', ['erase', '--email', 'ada@example.com', '--yes']],
])('%s %j never uses the folder when a database is set', (script, args) => {
  const missing = run(script, args, { DATABASE_URL_FILE: '/run/secrets/none' });
  expect([missing.status, missing.stdout, missing.files]).toEqual([2, '', []]);
  expect(missing.stderr).toContain('DATABASE_URL_FILE');
  // Nothing listens on port 1.
  const away = run(script, args, { DATABASE_URL: 'postgres://voltframe:s3cret@127.0.0.1:1/voltframe' });
  expect([away.status, away.stdout, away.files]).toEqual([3, '', []]);
  expect(away.stderr).toMatch(/GW_DATABASE_AWAY.*127\.0\.0\.1:1/s);
  expect(away.stderr).not.toContain('s3cret');
});
