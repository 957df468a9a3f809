import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runMfe } from '../fixtures/run-mfe.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const KIT = '@voltframe/kit';
const GATEWAY = '@voltframe/gateway';
const OPERATIONS = 'http://10.1.4.0:3001';
const addressOf = (name: string, version: string) =>
  `${OPERATIONS}/-/packages/voltframe-${name}-${version}.tgz`;
const OFFERED = ['1.4.0', '1.10.0', '1.9.0'].flatMap((version) => [
  `voltframe-kit-${version}.tgz`,
  `voltframe-gateway-${version}.tgz`,
]);
const CHANGELOG = [
  '# Changelog',
  '',
  '## 1.10.0, not released yet',
  '',
  '- ten',
  '',
  '## 1.9.0',
  '',
  '- nine',
  '',
  '## 1.4.0',
  '',
  '- four',
  '',
].join('\n');

/** The package of the kit, as the gateway serves it. */
function packedKit(withChanges: boolean): Buffer {
  const folder = temporaryFolder({
    'package/package.json': JSON.stringify({ peerDependencies: { react: '20.0.0' } }),
    ...(withChanges && { 'package/CHANGELOG.md': CHANGELOG }),
  });
  return spawnSync('tar', ['-czC', folder, 'package']).stdout;
}

interface Repository {
  kit?: string;
  lockfile?: string;
  /** Exit code of npm and pnpm. */
  installed?: number;
  offered?: string[];
  /** Whether the package of the kit has its changelog. */
  withChanges?: boolean;
}

function repository({
  kit = addressOf('kit', '1.4.0'),
  lockfile,
  installed = 0,
  offered = OFFERED,
  withChanges = true,
}: Repository = {}) {
  const cwd = temporaryFolder();
  const file = path.join(cwd, 'package.json');
  const manifest = {
    dependencies: { [KIT]: kit, react: '19.0.0', zod: '4.0.0' },
    devDependencies: { [GATEWAY]: addressOf('gateway', '1.4.0') },
  };
  writeFileSync(file, `${JSON.stringify(manifest, null, 4)}\n`);
  if (lockfile !== undefined) writeFileSync(path.join(cwd, lockfile), '');
  for (const manager of ['npm', 'pnpm']) {
    const program = path.join(cwd, manager);
    const lock = manager === 'npm' ? 'package-lock.json' : 'pnpm-lock.yaml';
    writeFileSync(program, `#!/bin/sh\necho "${manager} $*" | tee ${lock}\nexit ${installed}\n`);
    chmodSync(program, 0o755);
  }
  const tarball = packedKit(withChanges);
  const requested: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : input.toString();
    requested.push(url);
    return url.endsWith('/-/packages')
      ? Response.json({ packages: offered })
      : new Response(new Uint8Array(tarball));
  };
  const env = { MFE_GATEWAY: OPERATIONS, MFE_TOKEN: 'vf_token', PATH: `${cwd}:${process.env['PATH']}` };
  return {
    requested,
    text: () => readFileSync(file, 'utf8'),
    lockfiles: () =>
      Object.fromEntries(
        globSync('*lock*', { cwd }).map((name) => [name, readFileSync(path.join(cwd, name), 'utf8')]),
      ),
    upgrade: () => runMfe(['upgrade'], { cwd, env, fetch }),
  };
}

it('updates kit, gateway and shared packages to the newest version, and prints the changelog between', async () => {
  const { upgrade, text, requested } = repository();
  const { code, out, err } = await upgrade();
  expect([code, err]).toEqual([0, 'npm install\n']);
  expect(JSON.parse(text())).toEqual({
    dependencies: { [KIT]: addressOf('kit', '1.10.0'), react: '20.0.0', zod: '4.0.0' },
    devDependencies: { [GATEWAY]: addressOf('gateway', '1.10.0') },
  });
  expect(text()).toContain('\n    "dependencies"');
  expect(requested).toEqual([`${OPERATIONS}/-/packages`, addressOf('kit', '1.10.0')]);
  expect(out).toBe(
    'kit and gateway: 1.4.0 → 1.10.0\n\n## 1.10.0, not released yet\n\n- ten\n\n## 1.9.0\n\n- nine\n',
  );
});

it('installs with pnpm when its lock file exists', async () => {
  const { upgrade } = repository({ lockfile: 'pnpm-lock.yaml' });
  expect((await upgrade()).err).toBe('pnpm install --no-frozen-lockfile\n');
});

it('updates a version as well as an address', async () => {
  const { upgrade, text } = repository({ kit: '1.4.0' });
  await upgrade();
  expect(JSON.parse(text())).toMatchObject({ dependencies: { [KIT]: '1.10.0' } });
});

it.each([
  { given: {}, command: 'npm install', left: {} },
  {
    given: { lockfile: 'pnpm-lock.yaml' },
    command: 'pnpm install --no-frozen-lockfile',
    left: { 'pnpm-lock.yaml': '' },
  },
])('restores package.json and the lock file when $command fails', async (one) => {
  const { upgrade, text, lockfiles } = repository({ installed: 1, ...one.given });
  const before = text();
  const { code, err } = await upgrade();
  expect([code, text(), lockfiles()]).toEqual([1, before, one.left]);
  expect(err).toContain(`The upgrade to 1.10.0 failed: ${one.command} ended with 1`);
});

it.each([
  { name: 'the same version', offered: ['voltframe-kit-1.4.0.tgz', 'voltframe-gateway-1.4.0.tgz'], code: 0 },
  { name: 'an older version', offered: ['voltframe-kit-1.3.9.tgz', 'voltframe-gateway-1.3.9.tgz'], code: 0 },
  { name: 'a kit without its gateway', offered: ['voltframe-kit-1.9.0.tgz'], code: 1 },
  { name: 'no package', offered: [], code: 1 },
])('changes no file when the gateway offers $name', async ({ offered, code }) => {
  const { upgrade, text } = repository({ offered });
  const before = text();
  expect([(await upgrade()).code, text()]).toEqual([code, before]);
});

it.each(['workspace:*', 'file:../kit'])('exits with 2 for a repository whose kit is %s', async (kit) => {
  const { code, err } = await repository({ kit }).upgrade();
  expect([code, err]).toEqual([2, expect.stringContaining(`names no package ${KIT}`)]);
});

it('changes no file when the package has no changelog', async () => {
  const { upgrade, text } = repository({ withChanges: false });
  const before = text();
  const { code, err } = await upgrade();
  expect([code, text()]).toEqual([1, before]);
  expect(err).toContain('The upgrade to 1.10.0 failed: tar finds no CHANGELOG.md in the package');
});
