import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SiteConfig, siteVariables } from '../../contract/page/site-config.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import type { CommandContext } from '../command.ts';
import type { GatewayProgram } from '../workspace/find-gateway.ts';

/** The site of a gateway on this machine. */
export interface LocalSite {
  /** App → release folder, or app folder. */
  releases: Record<string, string>;
  /** Configuration of the live site; the address is this machine's. */
  site: SiteConfig;
  port: number;
  /**
   * Whether it accepts and checks releases like a production gateway; otherwise it accepts development builds, and
   * notifies open pages.
   */
  production: boolean;
  /** Environment of the backends that it may ask: {@link localUpstreams}, {@link presentUpstreams}. */
  upstreams?: Record<string, string>;
}

/** The flags of every gateway: with a smaller young generation, half of its start is garbage collection. */
const FLAGS = ['--max-semi-space-size=16', '--v8-pool-size=1', '--no-memory-pool-share-memory-on-teardown'];
/** Variables of the environment for the child, without tokens. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LOG_LEVEL', 'RENDER_TIMEOUT'];

/** A gateway on this machine, for one command. */
export interface LocalGateway {
  /** Address of its site. */
  url: string;
  /** Resolves after its end, for any reason. */
  ended: Promise<void>;
  /** Ends it. */
  stop(): Promise<void>;
}

/**
 * Starts a gateway with its own data folder, for this command only. It ends with the signal of the command, and with
 * the process of the command, whose channel it then loses.
 * @returns when it listens
 * @throws CLI_GATEWAY_FAILED with what it wrote
 */
export async function startLocalGateway(
  { script, root }: GatewayProgram,
  site: LocalSite,
  { env, tell, signal }: Pick<CommandContext, 'env' | 'tell' | 'signal'>,
): Promise<LocalGateway> {
  const data = mkdtempSync(path.join(tmpdir(), 'mfe-'));
  const child = spawn(process.execPath, [...FLAGS, script], {
    env: {
      ...pick(env, PASSED_ON),
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
      DATA_DIR: data,
      ...gatewayEnv(site),
    },
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Sent once, because a second signal would end it immediately, with a log line.
  const end = (): void => void (child.killed || child.kill('SIGTERM'));
  const listening = Promise.withResolvers<string>();
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
    tell(text);
  });
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const [address] = /https?:\/\/\S+/.exec(text) ?? [];
    if (address) listening.resolve(address);
  });
  const ended = new Promise<void>((done) => {
    const close = (): void => {
      signal.removeEventListener('abort', end);
      rmSync(data, { recursive: true, force: true });
      listening.reject(cliErrors.GATEWAY_FAILED({ reason: said.trim() || 'it ended without output' }));
      done();
    };
    child.once('close', close).once('error', (error) => {
      said += error.message;
      close();
    });
  });
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const stop = (): Promise<void> => {
    end();
    return ended;
  };
  return { url: await listening.promise, ended, stop };
}

function pick(env: CommandContext['env'], names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function gatewayEnv({ releases, site, port, production, upstreams }: LocalSite): Record<string, string> {
  return {
    ...upstreams,
    PORT: String(port),
    OPS_PORT: 'off',
    ...(production ? { RELEASE_FOLLOW: '1' } : { DEV: '1' }),
    RELEASES: Object.entries(releases)
      .map(([app, folder]) => `${app}=${folder}`)
      .join(','),
    // The address is this machine's.
    ...Object.fromEntries(
      siteVariables().flatMap(([field, name]) => (field === 'url' ? [] : [[name, String(site[field])]])),
    ),
  };
}

/** Backends of this machine with their secrets, not committed to git. */
const FILE = '.mfe/upstreams.yml';
/** The file of the sample visitor, which may be created and removed while the gateway runs. */
const PERSONAL_FILE = '.mfe/personal.yml';

/**
 * The settings of backends for a gateway on this machine: the files of an app, and the variables that they name.
 * @param folder of the app
 * @param production a production gateway needs the file of its upstreams; others follow it
 * @returns environment for the gateway
 */
export function localUpstreams(
  folder: string,
  production: boolean,
  env: CommandContext['env'],
): Record<string, string> {
  return {
    ...(!production && { UPSTREAMS: path.join(folder, FILE) }),
    ...presentUpstreams(folder, env),
    DEV_PERSONAL: path.join(folder, PERSONAL_FILE),
  };
}

/**
 * The settings of the upstreams alone, without the sample visitor.
 * @param folder of the app
 * @returns environment for the gateway; empty if the folder has no file of upstreams
 */
export function presentUpstreams(folder: string, env: CommandContext['env']): Record<string, string> {
  const file = path.join(folder, FILE);
  if (!existsSync(file)) return {};
  const names = [...readFileSync(file, 'utf8').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  return { ...pick(env, names), UPSTREAMS: file };
}
