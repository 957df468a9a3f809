import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../packaging/fixtures/releases.ts';
import { OPERATOR, startFakeGateway } from './fixtures/fake-gateway.ts';

const KIT = path.resolve(import.meta.dirname, '../..');

/** What a machine has on which nothing was ever installed: the sources, and an empty folder to stand in. */
async function bareMachine() {
  const root = temporaryFolder();
  cpSync(path.join(KIT, 'src'), path.join(root, 'site/kit/src'), { recursive: true });
  cpSync(path.join(KIT, 'package.json'), path.join(root, 'site/kit/package.json'));
  const empty = path.join(root, 'empty');
  mkdirSync(empty);
  const gateway = await startFakeGateway();
  onTestFinished(async () => {
    await gateway.close();
    rmSync(root, { recursive: true, force: true });
  });
  const env = { MFE_GATEWAY: gateway.url, MFE_TOKEN: OPERATOR };
  const run = (...argv: string[]) =>
    new Promise<{ code: number | null; said: string }>((done) => {
      const child = spawn(process.execPath, ['../site/kit/src/cli/mfe.ts', ...argv], { cwd: empty, env });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
      child.on('close', (code) => done({ code, said }));
    });
  return { gateway, empty, run };
}

it('rolls back from an empty folder, with Node, the sources and a token, and leaves nothing behind', async () => {
  const { gateway, empty, run } = await bareMachine();
  const release = (digest: string) => ({ app: 'blog', digest, routes: [], files: {} }) as never;
  gateway.kept.set('blog', [release('a'.repeat(64)), release('b'.repeat(64))]);
  expect(await run('rollback', 'blog')).toEqual({
    code: 0,
    said: expect.stringContaining('blog bbbbbbbbbbbb → aaaaaaaaaaaa'),
  });
  expect(gateway.requests.at(-1)).toMatchObject({ name: 'rollback', body: { to: 'a'.repeat(64) } });
  expect(readdirSync(empty)).toEqual([]);
});

it.each(['status', 'releases blog', 'history', 'pin blog', 'freeze', 'token list', 'key list'])(
  'needs nothing installed for %s',
  async (line) => {
    const { gateway, run } = await bareMachine();
    gateway.kept.set('blog', [{ app: 'blog', digest: 'a'.repeat(64), routes: [], files: {} } as never]);
    expect((await run(...line.split(' '))).code).toBe(0);
  },
);
