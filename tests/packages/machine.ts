import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';

/** A folder with its own Node, like a machine of another team. */
export interface Machine {
  folder: string;
  /** Version of Node. */
  node: string;
  /** @param env additional variables. @returns standard output. @throws Error with all output of a failed command */
  run(cwd: string, command: string[], env?: Record<string, string>): Promise<string>;
  /** Starts a command that serves until it is stopped. */
  start(cwd: string, command: string[], env?: Record<string, string>): Serving;
}

export interface Serving {
  /** The first printed address. Rejects with the output if the command ends before. */
  address: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Installs a Node from the registry. Its commands use the locked pnpm of the checkout.
 * @param version exact version of Node
 * @param packages packages whose programs take precedence over those of the checkout
 * @param env additional variables of every command
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
