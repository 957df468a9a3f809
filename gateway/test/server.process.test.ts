import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../src/platform/database/database.ts';
import { shellRelease, writeRelease } from './fixtures/fixture-release.ts';
import { testFolder } from './fixtures/test-database.ts';

const SERVER = path.resolve(import.meta.dirname, '../src/server.ts');
/** `/proc/net/tcp`: the state LISTEN. */
const LISTEN = '0A';

/** Starts the program on an empty data folder. @returns the process and the address of the site. */
async function start(env: Record<string, string>) {
  const folder = testFolder();
  await writeRelease(path.join(folder, 'shell'), shellRelease());
  const child = spawn(process.execPath, ['--no-warnings', SERVER], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      RELEASES: `shell=${path.join(folder, 'shell')}`,
      ADMISSION_HYDRATION: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr!.on('data', (text: Buffer) => (errors += text.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (text: Buffer) => resolve(text.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The gateway ended with ${code}: ${errors}`)));
  });
  return { child, url, errors: () => errors };
}

/** @returns where a link leads; undefined when it is gone: the process has closed the file meanwhile. */
function linkOf(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** @returns the TCP ports on which a process listens. */
function listeningPorts({ pid }: ChildProcess): number[] {
  const folder = `/proc/${pid}/fd`;
  const own = new Set(readdirSync(folder).map((name) => linkOf(path.join(folder, name))));
  const rows = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n').slice(1),
  );
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === LISTEN && own.has(`socket:[${inode}]`))
    .map(([, address = '']) => Number.parseInt(address.split(':')[1]!, 16));
}

/** Expects this number of listening ports, one of which serves the site. */
async function expectListening(
  { child, url }: Awaited<ReturnType<typeof start>>,
  ports: number,
): Promise<void> {
  const listening = listeningPorts(child);
  expect(listening).toHaveLength(ports);
  expect(listening).toContain(Number(new URL(url).port));
  const statuses = ['/', '/-/live', '/-/ready'].map(async (at) => (await fetch(url + at)).status);
  expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
}

test('without an operations port one port is open; after SIGTERM it serves, and ready answers 503', async () => {
  const gateway = await start({ OPS_PORT: 'off', STOP_DELAY: '10m' });
  await expectListening(gateway, 1);
  const { child, url } = gateway;
  const { composition } = (await (await fetch(`${url}/-/ready`)).json()) as { composition: string };
  child.kill('SIGTERM');
  const ready = () => fetch(`${url}/-/ready`);
  await vi.waitFor(async () => expect((await ready()).status).toBe(503), { timeout: 60_000 });
  expect(await (await ready()).json()).toEqual({ status: 'stopping', composition });
  const { status, headers } = await fetch(`${url}/builds/latest.json`);
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
});

test('after SIGHUP the gateway answers once more on a keep-alive connection, and closes it', async () => {
  const gateway = await start({ OPS_PORT: '0' });
  await expectListening(gateway, 2);
  // A pipe gets the address of the operations port too.
  expect(gateway.errors()).toMatch(/^Operations: http:\/\/127\.0\.0\.1:\d+\/-\/\nNext: /m);
  const { child, url } = gateway;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const request = async (at: string) => {
    const [response] = (await once(get(url + at, { agent }), 'response')) as [IncomingMessage];
    response.resume();
    const { socket } = response;
    await once(response, 'end');
    return { status: response.statusCode, connection: response.headers.connection, socket };
  };
  const { socket } = await request('/-/ready');
  child.kill('SIGHUP');
  // A failed request would end the test. The gateway stays ready: the next one accepts new connections.
  const answers = [await request('/-/ready')];
  while (answers.at(-1)!.connection !== 'close') answers.push(await request('/-/ready'));
  expect(answers.every((answer) => answer.status === 200 && answer.socket === socket)).toBe(true);
});

test('while developing, the file of upstreams may be created, changed and removed', async () => {
  const file = path.join(testFolder(), 'upstreams.yml');
  const { errors } = await start({ DEV: '1', OPS_PORT: 'off', UPSTREAMS: file });
  const isTold = (text: string) => vi.waitFor(() => expect(errors()).toContain(text), { timeout: 60_000 });
  writeFileSync(file, 'cms: { url: "http://127.0.0.1:1", apps: [blog] }');
  await isTold('upstreams: cms\n');
  writeFileSync(file, 'cms: { url: "no address", apps: [blog] }');
  await isTold('cms.url');
  rmSync(file);
  await isTold('upstreams: none\n');
});

test('the gateway ends with the program that started it over a channel', async () => {
  const { child } = await start({ OPS_PORT: 'off' });
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  [
    'a database with a breaking step of a newer version',
    "insert into schema_step values ('900-removal', '2027-01-01', '2.0.0', 1)",
    /ended with 1: .*The gateway does not start: the database is used by a newer version: 2\.0\.0\..*\(GW_DATABASE_NEWER\)/,
  ],
  [
    'a data folder of a version before 1.0.0',
    'create table site_live (slot integer primary key, composition text not null)',
    /ended with 1: .*The gateway does not start: a version before 1\.0\.0 wrote the data folder .*\. Use an empty data folder .*\(GW_DATABASE_UNRELEASED\)/,
  ],
])(
  'a gateway on %s exits with 1 and the reason, and leaves its tables as they are',
  async (_, statement, reason) => {
    const dataDir = testFolder();
    await (await openDatabase({ dataDir })).destroy();
    const db = new DatabaseSync(path.join(dataDir, 'site.db'));
    onTestFinished(() => db.close());
    db.exec(statement);
    const tables = () => db.prepare('select * from sqlite_master').all();
    const before = tables();
    await expect(start({ DATA_DIR: dataDir, OPS_PORT: 'off' })).rejects.toThrow(reason);
    expect(tables()).toEqual(before);
  },
);

test('a gateway with nothing to serve names the place without a release, and says that pages answer 503', async () => {
  const { url, errors } = await start({ OPS_PORT: 'off', RELEASES: 'shell=/nosuch' });
  expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(503);
  const lines = errors()
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as object);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        app: 'shell',
        folder: '/nosuch',
        msg: 'RELEASES names a place without a release: build the app, or correct the setting',
      }),
      expect.objectContaining({
        msg: 'no release of the shell is live: pages answer 503 until one is built or published',
      }),
    ]),
  );
});
