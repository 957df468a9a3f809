import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Usage, usageOf } from './process-usage.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
/** As `npm start` and the container start it. */
const GATEWAY_FLAGS = ['--max-semi-space-size=16'];
const GATEWAY_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
/** Compiled code, shared by all starts. */
const COMPILED = { NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') };
/** However busy the machine is. */
const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 10_000;

/** A server in a process of its own. */
export interface ServerProcess {
  /** `http://127.0.0.1:43210` */
  url: string;
  pid: number;
  usage(): Usage;
  /** kill -9. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a script that prints its address as a line.
 * @param script relative to the checkout
 * @param options.flags of Node: `--cpu-prof`
 * @param options.checkout that the script is of; default: this one
 * @param options.quiet prints its output only when it exits unexpectedly
 * @throws with its output, when it prints no address
 */
export async function startServer(
  script: string,
  options: {
    args?: string[];
    env?: Record<string, string>;
    flags?: string[];
    quiet?: boolean;
    checkout?: string;
  } = {},
): Promise<ServerProcess> {
  const { args = [], env = {}, flags = [], quiet = false, checkout = root } = options;
  const child = spawn(process.execPath, [...flags, path.join(checkout, script), ...args], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', quiet ? 'pipe' : 'inherit'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  let ending = false;
  if (quiet)
    void gone.then(() => ending || console.error(`${script} ended with ${child.exitCode}:\n${output}`));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    ending = true;
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

/** The gateway with the site's apps. */
export interface SiteProcess extends ServerProcess {
  /** App → its release folder, a copy: a build meanwhile changes nothing, and a bench may. */
  folders: Record<string, string>;
}

/** Copies of the built apps, and a data folder, that stay from one start of the gateway to the next. */
export interface SiteFolder {
  folders: SiteProcess['folders'];
  start(options?: StartOptions): Promise<ServerProcess>;
  remove(): void;
}

interface StartOptions {
  env?: Record<string, string>;
  flags?: string[];
}

/** @param prepare changes the copies, or adds apps beside them */
export function createSiteFolder(prepare?: (folders: SiteProcess['folders']) => void): SiteFolder {
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-bench-'));
  const folders = copyReleases(work);
  prepare?.(folders);
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    DATA_DIR: path.join(work, 'data'),
    LOG_LEVEL: 'error',
    RELEASES: Object.entries(folders)
      .map(([app, folder]) => `${app}=${folder}`)
      .join(','),
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
 * Starts the gateway with copies of the built apps and a data folder of its own.
 * @param options.prepare changes the copies before the start
 */
export async function startSite(
  options: StartOptions & { prepare?(folders: SiteProcess['folders']): void } = {},
): Promise<SiteProcess> {
  const site = createSiteFolder(options.prepare);
  const server = await site.start(options);
  return {
    ...server,
    folders: site.folders,
    async stop() {
      await server.stop();
      site.remove();
    },
  };
}

/** Starts the gateway as `startSite` does, for the time of some work. */
export async function withSite<Result>(
  options: Parameters<typeof startSite>[0],
  work: (site: SiteProcess) => Promise<Result>,
): Promise<Result> {
  const site = await startSite(options);
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

/**
 * Resolves once a server does nothing by itself any more (the gateway renders its pages ahead).
 * @throws after a minute
 */
export async function settled({ usage }: ServerProcess): Promise<void> {
  for (let second = 0; second < 60; second++) {
    const before = usage().cpuSeconds;
    await sleep(1_000);
    if (usage().cpuSeconds - before < 0.1) return;
  }
  throw new Error('the server did not become idle');
}

function copyReleases(work: string): Record<string, string> {
  const apps = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'dist/release.json')));
  return Object.fromEntries(
    apps.map((name) => {
      const folder = path.join(work, name);
      cpSync(path.join(root, name, 'dist'), folder, { recursive: true });
      return [name.replace(/^mfe-/, ''), folder];
    }),
  );
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
      const url = /^(http:\/\/\S+)$/m.exec(printed)?.[1];
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
