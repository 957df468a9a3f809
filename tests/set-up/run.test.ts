import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs a job of scripts/run.mjs in a Node with a changed version or platform. */
function run(job: string, pretended: Record<string, unknown>): { status: number | null; lines: string[] } {
  const changes = Object.entries(pretended).map(
    ([name, value]) => `Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} });`,
  );
  const preload = `data:text/javascript,${encodeURIComponent(changes.join(''))}`;
  const argv = ['--import', preload, 'scripts/run.mjs', job];
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' });
  return { status, lines: stderr.trim().split('\n') };
}

test('run.mjs refuses an unknown job in one line that lists the jobs', () => {
  const { status, lines } = run('strat', {});
  expect(status).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^set-up: unknown job "strat"; there are start, test, .*pnpm$/),
  ]);
});

test('run.mjs refuses a Node that is too old to start, in one line that names the required version', () => {
  const { status, lines } = run('start', { versions: { node: '18.20.4' } });
  expect(status).toBe(1);
  expect(lines).toEqual(['set-up: Node 18.20.4 is too old; install Node 20 or newer and try again']);
});

test('run.mjs refuses an older Node on a platform without a packaged one, in one line', () => {
  const { status, lines } = run('start', { versions: { node: '22.1.0' }, platform: 'aix', arch: 'ppc64' });
  expect(status).toBe(1);
  expect(lines.at(-1)).toMatch(
    /^set-up: Node 22\.1\.0 is too old, and npm has none for aix-ppc64; install Node 26/,
  );
});

test.for(['PORT', 'OPS_PORT'])(
  'npm start says before it builds that the port of %s is in use',
  async (setting) => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      OPS_PORT: '0',
      [setting]: String(port),
    };
    const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], { cwd: root, env });
    const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([status, said]).toEqual([
      1,
      `set-up: port ${port} is in use. Stop what uses it, or choose another: ${setting}=${port + 100} npm start\n`,
    ]);
  },
);
