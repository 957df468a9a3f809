import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { BlobStore } from '../../../src/platform/blobs/blob-store.ts';
import { createChildScripts } from '../../../src/platform/runtime/child-scripts.ts';
import { readUsage } from '../../../src/platform/runtime/process-usage.ts';
import { createRenderPool, viewOf } from '../../../src/serving/render/render-pool.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, sha256, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { testFolder } from '../../fixtures/test-database.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

const HTML = { accept: 'text/html' };
const bodyOf = async ({ app }: TestGateway, url: string) => (await app.inject({ url, headers: HTML })).body;

/** @returns the ids of the render processes of this gateway, by their script. */
function processIds({ config }: TestGateway): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(
          `${config.data.dataDir}/render-scripts/`,
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** A remote whose page shows the state of its process. */
const exposing = (app: string) =>
  remoteRelease({
    app,
    server: `const react = require('react'); module.exports = { pages: { '${app}.home': {
      Component: () => '<h1>' + react.version + ' ' + [1, 2].find((n) => n === 2) + ' ' + 'ab'.replace('a', 'c') + '</h1>' } }, islands: {}, guards: {} };`,
  });

const startSite = shared(() => startTestGateway([shellRelease(), exposing('news'), exposing('docs')]));

test('a deploy of one app starts one process, and does not restart others', async () => {
  const setup = await startSite();
  const before = processIds(setup);
  expect(before).toHaveLength(3);
  await setup.publish(version('two'));
  const after = processIds(setup);
  expect(before.filter((pid) => !after.includes(pid))).toEqual([]);
  expect(after).toHaveLength(4);
});

/** Changes built-ins, React and prototypes of its process. */
const POISON = `
  const react = require('react');
  react.version = 'poisoned';
  Object.prototype.html = '<h1>poisoned</h1>';
  Array.prototype.find = () => ({ app: 'docs', id: 'poisoned' });
  JSON.stringify = () => '{"poisoned":true}';
  String.prototype.replace = () => 'poisoned';
  module.exports = { pages: { 'docs.home': { Component: () => '<h1>mine</h1>' } }, islands: {}, guards: {} };`;

test('an app that changes built-ins does not affect other apps: in a check, live, or after a restart', async () => {
  const setup = await startSite();
  const honest = '<h1>19.3.1 2 cb</h1>';
  expect(await bodyOf(setup, '/news')).toContain(honest);
  await setup.publish(remoteRelease({ server: POISON }));
  await setup.publish(exposing('extra'));
  for (const url of ['/news', '/extra']) expect(await bodyOf(setup, url)).toContain(honest);
  const again = await setup.restart();
  for (const url of ['/news', '/extra']) expect(await bodyOf(again, url)).toContain(honest);
});

const MB = 1024 * 1024;
const BURNS = remoteRelease({
  app: 'extra',
  // Timers would end with the loading of the bundle.
  server: `const burn = () => crypto.subtle.digest('SHA-1', new Uint8Array(1))
      .then(() => { for (let n = 0; n < 5e8; n++); return burn(); });
    burn();
    module.exports = { pages: {}, islands: {}, guards: {} };`,
});

/** A pool with the releases of four apps, and its clock. */
function openPool() {
  const fixtures = [shellRelease(), version('one'), version('first', 'news'), BURNS];
  const blobs = new Map(
    fixtures.flatMap(({ files }) => [...files.values()].map((body) => [sha256(body), body])),
  );
  const releases = Object.fromEntries(fixtures.map(({ release }) => [release.app, release]));
  const clock = { now: 0 };
  const limits = { timeoutMs: 60_000, memoryBytes: 128 * MB, idleMs: 1_000, poolBytes: Infinity };
  const pool = createRenderPool({
    blobs: { get: async (name: string) => blobs.get(name) } as BlobStore,
    prepareScripts: createChildScripts(testFolder()),
    limits,
    now: () => clock.now,
    telemetry: testTelemetry(),
  });
  onTestFinished(() => pool.close());
  /** @returns the id of the process of an app. */
  const start = async (app: string): Promise<number> => {
    const process = pool.use({ app, releases }, false);
    await process.start();
    return process.pid!;
  };
  return { pool, limits, clock, start };
}

const isRunning = (pid: number): boolean => readUsage(pid) !== undefined;
const ended = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), 60_000);

test('an idle process is ended, and started again for the next call', async () => {
  const { pool, clock, start } = openPool();
  const first = await start('docs');
  clock.now += 999;
  pool.tidy();
  expect(await start('docs')).toBe(first);
  clock.now += 1_000;
  pool.tidy();
  await ended(first);
  expect(isRunning(await start('docs'))).toBe(true);
});

test('processes over the budget are ended, the least recently used first', async () => {
  const { pool, limits, clock, start } = openPool();
  const older = await start('docs');
  clock.now++;
  const newer = await start('news');
  limits.poolBytes = 1.5 * readUsage(newer)!.memory;
  pool.tidy();
  await ended(older);
  expect(isRunning(newer)).toBe(true);
});

test('a process that is busy without a call is ended', async () => {
  const { start } = openPool();
  const [other, burning] = [await start('docs'), await start('extra')];
  await ended(burning);
  expect(isRunning(other)).toBe(true);
});

test.each([
  ['its own routes only', {}, [['docs.home', '/docs', ['client']]]],
  [
    'the paths of all routes, if it has guards',
    { signedIn: { app: 'docs', expose: './guard' } },
    [
      ['docs.home', '/docs', ['client']],
      ['news.home', '/news', undefined],
    ],
  ],
])('the view of an app has %s', (_, guards, routes) => {
  const { composition } = composed([shellRelease(), version('one'), version('first', 'news')]);
  const view = viewOf('docs', { ...composition, guards });
  const seen = view.routes.map(({ id, path, js }) => [id, path, js?.map((file) => file && 'client')]);
  expect(seen).toEqual(routes);
  expect([view.rules, view.apps]).toEqual([{}, composition.apps]);
});
