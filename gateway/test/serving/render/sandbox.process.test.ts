import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

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
  ['the network by fetch', 'return typeof fetch === "function" ? 1 : 0'],
  ['a worker', 'return typeof Worker === "function" ? 1 : 0'],
  ['memory that cannot be measured', 'return typeof WebAssembly === "object" ? 1 : 0'],
  ['built-in modules', "return process.getBuiltinModule('net') ? 1 : 0"],
];

const MAKERS: [what: string, deed: string][] = [
  ['a string', "return (0, eval)('1 + 1')"],
  ['a function', "return new Function('return 2')()"],
  ['a generator', "return (function* () {}).constructor('yield 2')().next().value"],
];
const CONNECTS = "const net = await import('node:net'); net.connect(port, '127.0.0.1'); return 'connected'";

const DEEDS = [...DOORS.map(([, deed]) => deed), ...MAKERS.map(([, deed]) => deed), CONNECTS];

/** A gateway with a release whose page runs the code of the number in its query. */
const start = shared(() =>
  startTestGateway([
    shellRelease(),
    remoteRelease({
      routes: [{ id: 'docs.bad', path: '/bad', query: ['deed', 'port'] }],
      server: `const deeds = [${DEEDS.map((deed) => `async (port) => { ${deed} }`).join()}];
        module.exports = { pages: { 'docs.bad': { Component: async ({ search }) => {
          const query = new URLSearchParams(search);
          const deed = deeds[query.get('deed')];
          if (!deed) return '<h1>Quiet</h1>';
          const result = await deed(query.get('port')).catch((error) => 'refused ' + (error.code ?? error.message));
          return '<h1>' + result + '</h1>'; } } }, islands: {}, guards: {} };`,
    }),
  ]),
);

/** Runs code of a release once, in a page. @returns the page. */
async function run(deed: string, port = 0): Promise<string> {
  const { app } = await start();
  const url = `/bad?deed=${DEEDS.indexOf(deed)}&port=${port}`;
  return (await app.inject({ url, headers: { accept: 'text/html' } })).body;
}

test.each(DOORS)('release code cannot access %s', async (_, deed) => {
  expect(await run(deed)).toMatch(/<h1>(?:0|refused [^<]*)<\/h1>/);
});

test.each(MAKERS)('release code cannot compile %s', async (_, deed) => {
  expect(await run(deed)).toMatch(/refused/);
});

test('release code cannot connect to a listening port', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  let connections = 0;
  server.on('connection', () => connections++);
  const { port } = server.address() as { port: number };
  const page = await run(CONNECTS, port);
  expect(page).toMatch(/refused/);
  expect(connections).toBe(0);
});
