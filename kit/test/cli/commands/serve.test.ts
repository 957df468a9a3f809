import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const cwd = temporaryFolder();

/** Runs `mfe serve` until `use` is done with its address. */
async function serve(argv: string[], use: (address: string) => Promise<void>, env = {}) {
  const ending = new AbortController();
  let used: Promise<void> = Promise.resolve();
  let out = '';
  const ran = await runMfe(['serve', ...argv], {
    cwd,
    env,
    signal: ending.signal,
    print(address) {
      out = address;
      used = use(address).finally(() => ending.abort());
    },
  });
  await used;
  return { ...ran, out };
}

describe('mfe serve', () => {
  it('serves the release of an app folder until it is aborted', async () => {
    writeReleaseFolder(cwd, 'legal');
    const { code } = await serve(['legal', '--port', '0', '--host', '127.0.0.1'], async (address) => {
      expect(await (await fetch(`${address}/release.json`)).json()).toMatchObject({ app: 'legal' });
    });
    expect(code).toBe(0);
  });

  it('serves a release folder without an app at PORT and HOST', async () => {
    const dist = path.join(writeReleaseFolder(cwd, 'blog'), 'dist');
    await serve([dist], async (address) => expect((await fetch(`${address}/health`)).status).toBe(200), {
      PORT: '0',
      HOST: '127.0.0.1',
    });
  });

  it('reports a port in use on one line', async () => {
    await serve(['legal', '--port', '0', '--host', '127.0.0.1'], async (address) => {
      const { port } = new URL(address);
      const second = await runMfe(['serve', 'legal', '--port', port, '--host', '127.0.0.1'], { cwd });
      expect(second).toMatchObject({
        code: 1,
        err: expect.stringContaining(`Port ${port} is in use`) as string,
      });
    });
  });

  it('exits with 2 for an invalid port', async () => {
    expect((await runMfe(['serve', '--port', '80800'], { cwd })).code).toBe(2);
  });
});
