import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';

/** A folder with a Node of its own, as on a machine of another team. */
export interface Machine {
  folder: string;
  /** Version of its Node. */
  node: string;
  /** @param env besides the machine's. @returns what the command printed. @throws its error output, when it failed */
  run(cwd: string, command: string[], env?: Record<string, string>): Promise<string>;
  /** Starts what serves until it is stopped. */
  start(cwd: string, command: string[], env?: Record<string, string>): Serving;
}

export interface Serving {
  /** The first that it prints. @throws its error output, when it ends before that */
  address: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Installs a Node from the registry, and the pinned pnpm of the checkout.
 * @param version exact
 * @param packages whose programs come before the checkout's
 * @param env of every command, beside the machine's own
 */
export async function createMachine(
  folder: string,
  version: string,
  packages: string[],
  env: Record<string, string>,
): Promise<Machine> {
  const tools = path.join(folder, 'tools');
  mkdirSync(tools, { recursive: true });
  const binary = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  await run(
    'npm',
    ['install', '--prefix', tools, '--no-audit', '--no-fund', `${binary}@${version}`, ...packages],
    folder,
    process.env,
  );
  const bins = [path.join(tools, 'node_modules/.bin'), path.join(root, 'tools/pnpm/node_modules/.bin')];
  const own = { ...process.env, ...env, PATH: [...bins, process.env['PATH']].join(path.delimiter), CI: '1' };
  return {
    folder,
    node: version,
    run: (cwd, [command, ...args], more) => run(command!, args, cwd, { ...own, ...more }),
    start: (cwd, [command, ...args], more) => serve(command!, args, cwd, { ...own, ...more }),
  };
}

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => (out += String(text)));
  child.stderr.on('data', (text: Buffer) => (errors += String(text)));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0 ? done(out) : fail(new Error(`${[command, ...args].join(' ')}: ${code}\n${out}${errors}`)),
    );
  });
}

function serve(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Serving {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  let errors = '';
  const address = new Promise<string>((found, fail) => {
    child.stdout.on('data', (text: Buffer) => {
      errors += String(text);
      const [url] = /https?:\/\/\S+/.exec(String(text)) ?? [];
      if (url !== undefined) found(url);
    });
    child.stderr.on('data', (text: Buffer) => (errors += String(text)));
    child.once('error', fail);
    void ended.then(() => fail(new Error(`${[command, ...args].join(' ')} has ended:\n${errors}`)));
  });
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
