import { server } from '../../draft-release.ts';
import { type Attack, attacksOn } from '../attack.ts';
import { CLOSED, tries } from './probes.ts';

/** Walks through all objects that release code can reach. */
const WALK = `
  const doors = /^(connect|createConnection|spawn|fork|exec|execve|openSync|readFileSync|writeSync|createServer|lookup|dlopen|binding|_load|kill|send|reallyExit|Socket|Pipe|TCP|Worker|DatabaseSync)$/;
  const patterns = new Set([RegExp.prototype.exec, URLPattern.prototype.exec]);
  const seen = new Set(); const found = [];
  const queue = [globalThis, require('react'), require('react-dom'), require('react-router'), require('react/jsx-runtime'), context, module, require];
  while (queue.length > 0 && seen.size < 60000) {
    const value = queue.pop();
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) continue;
    seen.add(value);
    queue.push(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const { value: part, get } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      if (doors.test(String(key)) && typeof part === 'function' && !patterns.has(part)) found.push(String(key));
      queue.push(part, get);
    }
  }
  if (found.length > 0) return found.join(' ');
  throw new Error('no door among ' + (seen.size > 500 ? 'hundreds' : 'few') + ' of things');`;

const REACHED: [name: string, code: string][] = [
  ['a module of Node with require', `return Object.keys(require('node:net')).length`],
  ['a module of Node with import()', `return Object.keys(await import('node:fs')).length`],
  [
    'a module of Node with process.getBuiltinModule',
    `return Object.keys(process.getBuiltinModule('node:net')).length`,
  ],
  ['a module with the module loader', `return module.constructor._load('node:fs').readFileSync`],
  ['the network with fetch', `return (await fetch('http://127.0.0.1:80/')).status`],
  ['the network with a WebSocket', `return new WebSocket('ws://127.0.0.1:80').url`],
  ['the network with an EventSource', `return new EventSource('http://127.0.0.1:80').url`],
  ['DNS with a raw binding', `return process.binding('cares_wrap').getaddrinfo`],
  [
    'a Unix socket with a raw binding',
    `const { Pipe } = process.binding('pipe_wrap'); return new Pipe(0).connect`,
  ],
  ['the answers of the process with their descriptor', `return require('node:fs').writeSync(4, 'forged')`],
  [
    'the gateway with a forged message',
    `return process.send({ id: 1, ok: true, result: { html: 'forged' } })`,
  ],
  ['the channel to the gateway', `return process.channel.fd ?? process._channel.fd`],
  ['the inspector', `return require('node:inspector').open()`],
  ['a worker', `return new Worker('data:text/javascript,1')`],
  ['a child process', `return require('node:child_process').execSync('id')`],
  ['native code', `return process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')`],
  ['a database', `return require('node:sqlite').DatabaseSync`],
  ['a signal to the gateway', `return process.kill(process.ppid, 'SIGTERM')`],
  ['a debugger in the gateway', `return process._debugProcess(process.ppid)`],
  ['the end of the process', `return process.reallyExit(1)`],
  ['/proc with the streams of the process', `return process.stdin.constructor('/proc/self/environ')`],
  ['a report of the machine', `return process.report.getReport().header.host`],
  ['code from a text with eval', `return (0, eval)('1 + 1')`],
  ['code from a text with Function', `return (() => {}).constructor('return process')().pid`],
  [
    'code from a text with a generator',
    `return Object.getPrototypeOf(function* () {}).constructor('yield 1')().next().value`,
  ],
  [
    'machine code with WebAssembly',
    `return new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`,
  ],
  ['memory that is shared between threads', `return new SharedArrayBuffer(8).byteLength`],
  [
    'its caller, from the frames of the stack',
    `Error.prepareStackTrace = (_, sites) => sites;
    const things = new Error().stack.map((site) => site.getThis() ?? site.getFunction()).filter((thing) => thing !== undefined && thing !== globalThis);
    if (things.length > 0) return things.length; throw new Error('frames of strict code tell nothing')`,
  ],
  ['any reachable object', WALK],
];

/** Changes of globals that a process shares. Only pages of the attacker may change. */
const PATCHES: [name: string, code: string][] = [
  [
    'React',
    `const react = require('react'); react.createElement = () => 'owned'; react.useMemo = () => 'owned';`,
  ],
  [
    'the JSX runtime',
    `const jsx = require('react/jsx-runtime'); const made = jsx.jsx; try { jsx.jsx = (type, props) => made(type, { ...props, title: 'owned' }); } catch {}`,
  ],
  ['Object.prototype', `Object.prototype.owned = 'owned'; Object.prototype.href = 'https://evil.example/';`],
  [
    'Array.prototype',
    `const { map } = Array.prototype; Array.prototype.map = function (...given) { return map.apply(this, given); }; Array.prototype.join = () => 'owned';`,
  ],
  ['String.prototype', `String.prototype.replaceAll = () => 'owned';`],
  [
    'Promise.prototype',
    `const { then } = Promise.prototype; Promise.prototype.then = function (done, failed) { return then.call(this, done && ((value) => done(value)), failed); };`,
  ],
  [
    'JSON and Buffer',
    `JSON.stringify = () => '{"ok":true}'; Buffer.from = () => new Uint8Array(8); Buffer.byteLength = () => 1;`,
  ],
  ['Map.prototype', `Map.prototype.get = () => 'owned'; Map.prototype.set = () => {};`],
];

export const sandboxAttacks: Attack[] = [
  ...attacksOn(
    'access outside the process',
    REACHED.map(([name, code]) => [name, CLOSED, tries(code)]),
  ),
  ...attacksOn(
    'changed globals',
    PATCHES.map(([name, code]) => [
      `${name}, when the bundle is loaded`,
      /^(live|refused 422 )/,
      async (site) => {
        const published = await site.publish(server((text) => `${code}\n${text}`));
        if (published === 'live') await site.visit('/terms', '/privacy');
        return published;
      },
    ]),
  ),
];
