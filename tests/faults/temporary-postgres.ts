import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import { findOrInstallPostgres } from './postgres-programs.ts';

export interface TemporaryPostgres {
  /** The address for the superuser, of the database `postgres`. */
  url: string;
  /** Kills it with SIGKILL, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

const READY_MS = 30_000;

/**
 * A PostgreSQL server of Debian's package, with its data in a temporary folder and one free port of 127.0.0.1.
 * @param durable whether a commit waits for the disk. Only tests of crashes need that.
 */
export async function startTemporaryPostgres({ durable }: { durable: boolean }): Promise<TemporaryPostgres> {
  const programs = findOrInstallPostgres();
  if ('missing' in programs) throw new Error(programs.missing);
  const { bin } = programs;
  const user = serverUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const options = { ...user, cwd: folder, env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' } };
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], {
    ...options,
    stdio: 'pipe',
  });
  const port = await freePort();
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'max_connections=60',
  ];
  if (!durable) args.push('-c', 'fsync=off', '-c', 'synchronous_commit=off');
  let server: ChildProcess | undefined;

  const end = async (signal: NodeJS.Signals) => {
    const ended =
      server && server.exitCode === null && new Promise((resolve) => server?.once('exit', resolve));
    server?.kill(signal);
    await ended;
  };
  const start = async () => {
    const deadline = Date.now() + READY_MS;
    // After a kill, children of the old server may keep its memory for a moment, and the new one refuses to start.
    for (;;) {
      server = spawn(path.join(bin, 'postgres'), args, { ...options, stdio: 'ignore' });
      if (await isReady(bin, port, server, deadline)) return;
      if (Date.now() > deadline) throw new Error('PostgreSQL did not start within 30 s');
    }
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    kill: () => end('SIGKILL'),
    start,
    async remove() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(bin: string, port: number, server: ChildProcess, deadline: number): Promise<boolean> {
  while (server.exitCode === null && Date.now() < deadline) {
    const probe = spawn(path.join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], {
      stdio: 'ignore',
    });
    const code = await new Promise((resolve) => probe.once('exit', resolve));
    if (code === 0) return true;
    await sleep(50);
  }
  await sleep(100);
  return false;
}

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
