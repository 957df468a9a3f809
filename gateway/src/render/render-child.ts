/**
 * The script of the render process: the only place where code of releases runs. It is started with Node's permission
 * model (it may read this file only), an empty environment, and limits on memory; the parent gives it code and
 * content through the IPC channel and ends it at any moment. What this does not cover is in docs/operations.md: the
 * network, and apps of one composition among each other.
 *
 * In, through the IPC channel: `load` once, then requests `{id, type, request}`. Out, as frames (answer-frames.ts):
 * `{id, ok, result | error}`, and `read` for content.
 */
import { createRequire } from 'node:module';
import vm from 'node:vm';
import type {
  RemoteServerModule,
  Renderer,
  ShellServerModule,
} from '@voltframe/kit/contract/release/server-module';
import type { LoadMessage, ReadAnswer, RenderCall } from './protocol.ts';

interface RequestMessage {
  id: number;
  type: RenderCall;
  request: never;
}
type Module = { exports: unknown };
type Evaluate = (
  exports: unknown,
  require: (id: string) => unknown,
  module: Module,
  file: string,
  dir: string,
) => void;

/** Modules of Node that the shell's bundle needs (react-dom/server, the digest of island keys). Remotes get none. */
const NODE_MODULES = ['async_hooks', 'buffer', 'crypto', 'events', 'stream', 'url', 'util'];

const nodeRequire = createRequire(import.meta.url);
const builtins = new Map<string, unknown>(NODE_MODULES.map((name) => [name, nodeRequire(`node:${name}`)]));
const { writeSync } = nodeRequire('node:fs') as {
  writeSync(fd: number, bytes: Buffer, offset: number): number;
};
const ANSWERS_FD = 4;
const reading = new Map<number, (answer: ReadAnswer) => void>();
let nextRead = 0;
let renderer: Renderer | undefined;

process.on('message', (message: LoadMessage | RequestMessage | ReadAnswer) => {
  if (message.type === 'read') {
    reading.get(message.id)?.(message);
    reading.delete(message.id);
    return;
  }
  handle(message).then(
    (result) => sendResult(message.id, result),
    (error: unknown) => send({ id: message.id, ok: false, error: describe(error) }),
  );
});
// The gateway is gone: nobody is left to answer to.
process.on('disconnect', () => process.reallyExit(0));
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection in a release:', reason));
closeDoors();

async function handle(message: LoadMessage | RequestMessage): Promise<unknown> {
  if (message.type === 'load') return load(message);
  if (!renderer) throw new Error('The composition is not loaded');
  return renderer[message.type](message.request);
}

function sendResult(id: number, result: unknown): void {
  const { html, ...rest } = (result ?? {}) as { html?: unknown };
  if (typeof html === 'string' && html !== '') send({ id, ok: true, result: rest }, html);
  else send({ id, ok: true, result });
}

/** Writes one frame; waits while the gateway is not reading. */
function send(message: object, html = ''): void {
  const head = Buffer.from(JSON.stringify(message));
  const htmlBytes = Buffer.byteLength(html);
  const frame = Buffer.allocUnsafe(8 + head.length + htmlBytes);
  frame.writeUInt32LE(head.length, 0);
  frame.writeUInt32LE(htmlBytes, 4);
  head.copy(frame, 8);
  frame.write(html, 8 + head.length);
  for (let written = 0; written < frame.length;) written += writeSync(ANSWERS_FD, frame, written);
}

function load({ composition, apps, shellName }: LoadMessage): { apps: string[] } {
  const shell = evaluateNamed<ShellServerModule>(shellName, apps[shellName], builtins);
  const shared = new Map(Object.entries(shell.shared));
  const modules: Record<string, RemoteServerModule> = { [shellName]: shell };
  for (const [name, bundle] of Object.entries(apps))
    if (name !== shellName) modules[name] = evaluateNamed<RemoteServerModule>(name, bundle, shared);
  renderer = shell.createRenderer({ composition, apps: modules, read });
  return { apps: Object.keys(modules) };
}

/** As `evaluate`; what the bundle throws says whose it was, so that the right team is told. */
function evaluateNamed<T>(
  app: string,
  bundle: { code: string; filename: string },
  allowed: Map<string, unknown>,
): T {
  try {
    return evaluate<T>(app, bundle, allowed);
  } catch (error) {
    throw new Error(`"${app}": ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function evaluate<T>(
  app: string,
  bundle: { code: string; filename: string },
  allowed: Map<string, unknown>,
): T {
  const require = (id: string): unknown => {
    const name = id.replace(/^node:/, '');
    if (!allowed.has(name))
      throw new Error(`The server bundle of "${app}" asks for "${id}", which it may not use`);
    return allowed.get(name);
  };
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
  // No module cache and no import(): when the process ends, nothing of a release stays.
  const run = vm.compileFunction(bundle.code, parameters, { filename: bundle.filename }) as Evaluate;
  const module: Module = { exports: {} };
  run.call(module.exports, module.exports, require, module, bundle.filename, '');
  return module.exports as T;
}

/** Files that were read, by app and name: they cannot change while this process lives. */
const files = new Map<string, Promise<{ text: string; sha256: string } | undefined>>();
const MOST_FILES = 200;

function read(app: string, file: string): Promise<{ text: string; sha256: string } | undefined> {
  const name = `${app}/${file}`;
  const answer = files.get(name) ?? ask(app, file);
  if (files.size >= MOST_FILES) files.clear();
  files.set(name, answer);
  return answer;
}

function ask(app: string, file: string): Promise<{ text: string; sha256: string } | undefined> {
  const id = nextRead++;
  return new Promise((resolve) => {
    reading.set(id, ({ text, sha256 }) =>
      resolve(text === undefined || sha256 === undefined ? undefined : { text, sha256 }),
    );
    send({ type: 'read', id, app, file });
  });
}

function describe(error: unknown): { message: string; status?: number; stack?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const { status } = error as { status?: number };
  return { message: error.message, ...(status && { status }), ...(error.stack && { stack: error.stack }) };
}

/**
 * Takes away what the permission model leaves open: signals to other processes (the gateway has the same user), and
 * ways round `require`. `process.exit` throws, so that a bundle's slip ends its request and not its neighbours'.
 */
function closeDoors(): void {
  const refuse = (name: string) => () => {
    throw new Error(`process.${name} is not available to releases`);
  };
  const closed = ['kill', '_kill', 'abort', 'exit', 'binding', '_linkedBinding', 'dlopen', 'send'];
  closed.push(
    'disconnect',
    '_debugProcess',
    '_startProfilerIdleNotifier',
    'chdir',
    'setuid',
    'setgid',
    'loadEnvFile',
  );
  for (const name of closed)
    if (name in process)
      Object.defineProperty(process, name, { value: refuse(name), writable: false, configurable: false });
  Object.defineProperty(process, 'mainModule', { value: undefined });
  // Not refused but empty: ohash asks for a built-in at the top of its module, and takes no answer for an answer.
  Object.defineProperty(process, 'getBuiltinModule', { value: () => undefined });
}
