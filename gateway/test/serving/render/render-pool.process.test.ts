import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { viewOf } from '../../../src/serving/render/render-pool.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

const HTML = { accept: 'text/html' };
const bodyOf = async ({ app }: TestGateway, url: string) => (await app.inject({ url, headers: HTML })).body;

/** Process ids of this gateway's render processes: children of ours that run its script. */
function processIds({ config }: TestGateway): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(
          `${config.data.dataDir}/render-scripts/render-child`,
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

test('a deploy of one app starts one process, and leaves those of the others alone', async () => {
  const setup = await startTestGateway([shellRelease(), version('one'), version('first', 'news')]);
  const before = processIds(setup);
  expect(before).toHaveLength(3);
  await setup.publish(version('two'));
  const after = processIds(setup);
  expect(before.filter((pid) => !after.includes(pid))).toEqual([]);
  expect(after).toHaveLength(4);
});

test('what is idle ends; a page in the cache needs no process, another starts its own', async () => {
  const setup = await startTestGateway([shellRelease(), version('one')], { RENDER_IDLE: '1h' });
  await bodyOf(setup, '/docs');
  setup.pass(3_600_000);
  await vi.waitFor(() => expect(processIds(setup)).toEqual([]), 60_000);
  expect(await bodyOf(setup, '/docs')).toContain('one');
  expect(processIds(setup)).toEqual([]);
});

test('processes past the budget end, the least recently used first; their pages still come', async () => {
  const setup = await startTestGateway([shellRelease(), version('one'), version('first', 'news')], {
    RENDER_POOL_MB: '1',
  });
  await vi.waitFor(() => expect(processIds(setup)).toEqual([]), 60_000);
  expect(await bodyOf(setup, '/news')).toContain('first');
});

/** It spoils whatever it shares a process with: what all code uses, what React shares, what comes after. */
const POISON = `
  const react = require('react');
  react.version = 'poisoned';
  Object.prototype.html = '<h1>poisoned</h1>';
  Array.prototype.find = () => ({ app: 'docs', id: 'poisoned' });
  JSON.stringify = () => '{"poisoned":true}';
  String.prototype.replace = () => 'poisoned';
  module.exports = { pages: { 'docs.home': { Component: () => '<h1>mine</h1>' } }, islands: {}, guards: {} };`;

test('an app that spoils its own process changes nothing of another’s: by a check, live, or after a restart', async () => {
  const tells = (app: string) =>
    remoteRelease({
      app,
      server: `const react = require('react'); module.exports = { pages: { '${app}.home': {
        Component: () => '<h1>' + react.version + ' ' + [1, 2].find((n) => n === 2) + ' ' + 'ab'.replace('a', 'c') + '</h1>' } }, islands: {}, guards: {} };`,
    });
  const setup = await startTestGateway([shellRelease(), tells('news'), tells('docs')]);
  const honest = '<h1>19.3.1 2 cb</h1>';
  expect(await bodyOf(setup, '/news')).toContain(honest);
  await setup.publish(remoteRelease({ server: POISON }));
  await setup.publish(tells('extra'));
  for (const url of ['/news', '/extra']) expect(await bodyOf(setup, url)).toContain(honest);
  const again = await setup.restart();
  for (const url of ['/news', '/extra']) expect(await bodyOf(again, url)).toContain(honest);
});

test('a process that works on when nothing is asked of it is ended', async () => {
  const burns = remoteRelease({
    routes: [{ id: 'docs.bad', path: '/bad', query: ['now'] }],
    server: `module.exports = { pages: { 'docs.bad': { Component: async ({ search }) => {
      if (/\\d/.test(search)) setInterval(() => { for (let n = 0; n < 5e8; n++); }, 1);
      return '<h1>Quiet</h1>'; } } }, islands: {}, guards: {} };`,
  });
  const setup = await startTestGateway([shellRelease(), burns]);
  const before = processIds(setup);
  expect(await bodyOf(setup, '/bad?now=1')).toContain('Quiet');
  await vi.waitFor(
    () => expect(before.filter((pid) => processIds(setup).includes(pid))).toHaveLength(1),
    60_000,
  );
  expect(await bodyOf(setup, '/bad?now=')).toContain('Quiet');
});

test.each([
  ['its own routes', {}, [['docs.home', '/docs', ['client']]]],
  [
    'of the others where they are, when it guards pages',
    { signedIn: { app: 'docs', expose: './guard' } },
    [
      ['docs.home', '/docs', ['client']],
      ['news.home', '/news', undefined],
    ],
  ],
])('of a composition the process of an app is told %s', (_, guards, routes) => {
  const { composition } = composed([shellRelease(), version('one'), version('first', 'news')]);
  const view = viewOf('docs', { ...composition, guards });
  const told = view.routes.map(({ id, path, js }) => [id, path, js?.map((file) => file && 'client')]);
  expect(told).toEqual(routes);
  expect([view.rules, view.apps]).toEqual([{}, composition.apps]);
});
