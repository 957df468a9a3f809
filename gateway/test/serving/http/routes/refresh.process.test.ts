import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Development } from '../../../../src/observing/errors/development/development.ts';
import type { Site } from '../../../../src/serving/compositions/site.ts';
import { fastifyOptions } from '../../../../src/serving/http/fastify-options.ts';
import { refreshRoutes } from '../../../../src/serving/http/routes/refresh.ts';
import { remoteRelease, shellRelease } from '../../../fixtures/fixture-release.ts';
import { shared } from '../../../fixtures/shared.ts';
import { startTestGateway } from '../../../fixtures/test-gateway.ts';

const remote = (word: string) =>
  remoteRelease({
    server: `module.exports = { pages: {
      'docs.home': { Component: () => '<h1>${word}</h1>' }, 'docs.page': { Component: () => '<h1>${word}</h1>' },
    }, islands: {}, guards: {} };`,
  });

const start = shared(async () => {
  const gateway = await startTestGateway([shellRelease(), remote('one')], { DEV: '1' });
  return { gateway, url: await gateway.app.listen({ port: 0, host: '127.0.0.1' }) };
});

/** @returns a function for the next event of a new page. */
async function openPage(url: string): Promise<() => Promise<unknown>> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { body, headers } = await fetch(`${url}/-/refresh`, { signal: leaving.signal });
  expect(headers.get('content-type')).toBe('text/event-stream');
  const events = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async () => {
    while (!text.includes('\n\n')) text += (await events.read()).value;
    const [event] = text.split('\n\n', 1);
    text = text.slice(event!.length + 2);
    return JSON.parse(event!.replace('data: ', ''));
  };
}

function writeEvent(folder: string, event: object): void {
  const refresh = path.join(folder, 'docs/.cache/refresh');
  mkdirSync(refresh, { recursive: true });
  writeFileSync(path.join(refresh, 'build.json'), JSON.stringify(event));
}

test('sends open pages the live composition and the next ones', async () => {
  const { gateway, url } = await start();
  const next = await openPage(url);
  const { id: first, apps } = gateway.site.live()!.composition;
  expect(Object.keys(apps)).toEqual(['docs', 'shell']);
  expect(await next()).toEqual({ composition: first, files: expect.objectContaining({}), apps });
  expect(await next()).toEqual({ token: expect.any(String), problems: [] });
  await gateway.publish(remote('two'));
  const second = gateway.site.live()!.composition.id;
  expect(second).not.toBe(first);
  expect(await next()).toMatchObject({ composition: second });
});

test('sends open pages the newest event of a build, in the same stream', async () => {
  const { gateway, url } = await start();
  const next = await openPage(url);
  await next();
  await next();
  const event = { app: 'docs', problem: { app: 'docs', message: 'line 3' } };
  writeEvent(gateway.folder, event);
  expect(await next()).toEqual(event);
  const later = await openPage(url);
  expect(await later()).toEqual(event);
});

test('sends a page that opens during an activation one event for it', async () => {
  let live: object | undefined;
  let looks = 0;
  const goLive = (id: string) =>
    (live = { composition: { id, site: { url: 'http://localhost' } }, releases: {} });
  const app = fastify(fastifyOptions());
  onTestFinished(() => app.close());
  app.addHook('onRequest', async () => void goLive('first'));
  const development = { token: 't', problems: () => [], onProblems: () => {} } as Partial<Development>;
  void app.register(refreshRoutes, {
    site: { live: () => (looks++, live) } as Site,
    sources: [],
    development: development as Development,
  });
  const next = await openPage(await app.listen({ port: 0, host: '127.0.0.1' }));
  expect(await next()).toMatchObject({ composition: 'first' });
  expect(await next()).toEqual({ token: 't', problems: [] });
  const since = looks;
  await vi.waitFor(() => expect(looks).toBeGreaterThan(since + 3), 60_000);
  goLive('second');
  expect(await next()).toMatchObject({ composition: 'second' });
});

test('serves neither events nor the script outside of development', async () => {
  const { app } = await startTestGateway([shellRelease(), remote('one')]);
  const { gateway: developing } = await start();
  const request = { url: '/docs', headers: { accept: 'text/html' } };
  expect((await developing.app.inject(request)).body).toContain('EventSource');
  expect((await app.inject(request)).body).not.toContain('EventSource');
  expect((await app.inject('/-/refresh')).statusCode).toBe(404);
});
