/**
 * The only module that evaluates code of releases, with the environment of that code. It runs in a child process that
 * Node's permission model restricts (closed-process.ts); this module removes the remaining capabilities. A list of
 * removals would be incomplete in the next version of Node, so `process` and `console` are replaced by small frozen
 * objects.
 *
 * Release code may patch every intrinsic that it can reach. The script of the process stores the intrinsics that it
 * needs before.
 */
import { readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { CALL_LIMITS } from './call-limits.ts';

/** A bundle of a release: CommonJS as text. */
export interface Bundle {
  code: string;
  filename: string;
}

type Require = (id: string) => unknown;
type Run = (exports: unknown, require: Require, module: object, file: string, folder: string) => void;

const real = process;
const { apply } = Reflect;
const { nextTick, hrtime } = real;
const exitReally = (real as unknown as { reallyExit(code: number): never }).reallyExit.bind(real);
const { compileFunction } = vm;

/** As they were before release code ran. */
export const pristine = {
  /** @returns a value as text, cut. */
  textOf: (value: unknown): string => apply(cut, toText(value), [0, LONGEST_TEXT]),
  isError: (value: unknown): value is Error => value instanceof PristineError,
  /** @returns a value as JSON; '' for undefined. @throws for a value that JSON does not have */
  jsonOf: (value: unknown): string => (value === undefined ? '' : stringify(value)),
  /** A map whose methods cannot be replaced. */
  createMap,
  settle: <Value>(
    work: Promise<Value>,
    done: (value: Value) => void,
    failed: (error: unknown) => void,
  ): void => void apply(promiseThen, work, [done, failed]),
} as const;

/** Longest message or stack of an error that is sent. */
const LONGEST_TEXT = 10_000;
const toText = String;
const cut = String.prototype.slice;
const { stringify } = JSON;
const { allocUnsafe: allocate } = Buffer;
const PristineError = Error;
const promiseThen = Promise.prototype.then;
const { get: mapGet, set: mapSet, delete: mapDelete } = Map.prototype;

function createMap<Key, Value>() {
  const map = new Map<Key, Value>();
  return {
    get: (key: Key) => apply(mapGet, map, [key]) as Value | undefined,
    set: (key: Key, value: Value) => void apply(mapSet, map, [key, value]),
    delete: (key: Key) => void apply(mapDelete, map, [key]),
  };
}

/** Modules of Node that the shell's bundle needs (react-dom/server, the digest of island keys). Remotes get none. */
const NODE_MODULES = ['async_hooks', 'buffer', 'crypto', 'events', 'stream', 'url', 'util'];

/** @returns the modules that a shell's bundle may ask for, by name. To be called before `closeHost`. */
export function nodeModules(): Record<string, unknown> {
  const require = createRequire(import.meta.url);
  return Object.fromEntries(NODE_MODULES.map((name) => [name, require(`node:${name}`)]));
}

/** @returns the exports of a bundle. There is no module cache and no import(). */
export function evaluate<Exports>(app: string, bundle: Bundle, allowed: Record<string, unknown>): Exports {
  const modules = Object.assign(Object.create(null) as Record<string, unknown>, allowed);
  const require: Require = (id) => {
    const name = id.startsWith('node:') ? id.slice('node:'.length) : id;
    if (!(name in modules))
      throw new PristineError(`The server bundle of "${app}" asks for "${id}", which it may not use`);
    return modules[name];
  };
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
  try {
    const run = compileFunction(bundle.code, parameters, { filename: bundle.filename }) as Run;
    const module: { exports: unknown } = { exports: {} };
    apply(run, module.exports, [module.exports, require, module, bundle.filename, '']);
    return module.exports as Exports;
  } catch (error) {
    // The app of the failed bundle, so that its team gets the error.
    const reason = error instanceof PristineError ? error.message : pristine.textOf(error);
    const named = new PristineError(`"${app}": ${reason}`, { cause: error });
    // The position in the bundle; the caller's frames are not useful.
    if (pristine.isError(error) && error.stack) named.stack = pristine.textOf(error.stack);
    throw named;
  }
}

/** Where a process writes its answers. */
const ANSWERS_FD = 4;
/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES_OF_CHARACTER = 3;
/** Most answers fit into one buffer, which is used again for each: an allocation costs as much as writing a page. */
const ROOM_BYTES = 512 * 1024;
const room = Buffer.allocUnsafeSlow(ROOM_BYTES);
const writeText: (this: Buffer, text: string, at: number) => number = Buffer.prototype.write;
const { writeUInt32LE: writeLength } = Buffer.prototype;

/** The channel to the gateway, stored before release code can remove it. */
export function openChannel() {
  // The gateway has ended.
  real.on('disconnect', () => exitReally(0));
  return {
    onMessage: (listener: (message: never) => void): void =>
      void real.on('message', listener as (message: unknown) => void),
    /**
     * Sends one frame (message-frames.ts); waits while the gateway is not reading.
     * @param result.json the data of a page.
     * @returns whether it was sent: a part may be too large. @throws for a value that JSON does not have.
     */
    answer(message: object, result: { html?: string; json?: string; facts?: unknown } = {}): boolean {
      const { html = '', json = '', facts } = result;
      const parts = [stringify(message), html, json, pristine.jsonOf(facts)];
      const prefixBytes = 4 * parts.length;
      let most = prefixBytes;
      for (let part = 0; part < parts.length; part++) {
        const { length } = parts[part]!;
        if (length > CALL_LIMITS.partBytes) return false;
        most += MOST_BYTES_OF_CHARACTER * length;
      }
      const frame = most <= ROOM_BYTES ? room : allocate(most);
      let at = prefixBytes;
      for (let part = 0; part < parts.length; part++) {
        const length = apply(writeText, frame, [parts[part]!, at]);
        if (length > CALL_LIMITS.partBytes) return false;
        apply(writeLength, frame, [length, 4 * part]);
        at += length;
      }
      for (let written = 0; written < at;) written += writeSync(ANSWERS_FD, frame, written, at - written);
      return true;
    },
    /**
     * Reads text of this number of bytes from a descriptor; blocks until they are there. @throws when the input ends
     * before.
     */
    read(descriptor: number, bytes: number): string {
      const all = Buffer.allocUnsafe(bytes);
      for (let taken = 0; taken < bytes;) {
        const more = readSync(descriptor, all, taken, bytes - taken, null);
        if (more === 0) throw new PristineError('the gateway sent less than it said');
        taken += more;
      }
      return all.toString('utf8');
    },
  };
}

/** Globals that rendering does not need. */
const REMOVED = (
  'BroadcastChannel Worker WebAssembly SharedArrayBuffer Atomics navigator localStorage ' +
  'sessionStorage Storage PerformanceObserver MessageChannel MessagePort CompressionStream DecompressionStream'
).split(' ');
/**
 * Globals of edge runtimes that Node creates when they are first read, from parts that are removed. `Response` and
 * `Request` are values here: nothing sends them.
 */
const KEPT = ['FormData', 'Headers', 'Request', 'Response', 'crypto', 'Blob', 'File', 'URLPattern'];
const LONGEST_LINE = 2_000;
const MOST_LOGGED = 20_000;

/**
 * Removes the capabilities that the permission model leaves. The script has to store the parts of Node that it needs
 * before.
 * @param hasWindow whether code of releases runs in windows only: Node then does not create the globals that are kept
 *   for it otherwise, which takes a tenth of a second and 20 MB.
 */
export function closeHost(hasWindow = false): void {
  const permission = (real as { permission?: { drop?(scope: string): void } }).permission;
  const globals = globalThis as Record<string, unknown>;
  for (const name of KEPT)
    if (hasWindow) delete globals[name];
    else void globals[name];
  permission?.drop?.('fs.read'); // the script is loaded; this cannot be taken back
  real.on('unhandledRejection', () => {}); // its rendering fails by its time limit; others continue
  for (const [name, value] of Object.entries({ process: standIn(), console: quietConsole(), ...timers }))
    Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
  // Packages look for the global object under this name first, and evaluate a text when they do not find it.
  for (const [name, value] of Object.entries({ self: globalThis, ...networkStandIns() }))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  for (const name of REMOVED) if (name in globals) delete globals[name];
  // Under such keys Node stores the client of `fetch`, and they cannot be deleted.
  const hidden = globalThis as unknown as Record<symbol, unknown>;
  for (const key of Object.getOwnPropertySymbols(hidden))
    if (key !== Symbol.toStringTag) hidden[key] = undefined;
}

/** Clients of packages look for these when they are created, and use them in the browser only. */
function networkStandIns(): object {
  const refusal = (name: string) =>
    new PristineError(
      `${name} is not available on the server, which renders pages without a network: get the data in a loader by upstream(), or in an effect`,
    );
  return {
    fetch: async () => Promise.reject(refusal('fetch')),
    WebSocket: class {
      static readonly CONNECTING = 0;
      static readonly OPEN = 1;
      static readonly CLOSING = 2;
      static readonly CLOSED = 3;
      constructor() {
        throw refusal('WebSocket');
      }
    },
    EventSource: class {
      static readonly CONNECTING = 0;
      static readonly OPEN = 1;
      static readonly CLOSED = 2;
      constructor() {
        throw refusal('EventSource');
      }
    },
  };
}

/** The part of `process` for rendering code: the version of Node, and the time. */
function standIn(): object {
  const refuse = (name: string) => () => {
    throw new PristineError(`process.${name} is not available to releases`);
  };
  const itself = () => process;
  return Object.freeze({
    env: Object.freeze({ NODE_ENV: 'production' }),
    argv: Object.freeze([]),
    execArgv: Object.freeze([]),
    platform: real.platform,
    version: real.version,
    versions: Object.freeze({ ...real.versions }),
    nextTick: (callback: (...values: unknown[]) => void, ...values: unknown[]) =>
      nextTick(callback, ...values),
    hrtime: Object.freeze(
      Object.assign((since?: [number, number]) => hrtime(since), { bigint: () => hrtime.bigint() }),
    ),
    cwd: () => '/',
    emitWarning() {},
    getBuiltinModule: () => undefined,
    exit: refuse('exit'),
    on: itself,
    once: itself,
    off: itself,
  });
}

/** Starts a timer of Node. @param args the callback's, with the delay first where there is one */
type Start = (callback: () => void, ...args: unknown[]) => object;
type End = (timer: unknown) => void;

const runningTimers = new Map<object, End>();
/** Whether the bundle is evaluated. What a module waits for once, while it is evaluated, still happens after it. */
let isLoaded = false;
const { set: keep, delete: drop, forEach: each } = Map.prototype;

/** A function that starts timers which `endTimers` ends. @param once whether the timer ends when it has run */
function ending(start: Start, end: End, once: boolean): Start {
  return (callback, ...args) => {
    const run = (...values: unknown[]): void => {
      if (once) apply(drop, runningTimers, [timer]);
      apply(callback, undefined, values);
    };
    const timer: object = start(run, ...args);
    if (isLoaded || !once) apply(keep, runningTimers, [timer, end]);
    return timer;
  };
}

/** A function that ends a timer, also one that has ended, or that is no timer. */
function ended(end: End): End {
  return (timer) => {
    apply(drop, runningTimers, [timer]);
    end(timer);
  };
}

/** The timers of release code. They end with the renderings of the process (`endTimers`). */
const timers = {
  setTimeout: ending(setTimeout as unknown as Start, clearTimeout as End, true),
  setInterval: ending(setInterval as unknown as Start, clearInterval as End, false),
  setImmediate: ending(setImmediate, clearImmediate as End, true),
  clearTimeout: ended(clearTimeout as End),
  clearInterval: ended(clearInterval as End),
  clearImmediate: ended(clearImmediate as End),
};

/** Ends the timers that release code has started. To be called when no call is in progress. */
export function endTimers(): void {
  isLoaded = true;
  if (runningTimers.size === 0) return;
  apply(each, runningTimers, [
    (end: End, timer: object) => {
      apply(drop, runningTimers, [timer]);
      end(timer);
    },
  ]);
}

/** Writes a limited amount to the standard error. Packages replace its methods. */
function quietConsole(): object {
  let left = MOST_LOGGED;
  const write = (...values: unknown[]): void => {
    if (left <= 0) return;
    try {
      const line = values
        .map((value) => pristine.textOf(value))
        .join(' ')
        .slice(0, LONGEST_LINE);
      left -= line.length + 1;
      writeSync(2, `${line}\n`);
    } catch {
      // No reader, or a value that cannot be serialized.
    }
  };
  const levels = ['log', 'info', 'debug', 'warn', 'error', 'trace'];
  const silent = [
    'assert',
    'clear',
    'count',
    'countReset',
    'dir',
    'dirxml',
    'group',
    'groupCollapsed',
  ].concat(['groupEnd', 'table', 'time', 'timeEnd', 'timeLog', 'timeStamp']);
  return Object.fromEntries([
    ...levels.map((level) => [level, write] as const),
    ...silent.map((name) => [name, () => {}] as const),
  ]);
}
