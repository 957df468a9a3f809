import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

/** A remote that behaves until its page is asked for with a number: admission tries another value. */
const planted = (deed: string) =>
  remoteRelease({
    routes: [
      { id: 'docs.good', path: '/docs' },
      { id: 'docs.bad', path: '/bad', query: ['now'] },
    ],
    server: `module.exports = {
      pages: {
        'docs.good': { Component: () => '<h1>Good</h1>' },
        'docs.bad': { Component: async ({ search }) => { if (!/\\d/.test(search)) return '<h1>Quiet</h1>'; ${deed} } },
      }, islands: {}, guards: {} };`,
  });

const HTML = { accept: 'text/html' };

test.each([
  ['loops for ever', 'for (;;) {}'],
  ['never answers', 'return new Promise(() => {})'],
  [
    'allocates 2 GB',
    "const kept = []; for (let i = 0; i < 40; i++) kept.push(Buffer.alloc(50 * 1024 * 1024, 1)); return 'done ' + kept.length",
  ],
  [
    'fills the heap',
    "const kept = []; for (;;) kept.push({ text: 'x'.repeat(1000) + kept.length, more: [1, 2, 3] })",
  ],
  ['ends its own process', "process.kill(process.pid, 'SIGKILL'); return 'still here'"],
  ['exits', 'process.exit(0)'],
  ['exits for real', 'process.reallyExit(0)'],
  ['throws later', "setTimeout(() => { throw new Error('later') }, 1); return new Promise(() => {})"],
])('a bundle that %s: its page fails, the site goes on', async (_, deed) => {
  const { app } = await startTestGateway([shellRelease(), planted(deed)], {
    RENDER_MEMORY_MB: '128',
    RENDER_TIMEOUT: '2s',
  });
  const bad = await app.inject({ url: '/bad?now=1', headers: HTML });
  expect([500, 503]).toContain(bad.statusCode);
  expect(bad.body).not.toMatch(/at .*\.cjs|still here|done 40/);
  const uncached = await app.inject({ url: '/bad?now=', headers: HTML });
  expect([uncached.statusCode, uncached.body]).toEqual([200, expect.stringContaining('Quiet')]);
  expect((await app.inject({ url: '/docs', headers: HTML })).body).toContain('Good');
});

// Nothing lists the address: there, a limit that was passed is an error of the request.
test.each([
  ['returns a page of 17 MB', "return 'x'.repeat(17 * 1024 * 1024)", 404],
  ['throws an error of 20 MB', "throw new Error('x'.repeat(20 * 1024 * 1024))", 500],
  ['throws a value without a text', 'throw Object.create(null)', 500],
])('a bundle that %s fails that call, and its process goes on', async (_, deed, status) => {
  const counted = `const calls = (globalThis.calls = (globalThis.calls ?? 0) + 1);
    if (search === '?now=9') return '<h1>call ' + calls + '</h1>'; ${deed}`;
  const { app } = await startTestGateway([shellRelease(), planted(counted)]);
  expect((await app.inject({ url: '/bad?now=1', headers: HTML })).statusCode).toBe(status);
  expect((await app.inject({ url: '/bad?now=9', headers: HTML })).body).toContain('call 2');
});

test.each([
  ['require', "return require('node:fs').readFileSync(FILE, 'utf8')"],
  ['a built-in module', "return process.getBuiltinModule('fs').readFileSync(FILE, 'utf8')"],
  ['a binding', "return process.binding('fs').readFileUtf8(FILE, 0)"],
  ['import()', "return (await import('node:fs')).readFileSync(FILE, 'utf8')"],
  [
    'the constructor of a function',
    "return (new Function('return process'))().mainModule.require('fs').readFileSync(FILE, 'utf8')",
  ],
  ['a child process', "return process.getBuiltinModule('child_process').execSync('cat ' + FILE).toString()"],
])('a bundle cannot read the data folder through %s', async (_, deed) => {
  const setup = await startTestGateway([shellRelease()]);
  const file = `${setup.config.data.dataDir}/site.db`;
  expect((await readFile(file)).length).toBeGreaterThan(0);
  await setup.publish(planted(`const FILE = ${JSON.stringify(file)}; ${deed}`));
  const response = await setup.app.inject({ url: '/bad?now=1', headers: HTML });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('SQLite');
});

test('a bundle sees an empty environment and no other process', async () => {
  const deed = `const names = Object.keys(process.env).filter((name) => !['NODE_ENV', 'PWD'].includes(name));
    try { process.kill(process.ppid, 0); names.push('kill'); } catch {}
    return '<h1>sees [' + names.join() + ']</h1>';`;
  const { app } = await startTestGateway([shellRelease(), planted(deed)]);
  expect((await app.inject({ url: '/bad?now=1', headers: HTML })).body).toContain('sees []');
});
