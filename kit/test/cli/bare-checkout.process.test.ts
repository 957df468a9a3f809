import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { describeRelease, writeReleaseFolder } from '../packaging/fixtures/releases.ts';
import { OPERATOR, startFakeGateway } from './fixtures/fake-gateway.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const KIT = path.resolve(import.meta.dirname, '../..');

/** A machine without installed packages: the sources, and an empty working folder. */
const root = temporaryFolder();
const empty = path.join(root, 'empty');

beforeAll(() => {
  cpSync(path.join(KIT, 'src'), path.join(root, 'site/kit/src'), { recursive: true });
  cpSync(path.join(KIT, 'package.json'), path.join(root, 'site/kit/package.json'));
  mkdirSync(empty);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A gateway, and the command with a token for it. */
async function startGateway() {
  const gateway = await startFakeGateway();
  onTestFinished(() => gateway.close());
  const env = {
    MFE_GATEWAY: gateway.url,
    MFE_TOKEN: OPERATOR,
    // Node strips the types of the sources once.
    NODE_COMPILE_CACHE: path.join(root, 'compiled'),
  };
  const run = (...argv: string[]) =>
    new Promise<{ code: number | null; output: string }>((done) => {
      const child = spawn(process.execPath, ['../site/kit/src/cli/mfe.ts', ...argv], { cwd: empty, env });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => (output += text));
      child.on('close', (code) => done({ code, output }));
    });
  return { gateway, run };
}

it('rolls back from an empty folder with Node, the sources and a token, and writes no file', async () => {
  const { gateway, run } = await startGateway();
  const release = (digest: string) => ({ app: 'blog', digest, routes: [], files: {} }) as never;
  gateway.kept.set('blog', [release('a'.repeat(64)), release('b'.repeat(64))]);
  expect(await run('rollback', 'blog')).toEqual({
    code: 0,
    output: expect.stringContaining('blog bbbbbbbbbbbb → aaaaaaaaaaaa'),
  });
  expect(gateway.requests.at(-1)).toMatchObject({ name: 'rollback', body: { to: 'a'.repeat(64) } });
  expect(readdirSync(empty)).toEqual([]);
});

// One command of each source file.
it.each([
  'status',
  'releases blog',
  'rollback blog --dry-run',
  'promote blog aaaaaaaa',
  'pin blog',
  'key add blog ed25519:x',
])('runs %s without installed packages', async (line) => {
  const { gateway, run } = await startGateway();
  const [live, before] = ['a', 'b'].map((digit) => {
    return { app: 'blog', digest: digit.repeat(64), routes: [], files: {} } as never;
  });
  gateway.kept.set('blog', [before!, live!]);
  expect(await run(...line.split(' '))).toMatchObject({ code: 0 });
});

it('checks and publishes a built release from an empty folder', async () => {
  const { gateway, run } = await startGateway();
  const folder = writeReleaseFolder(root, 'legal');
  for (const file of ['mfe.config.ts', 'tsconfig.json']) writeFileSync(path.join(folder, file), '');
  for (const command of ['check', 'publish'])
    expect(await run(command, folder)).toEqual({
      code: 0,
      output: expect.stringContaining('the types of legal are not checked'),
    });
  expect(gateway.kept.get('legal')).toEqual([describeRelease('legal')]);
  expect(readdirSync(empty)).toEqual([]);
});

it('copies a release from one gateway to another', async () => {
  const { gateway: staging, run } = await startGateway();
  await run('publish', writeReleaseFolder(root, 'legal'));
  const production = await startGateway();
  const { digest } = describeRelease('legal');
  expect(await production.run('promote', 'legal', digest.slice(0, 8), '--from', staging.url)).toMatchObject({
    code: 0,
  });
  expect(production.gateway.kept.get('legal')).toEqual([describeRelease('legal')]);
});

it.each(['build', 'serve', 'dev', 'check --browser'])('names the missing package for %s', async (line) => {
  const { run } = await startGateway();
  writeReleaseFolder(root, 'empty');
  onTestFinished(() => rmSync(path.join(empty, 'dist'), { recursive: true }));
  const { code, output } = await run(...line.split(' '));
  expect([code, output]).toEqual([1, expect.stringMatching(/needs [@\w/-]+, which is not installed/)]);
  expect(output).toContain('npm ci');
});
