import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Usage, usageOf } from './process-usage.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
/** As in `npm start` and the Dockerfile. */
export const GATEWAY_FLAGS = [
  '--max-semi-space-size=16',
  '--v8-pool-size=1',
  '--no-memory-pool-share-memory-on-teardown',
];
export const GATEWAY_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
/** Compiled code, shared by all starts. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') };
/** Long enough for a busy machine. */
const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 10_000;

/** A server in a child process. */
export interface ServerProcess {
  /** `http://127.0.0.1:43210` */
  url: string;
  pid: number;
  usage(): Usage;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a script that prints its address on a line.
 * @param script path relative to the checkout
 * @param options.flags flags of Node: `--cpu-prof`
 * @param options.checkout the checkout of the script; default: this one
 * @throws Error with the output if the script prints no address
 */
export async function startServer(
  script: string,
  options: {
    args?: string[];
    env?: Record<string, string>;
    flags?: string[];
    checkout?: string;
  } = {},
): Promise<ServerProcess> {
  const { args = [], env = {}, flags = [], checkout = root } = options;
  const child = spawn(process.execPath, [...flags, path.join(checkout, script), ...args], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await gone;
    clearTimeout(timer);
  };
  const url = await address(child).catch(async (cause: unknown) => {
    await end('SIGKILL');
    throw new Error(`${script} did not start:\n${output}`, { cause });
  });
  const pid = child.pid!;
  return { url, pid, usage: () => usageOf(pid), kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

/** A gateway with the apps of the site. */
export interface SiteProcess extends ServerProcess {
  /** App → release folder: a copy, which builds do not change and a bench may change. */
  folders: Record<string, string>;
}

/** Copies of the built apps and a data folder, for several starts of the gateway. */
export interface SiteFolder {
  folders: SiteProcess['folders'];
  start(options?: StartOptions): Promise<ServerProcess>;
  remove(): void;
}

interface StartOptions {
  env?: Record<string, string>;
  flags?: string[];
}

/** @param prepare changes the copies or adds apps */
export function createSiteFolder(prepare?: (folders: SiteProcess['folders']) => void): SiteFolder {
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
  const folders = copyReleases(work, appsOfCheckout());
  prepare?.(folders);
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    DATA_DIR: path.join(work, 'data'),
    LOG_LEVEL: 'error',
    RELEASES: releasesOf(folders),
  };
  return {
    folders,
    start: ({ env = {}, flags = [] } = {}) =>
      startServer('gateway/src/server.ts', {
        env: { ...GATEWAY_ENV, ...settings, ...env },
        flags: [...GATEWAY_FLAGS, ...flags],
      }),
    remove: () => rmSync(work, { recursive: true, force: true }),
  };
}

/**
 * Runs `work` with a gateway with copies of the built apps and a new data folder.
 * @param options.prepare changes the copies before the start
 */
export async function withSite<Result>(
  options: StartOptions & { prepare?(folders: SiteProcess['folders']): void },
  work: (site: SiteProcess) => Promise<Result>,
): Promise<Result> {
  const site = createSiteFolder(options.prepare);
  const server = await site.start(options);
  try {
    return await work({ ...server, folders: site.folders });
  } finally {
    await server.stop();
    site.remove();
  }
}

/**
 * Resolves when a server has become idle, because the gateway prerenders pages after its start.
 * @throws Error after a minute
 */
export async function settled({ usage }: ServerProcess): Promise<void> {
  for (let second = 0; second < 60; second++) {
    const before = usage().cpuSeconds;
    await sleep(1_000);
    if (usage().cpuSeconds - before < 0.1) return;
  }
  throw new Error('the server did not become idle');
}

/** @returns app → its folder, for the built apps of the checkout. */
export function appsOfCheckout(): Record<string, string> {
  // A bench puts its copy of an app into a hidden folder.
  const built = readdirSync(root).filter(
    (name) => !name.startsWith('.') && existsSync(path.join(root, name, 'dist/release.json')),
  );
  return Object.fromEntries(built.map((name) => [name.replace(/^mfe-/, ''), path.join(root, name)]));
}

/** @returns app → a copy of its release in a folder. */
export function copyReleases(work: string, apps: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(apps).map(([app, source]) => {
      cpSync(path.join(source, 'dist'), path.join(work, app), { recursive: true });
      return [app, path.join(work, app)];
    }),
  );
}

/** @returns the setting RELEASES. @param folders app → folder of the app or of its release */
export function releasesOf(folders: Record<string, string>): string {
  return Object.entries(folders)
    .map((pair) => pair.join('='))
    .join();
}

function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(
      () => reject(new Error('the server did not print its address in time')),
      START_LIMIT_MS,
    );
    child.stdout!.on('data', (chunk) => {
      printed += chunk;
      // In a container the line is JSON.
      const url = /(?:^|"address":")(http:\/\/[^\s"]+)[\n"]/m.exec(printed)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url.replace(/\/$/, ''));
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${code}`));
    });
  });
}
