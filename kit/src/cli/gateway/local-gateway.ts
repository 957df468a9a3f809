import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SiteConfig, siteVariables } from '../../contract/page/site-config.ts';
import { createSettling, watchFolder } from '../../build/watching.ts';
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
  /** Environment of the backends that it may ask: {@link localUpstreams}. */
  upstreams?: Record<string, string>;
}

/** Value of RELEASES: all settings follow on standard input (`gateway/src/platform/settings/handed-settings.ts`). */
const SETTINGS_FOLLOW = 'stdin';
/** The flags of every gateway: with a smaller young generation, half of its start is garbage collection. */
const FLAGS = ['--max-semi-space-size=16'];
/** Variables of the environment for the child, without tokens. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LOG_LEVEL', 'RENDER_TIMEOUT'];
/** Further variables for an editor that is opened from a page. */
const OF_EDITORS = ['LAUNCH_EDITOR', 'VISUAL', 'EDITOR', 'DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR'];

export type LocalGateway = ReturnType<typeof startLocalGateway>;

/**
 * Starts a gateway with its own data folder, for this command only. Loading the program takes half of its start and
 * needs no site, so it loads while the caller fetches the site, and waits for `serve`.
 * @returns `serve` sends the site and returns the address, or throws CLI_GATEWAY_FAILED; `configure` changes its
 * backends; `ended` resolves after its end, for any reason
 */
export function startLocalGateway({ script, root }: GatewayProgram, context: CommandContext) {
  const data = mkdtempSync(path.join(tmpdir(), 'mfe-'));
  const child = spawn(process.execPath, [...FLAGS, script], {
    env: {
      RELEASES: SETTINGS_FOLLOW,
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
      ...pick(context.env, [...PASSED_ON, ...OF_EDITORS]),
    },
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Sent once, because a second signal would end it immediately, with a log line.
  const end = (): void => void (child.killed || child.kill('SIGTERM'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
    context.tell(text);
  });
  child.stdin.on('error', () => {}); // it has ended and logged the reason
  const ended = new Promise<void>((done) => {
    const close = (): void => {
      context.signal.removeEventListener('abort', end);
      rmSync(data, { recursive: true, force: true });
      done();
    };
    child.once('close', close).once('error', (error) => {
      said += error.message;
      close();
    });
  });
  context.signal.addEventListener('abort', end);
  if (context.signal.aborted) end();
  const configure = (env: Record<string, string>): void => void child.stdin.write(`${JSON.stringify(env)}\n`);
  return {
    ended,
    configure,
    serve: (site: LocalSite): Promise<string> =>
      new Promise((done, fail) => {
        configure({ ...gatewayEnv(site), DATA_DIR: data });
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          const [address] = /https?:\/\/\S+/.exec(text) ?? [];
          if (address) done(address);
        });
        void ended.then(() =>
          fail(cliErrors.GATEWAY_FAILED({ reason: said.trim() || 'it ended without output' })),
        );
      }),
    stop(): Promise<void> {
      end();
      return ended;
    },
  };
}

function pick(env: CommandContext['env'], names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function gatewayEnv({ releases, site, port, production, upstreams }: LocalSite): Record<string, string> {
  return {
    ...upstreams,
    PORT: String(port),
    OPS_PORT: '0',
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
/** Delay after a change, because editors write a file in steps; in milliseconds. */
const SETTLE_MS = 50;
/** The file of the sample visitor, which may be created and removed while the gateway runs. */
const PERSONAL_FILE = '.mfe/personal.yml';

/**
 * The settings of backends for a gateway on this machine: the files of an app, and the variables that they name.
 * @param folder of the app
 * @returns environment for the gateway
 */
export function localUpstreams(folder: string, env: CommandContext['env']): Record<string, string> {
  const file = path.join(folder, FILE);
  const personal = { DEV_PERSONAL: path.join(folder, PERSONAL_FILE) };
  if (!existsSync(file)) return { ...personal, UPSTREAMS: '' };
  const names = [...readFileSync(file, 'utf8').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  return { ...pick(env, names), ...personal, UPSTREAMS: file };
}

/**
 * Calls back with {@link localUpstreams} when the file of the backends is created, changed or removed.
 * @returns ends it
 */
export function watchUpstreams(
  folder: string,
  env: CommandContext['env'],
  changed: (env: Record<string, string>) => void,
): () => void {
  const file = path.join(folder, FILE);
  const textOf = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  let text = textOf();
  const { soon, stop } = createSettling(SETTLE_MS, async () => {
    if (textOf() === text) return;
    text = textOf();
    changed(localUpstreams(folder, env));
  });
  const end = watchFolder(folder, (name) => name === path.dirname(FILE), soon);
  return () => {
    end();
    void stop();
  };
}
