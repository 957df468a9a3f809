import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../temporary-folders.ts';

const bin = path.resolve(import.meta.dirname, '../../src/cli/mfe.ts');
const mfe = (...argv: string[]) => spawnSync(process.execPath, [bin, ...argv], { env: {}, encoding: 'utf8' });

it('prints results to standard output and messages to standard error, and sets an exit code', () => {
  const { status, stderr, stdout } = mfe('status');
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('MFE_TOKEN is not set')]);
  const help = mfe('help');
  expect([help.status, help.stdout, help.stderr]).toEqual([
    0,
    expect.stringContaining('mfe.ts <command> --help'),
    '',
  ]);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('exits in order at %s', async (signal) => {
  const child = spawn(process.execPath, [bin, 'serve'], { env: { PORT: '0' }, cwd: tmpdir() });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data'); // it serves
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
});

it('continues when its standard error is closed', async () => {
  const child = spawn(process.execPath, [bin, 'status'], { env: {} });
  child.stderr.destroy();
  expect(await once(child, 'exit')).toEqual([2, null]);
});

describe('bin/mfe.cjs, which any Node can parse', () => {
  const isOld = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } });`;
  const folder = temporaryFolder({
    'old.cjs': `if (process.env.OLD) ${isOld}`,
    'dist/cli/mfe.js': `console.log(process.versions.node, ...process.argv.slice(2)); process.exitCode = 4;`,
  });
  cpSync(path.resolve(import.meta.dirname, '../../bin'), path.join(folder, 'bin'), { recursive: true });
  mkdirSync(path.join(folder, 'app'));
  const build = (env: Record<string, string>) => {
    const argv = ['--require', path.join(folder, 'old.cjs'), path.join(folder, 'bin/mfe.cjs'), 'build'];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
      cwd: path.join(folder, 'app'),
      env,
      encoding: 'utf8',
    });
    return [status, stdout, stderr];
  };

  it('runs the command on a supported Node', () => {
    expect(build({})).toEqual([4, `${process.versions.node} build\n`, '']);
  });

  it('exits with 2 on an older Node, and names the version to install', () => {
    const sentence = `mfe: Node 20.11.0 is too old: install Node 22.22 or newer, or @voltframe/gateway beside the kit, which brings one\n`;
    expect(build({ OLD: '1' })).toEqual([2, '', sentence]);
  });

  it('runs the command on the Node that the gateway package brings', () => {
    // The layout of pnpm: only the gateway sees its dependencies.
    const store = 'app/node_modules/.pnpm/gateway/node_modules';
    const node = `${store}/node-${process.platform}-${process.arch}`;
    writeFiles(folder, {
      [`${store}/@voltframe/gateway/package.json`]: '{}',
      [`${node}/package.json`]: '{}',
    });
    const modules = path.join(folder, 'app/node_modules/@voltframe');
    mkdirSync(modules, { recursive: true });
    symlinkSync(path.join(folder, store, '@voltframe/gateway'), path.join(modules, 'gateway'), 'junction');
    mkdirSync(path.join(folder, node, 'bin'));
    symlinkSync(process.execPath, path.join(folder, node, 'bin/node'));
    expect(build({ OLD: '1' })).toEqual([4, `${process.versions.node} build\n`, '']);
  });
});
