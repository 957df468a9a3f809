import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

/** Runs code of a release once, in a page. @returns what the page says. */
async function run(deed: string): Promise<string> {
  const { app } = await startTestGateway([
    shellRelease(),
    remoteRelease({
      routes: [{ id: 'docs.bad', path: '/bad', query: ['now'] }],
      server: `module.exports = { pages: { 'docs.bad': { Component: async ({ search }) => {
        if (!/\\d/.test(search)) return '<h1>Quiet</h1>';
        const say = async () => { ${deed} };
        return '<h1>' + await say().catch((error) => 'refused ' + (error.code ?? error.message)) + '</h1>'; } } }, islands: {}, guards: {} };`,
    }),
  ]);
  return (await app.inject({ url: '/bad?now=1', headers: { accept: 'text/html' } })).body;
}

/** Each was open, or a way to what was, in a process that only had a list of what to take away. */
const DOORS: [what: string, deed: string][] = [
  ['its way to the gateway', 'return [process.send, process._send, process.channel].filter(Boolean).length'],
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

test.each(DOORS)('release code finds no way to %s', async (_, deed) => {
  expect(await run(deed)).toMatch(/<h1>(?:0|refused [^<]*)<\/h1>/);
});

test.each([
  ['a string', "return (0, eval)('1 + 1')"],
  ['a function', "return new Function('return 2')()"],
  ['a generator', "return (function* () {}).constructor('yield 2')().next().value"],
])('release code makes no code from %s', async (_, deed) => {
  expect(await run(deed)).toMatch(/refused/);
});

test('release code reaches no port, though one listens', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  let connections = 0;
  server.on('connection', () => connections++);
  const { port } = server.address() as { port: number };
  const page = await run(
    `const net = await import('node:net'); net.connect(${port}, '127.0.0.1'); return 'connected'`,
  );
  expect(page).toMatch(/refused/);
  expect(connections).toBe(0);
});
