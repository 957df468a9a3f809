import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { type FixtureRelease, remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { atEnd, shared } from '../../fixtures/shared.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

/** A remote whose page runs the code of the number in its query; each query without a number is another page. */
const planted = (deeds: string[]): FixtureRelease =>
  remoteRelease({
    routes: [
      { id: 'docs.good', path: '/docs' },
      { id: 'docs.bad', path: '/bad', query: ['deed', 'quiet'] },
    ],
    server: `
      let calls = 0;
      const deeds = [${deeds.map((deed) => `async () => { ${deed} }`).join()}];
      module.exports = { pages: {
        'docs.good': { Component: () => '<h1>Good</h1>' },
        'docs.bad': { Component: async ({ search }) => {
          calls++;
          const deed = deeds[new URLSearchParams(search).get('deed') ?? ''];
          return deed ? deed() : '<h1>Quiet, call ' + calls + '</h1>';
        } },
      }, islands: {}, guards: {} };`,
  });

const get = async ({ app }: TestGateway, url: string) => {
  const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } });
  return { status: statusCode, body };
};

/** Only ends a test whose process does not end. */
const MOST_MS = 60_000;

const KILLERS = [
  ['loops endlessly', 'for (;;) {}'],
  ['never answers', 'return new Promise(() => {})'],
  [
    'allocates 2 GB',
    "const kept = []; for (let i = 0; i < 40; i++) kept.push(Buffer.alloc(50 * 1024 * 1024, 1)); return 'done ' + kept.length",
  ],
  [
    'fills the heap',
    "const kept = []; for (;;) kept.push({ text: 'x'.repeat(1000) + kept.length, more: [1, 2, 3] })",
  ],
  ['kills its own process', "process.kill(process.pid, 'SIGKILL'); return 'still here'"],
  ['exits', 'process.exit(0)'],
  ['calls reallyExit', 'process.reallyExit(0)'],
  ['throws later', "setTimeout(() => { throw new Error('later') }, 1); return new Promise(() => {})"],
] as const;
/** `FILE` is in the data folder. */
const READERS = [
  ['require', "return require('node:fs').readFileSync(FILE, 'utf8')"],
  ['a built-in module', "return process.getBuiltinModule('fs').readFileSync(FILE, 'utf8')"],
  ['a binding', "return process.binding('fs').readFileUtf8(FILE, 0)"],
  ['import()', "return (await import('node:fs')).readFileSync(FILE, 'utf8')"],
  [
    'the constructor of a function',
    "return (new Function('return process'))().mainModule.require('fs').readFileSync(FILE, 'utf8')",
  ],
  ['a child process', "return process.getBuiltinModule('child_process').execSync('cat ' + FILE).toString()"],
] as const;
/** The client of \`fetch\`, which Node stores under a symbol of the global object. */
const SYMBOLS = `
  const keys = Object.getOwnPropertySymbols(globalThis).filter((key) => key !== Symbol.toStringTag);
  return '<h1>holds [' + keys.filter((key) => globalThis[key] !== undefined).map(String).join() + ']</h1>';`;
const LOOKS_AROUND = `
  const names = Object.keys(process.env).filter((name) => !['NODE_ENV', 'PWD'].includes(name));
  try { process.kill(process.ppid, 0); names.push('kill'); } catch {}
  return '<h1>sees [' + names.join() + ']</h1>';`;

const start = shared(async () => {
  const gateway = await startTestGateway([shellRelease()], { RENDER_MEMORY_MB: '128', RENDER_TIMEOUT: '3s' });
  const file = `${gateway.config.data.dataDir}/site.db`;
  expect((await readFile(file)).length).toBeGreaterThan(0);
  const readers = READERS.map(([, deed]) => `const FILE = ${JSON.stringify(file)}; ${deed}`);
  await gateway.publish(planted([...KILLERS.map(([, deed]) => deed), ...readers, LOOKS_AROUND, SYMBOLS]));
  return gateway;
});

test.each(KILLERS.map(([name], index) => [name, index] as const))(
  'fails the page of a bundle that %s, and answers others',
  async (_, index) => {
    const gateway = await start();
    const bad = await get(gateway, `/bad?deed=${index}`);
    expect([500, 503]).toContain(bad.status);
    expect(bad.body).not.toMatch(/at .*\.cjs|still here|done 40/);
    // A process that has ended ten times within a minute is restarted only after a pause.
    gateway.pass(60_000);
    // Waiting ends no process: one that loops ends when it has used the processor for the time of the limit, which on a
    // busy machine comes after the answer to its call.
    await expect
      .poll(() => get(gateway, `/bad?quiet=${index}`), { timeout: MOST_MS })
      .toEqual({ status: 200, body: expect.stringContaining('Quiet') });
    expect((await get(gateway, '/docs')).body).toContain('Good');
  },
);

test.each(READERS.map(([name], index) => [name, KILLERS.length + index] as const))(
  'denies a bundle the data folder through %s',
  async (_, index) => {
    const { status, body } = await get(await start(), `/bad?deed=${index}`);
    expect(status).toBe(500);
    expect(body).not.toContain('SQLite');
  },
);

test('gives a bundle an empty environment and no other process', async () => {
  const { body } = await get(await start(), `/bad?deed=${KILLERS.length + READERS.length}`);
  expect(body).toContain('sees []');
});

test('gives a bundle nothing under a symbol of the global object', async () => {
  const { body } = await get(await start(), `/bad?deed=${KILLERS.length + READERS.length + 1}`);
  expect(body).toContain('holds []');
});

/** Accesses that a list of removed globals would leave open. */
const DOORS: [what: string, deed: string][] = [
  [
    'the channel to the gateway',
    'return [process.send, process._send, process.channel].filter(Boolean).length',
  ],
  ['listeners of its messages', "return (process.listeners?.('message') ?? []).length"],
  ['handles', 'return (process._getActiveHandles?.() ?? []).length'],
  ['its streams', 'return [process.stdin, process.stdout, process.stderr].filter(Boolean).length'],
  ['a report on the machine', 'return process.report ? 1 : 0'],
  ['a signal', 'return typeof process.kill === "function" ? 1 : 0'],
  ['the debugger', 'return typeof process._debugProcess === "function" ? 1 : 0'],
  ['another environment', 'try { process.env.TZ = "x" } catch {} return process.env.TZ ? 1 : 0'],
  ['another process object', 'try { process = { send: 1 } } catch {} return process.send ? 1 : 0'],
  ['the network by fetch', "return fetch('data:,a').then(() => 1, () => 0)"],
  ['the network by a socket', "try { return new WebSocket('wss://example.org') ? 1 : 1 } catch { return 0 }"],
  ['the network by events', "try { return new EventSource('/events') ? 1 : 1 } catch { return 0 }"],
  ['a worker', 'return typeof Worker === "function" ? 1 : 0'],
  ['memory that cannot be measured', 'return typeof WebAssembly === "object" ? 1 : 0'],
  ['built-in modules', "return process.getBuiltinModule('net') ? 1 : 0"],
];

/** Uses of the globals of an edge runtime, with their results. */
const GLOBALS: [what: string, deed: string, result: string][] = [
  ['the global object by each name', 'return global === globalThis && self === globalThis', 'true'],
  ['forms', "const form = new FormData(); form.set('a', 'b'); return form.get('a')", 'b'],
  [
    'requests, which nobody sends',
    "const { url, headers } = new Request('https://example.org/a', { headers: new Headers({ b: 'c' }) }); return url + headers.get('b')",
    'https://example.org/ac',
  ],
  [
    'clients that get their data in the browser',
    "const client = { fetch: globalThis.fetch.bind(globalThis), open: WebSocket.OPEN }; return fetch('/a').catch(({ message }) => client.open + message.slice(0, 22))",
    '1fetch is not available',
  ],
  ['responses', "return (await new Response('text', { status: 201 }).text())", 'text'],
  ['an abort', 'const abort = new AbortController(); abort.abort(); return abort.signal.aborted', 'true'],
  ['clones', 'return structuredClone({ deep: [4] }).deep[0]', '4'],
  [
    'digests',
    "return (await crypto.subtle.digest('SHA-256', new TextEncoder().encode('a'))).byteLength",
    '32',
  ],
  ['timers', 'return new Promise((done) => setTimeout(done, 1, 5))', '5'],
  ['microtasks', 'return new Promise((done) => queueMicrotask(() => done(6)))', '6'],
  [
    'a console that packages patch',
    'const { warn } = console; console.warn = (...values) => warn(...values); console.group(); return typeof console.warn',
    'function',
  ],
];

/** Starts a timer in one rendering; the next one shows how often it has run. */
const TIMER = `
  if (globalThis.ran !== undefined) return globalThis.ran;
  globalThis.ran = 0;
  setInterval(() => globalThis.ran++, 1);
  setTimeout(() => globalThis.ran++, 1);
  setImmediate(() => globalThis.ran++);
  return 'started'`;

const MAKERS: [what: string, deed: string][] = [
  ['a string', "return (0, eval)('1 + 1')"],
  ['a function', "return new Function('return 2')()"],
  ['a generator', "return (function* () {}).constructor('yield 2')().next().value"],
];
/** The index of this deed. */
const CONNECTS = DOORS.length + MAKERS.length;
const connects = (port: number): string =>
  `const net = await import('node:net'); net.connect(${port}, '127.0.0.1'); return 'connected'`;

/** @returns code whose page shows the result of `deed`. */
const shown = (deed: string): string => `
  const result = await (async () => { ${deed} })().catch((error) => 'refused ' + (error.code ?? error.message));
  return '<h1>' + result + '</h1>';`;

const startLooking = shared(async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => void server.close());
  const connections: unknown[] = [];
  server.on('connection', (socket) => connections.push(socket));
  const deeds = [...DOORS, ...MAKERS].map(([, deed]) => shown(deed));
  deeds.push(shown(connects((server.address() as AddressInfo).port)), ...FAILING.map(([, deed]) => deed));
  deeds.push(...GLOBALS.map(([, deed]) => shown(deed)), shown(TIMER));
  return { connections, gateway: await startTestGateway([shellRelease(), planted(deeds)]) };
});
const resultOf = async (index: number) =>
  (await get((await startLooking()).gateway, `/bad?deed=${index}`)).body;

test.each(DOORS.map(([name], index) => [name, index] as const))(
  'release code cannot access %s',
  async (_, index) => {
    expect(await resultOf(index)).toMatch(/<h1>(?:0|refused [^<]*)<\/h1>/);
  },
);

test.each(MAKERS.map(([name], index) => [name, DOORS.length + index] as const))(
  'release code cannot compile %s',
  async (_, index) => {
    expect(await resultOf(index)).toMatch(/refused/);
  },
);

test('release code cannot connect to a listening port', async () => {
  expect(await resultOf(CONNECTS)).toMatch(/refused/);
  expect((await startLooking()).connections).toEqual([]);
});

// The address is unlisted: a limit that is exceeded is an error of the request.
const FAILING = [
  ['returns a page of 17 MB', "return 'x'.repeat(17 * 1024 * 1024)", 404],
  ['throws an error of 20 MB', "throw new Error('x'.repeat(20 * 1024 * 1024))", 500],
  ['throws a value without a message', 'throw Object.create(null)', 500],
] as const;
test.each(FAILING.map(([name, , status], index) => [name, status, CONNECTS + 1 + index] as const))(
  'fails only the call of a bundle that %s',
  async (_, status, index) => {
    const { gateway } = await startLooking();
    const callsOf = async (page: string): Promise<number> =>
      Number(/call (\d+)/.exec((await get(gateway, `/bad?quiet=${index}${page}`)).body)?.[1]);
    const before = await callsOf('a');
    expect((await get(gateway, `/bad?deed=${index}`)).status).toBe(status);
    expect(await callsOf('b')).toBe(before + 2);
  },
);

/** The index of the first deed of `GLOBALS`. */
const FIRST_GLOBAL = CONNECTS + 1 + FAILING.length;
test.each(GLOBALS.map(([name, , result], index) => [name, result, FIRST_GLOBAL + index] as const))(
  'release code has %s',
  async (_, result, index) => {
    expect(await resultOf(index)).toContain(`<h1>${result}</h1>`);
  },
);

test('ends the timers of a rendering with its answer', async () => {
  const { gateway } = await startLooking();
  const timer = FIRST_GLOBAL + GLOBALS.length;
  expect((await get(gateway, `/bad?deed=${timer}&quiet=1`)).body).toContain('<h1>started</h1>');
  // Another rendering, during which a timer that goes on would run.
  await resultOf(FIRST_GLOBAL + GLOBALS.findIndex(([name]) => name === 'timers'));
  expect((await get(gateway, `/bad?deed=${timer}&quiet=2`)).body).toContain('<h1>0</h1>');
});
