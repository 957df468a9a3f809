import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SiteConfig, siteVariables } from '../../contract/page/site-config.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import type { CommandContext } from '../command-context.ts';
import type { GatewayProgram } from '../workspace/find-gateway.ts';

export interface LocalGatewayOptions {
  program: GatewayProgram;
  /** App → release folder, or app folder. */
  releases: Record<string, string>;
  /** Configuration of the live site; the address is this machine's. */
  site: SiteConfig;
  port: number;
  /** Whether it takes and checks releases as for visitors; else those of development, and tells open pages of them. */
  production: boolean;
  /** Environment of the backends that it may ask: {@link localUpstreams}. */
  upstreams?: Record<string, string>;
}

/** As everywhere else that a gateway is started: with less, half of its start is collecting garbage. */
const FLAGS = ['--max-semi-space-size=16'];
/** What a child needs of the environment: never a token. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LOG_LEVEL', 'RENDER_TIMEOUT'];
/** What an editor that is started from a page needs besides. */
const OF_EDITORS = ['LAUNCH_EDITOR', 'VISUAL', 'EDITOR', 'DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR'];

/**
 * Starts a gateway with these releases, on a data folder of its own, for this command alone.
 * @returns when it serves: the address of its site; `ended` resolves when it has ended, however.
 * @throws CLI_GATEWAY_FAILED
 */
export async function startLocalGateway(options: LocalGatewayOptions, context: CommandContext) {
  const { script, root } = options.program;
  const data = mkdtempSync(path.join(tmpdir(), 'mfe-'));
  const cache = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled') };
  const env = {
    ...options.upstreams,
    ...gatewayEnv(options, data),
    ...cache,
    ...pick(context.env, [...PASSED_ON, ...OF_EDITORS]),
  };
  const child = spawn(process.execPath, [...FLAGS, script], {
    env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): void => void child.kill('SIGTERM');
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      context.signal.removeEventListener('abort', end);
      rmSync(data, { recursive: true, force: true });
      done();
    });
  });
  context.signal.addEventListener('abort', end);
  if (context.signal.aborted) end();
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
    context.tell(text);
  });
  const url = await new Promise<string>((done, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [address] = /https?:\/\/\S+/.exec(text) ?? [];
      if (address) done(address);
    });
    child.once('error', fail);
    void ended.then(() =>
      fail(cliErrors.GATEWAY_FAILED({ reason: said.trim() || 'it ended without a word' })),
    );
  });
  return {
    url,
    ended,
    stop(): Promise<void> {
      end();
      return ended;
    },
  };
}

function pick(env: CommandContext['env'], names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function gatewayEnv(
  { releases, site, port, production }: LocalGatewayOptions,
  data: string,
): Record<string, string> {
  return {
    PORT: String(port),
    OPS_PORT: '0',
    DATA_DIR: data,
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

/** Backends of this machine, and what they want to be told: nothing for git. */
const FILE = '.mfe/upstreams.yml';
/** The invented visitor, who may come and go while the gateway runs. */
const PERSONAL_FILE = '.mfe/personal.yml';

/**
 * What a gateway on this machine needs to ask backends: the files of an app, and the variables that it names.
 * @param folder of the app
 * @returns environment for the gateway
 */
export function localUpstreams(folder: string, env: CommandContext['env']): Record<string, string> {
  const file = path.join(folder, FILE);
  const personal = { DEV_PERSONAL: path.join(folder, PERSONAL_FILE) };
  if (!existsSync(file)) return personal;
  const names = [...readFileSync(file, 'utf8').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  return { ...pick(env, names), ...personal, UPSTREAMS: file };
}
