import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** Replaces the settings of a developer. */
const NAMES = {
  IMAGES: 'voltframe-test',
  TAG: 'test',
  PUBLISH: '127.0.0.1:18300',
  SITE_URL: 'http://127.0.0.1:18300',
  ENV_FILE: '/dev/null',
  COMPOSE_PROJECT_NAME: 'voltframe-test',
  // A stack of this machine may have the default networks.
  SITE_NETWORK: '10.93.1.0/24',
  FRONT_NETWORK: '10.93.0.0/24',
  TRUST_PROXY: '10.93.0.0/24',
  OPERATIONS_NETWORK: '10.93.2.0/24',
};
export const SITE = NAMES.SITE_URL;
export const PROJECT = NAMES.COMPOSE_PROJECT_NAME;
/** Services of docker-compose.yml that serve an app's release. */
export const ORIGINS = ['shell', 'mfe-marketing', 'mfe-blog', 'mfe-legal'] as const;

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Sent to standard input. */
  input?: Buffer;
}

/** @returns the standard output of docker. @throws Error with its standard error */
export async function docker(args: string[], options: RunOptions = {}): Promise<string> {
  return (await dockerBytes(args, options)).toString('utf8').trim();
}

export function dockerBytes(
  args: string[],
  { cwd = root, env = {}, input }: RunOptions = {},
): Promise<Buffer> {
  const child = spawn('docker', args, { cwd, env: { ...process.env, ...NAMES, ...env } });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(out));
      const last = Buffer.concat(err).toString('utf8').trim().split('\n').slice(-15).join('\n');
      reject(new Error(`docker ${args.slice(0, 4).join(' ')} … ended with ${code}:\n${last}`));
    });
  });
}

/** Runs `docker compose` in the project of the test. */
export const compose = (args: string[], options?: RunOptions): Promise<string> =>
  docker(['compose', ...args], options);

/** @returns the name of the container of a service. */
export const containerOf = (service: string): string => `${PROJECT}-${service}-1`;

/** Runs code with Node in a running container, as its user. @returns the output */
export const nodeIn = (container: string, code: string): Promise<string> =>
  docker(['exec', container, 'node', '-e', code]);

/** @param template a Go template. @returns the output of `docker inspect` */
export const inspect = (name: string, template: string): Promise<string> =>
  docker(['inspect', '-f', template, name]);

/** @returns the reason why the tests cannot run here; undefined if they can */
export function missing(): string | undefined {
  const answers = (args: string[]): boolean => spawnSync('docker', args, { stdio: 'ignore' }).status === 0;
  if (!answers(['version'])) return 'no Docker engine answers (Debian: scripts/containers/start-engine.sh)';
  if (!answers(['compose', 'version'])) return 'no Compose v2 (Debian 12: scripts/containers/compose-v2.sh)';
  return undefined;
}
