import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import type { Development } from '../../../../src/observing/errors/development/development.ts';
import type { Site } from '../../../../src/serving/compositions/site.ts';
import { fastifyOptions } from '../../../../src/serving/http/fastify-options.ts';
import { registerErrorAnswers } from '../../../../src/serving/http/error-answers.ts';
import { createBuildEvents, refreshRoutes } from '../../../../src/serving/http/routes/refresh.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

/** @param file the name of the file of the blog's builds that `write` writes. */
function open(file = 'build.json') {
  const folder = testFolder();
  const events = createBuildEvents([{ app: 'blog', type: 'folder', folder }], 100);
  const written = path.join(folder, '.cache/refresh', file);
  const write = (mtimeMs: number, text: string): void => {
    mkdirSync(path.dirname(written), { recursive: true });
    writeFileSync(written, text);
    utimesSync(written, 0, mtimeMs / 1000);
  };
  return { events, write };
}

it('reports each build once, and the newest one as the latest', async () => {
  const { events, write } = open();
  expect(await events.look()).toEqual([]);
  write(200, '{"app":"blog", "parents": {}}');
  expect(await events.look()).toEqual(['{"app":"blog","parents":{}}']);
  expect(await events.look()).toEqual([]);
  write(300, '{"app":"blog","error":"line 3"}');
  await events.look();
  expect(events.latest()).toEqual(['{"app":"blog","error":"line 3"}']);
});

it('reports checked types', async () => {
  const { events, write } = open('types.json');
  write(200, '{"app":"blog","types":[]}');
  expect(await events.look()).toEqual(['{"app":"blog","types":[]}']);
  expect(events.latest()).toEqual(['{"app":"blog","types":[]}']);
});

it('ignores files of a build before the start', async () => {
  const { events, write } = open();
  write(99, '{}');
  expect(await events.look()).toEqual([]);
});

it('reports JSON in one line, and skips invalid JSON', async () => {
  const { events, write } = open();
  write(200, '{\n"app":\n"blog"}');
  expect(await events.look()).toEqual(['{"app":"blog"}']);
  write(300, '{"app"');
  expect(await events.look()).toEqual([]);
});

describe('the host of a request', () => {
  const development = { token: 'secret', problems: () => [], onProblems() {} } as unknown as Development;
  const appWithRefresh = () => {
    const app = Fastify(fastifyOptions());
    onTestFinished(() => app.close());
    registerErrorAnswers(app, {} as never);
    const site = { live: () => ({ composition: { site: { url: 'http://site.test:3000' } } }) };
    void app.register(refreshRoutes, { site: site as Site, sources: [], development });
    return app;
  };

  test('refuses a rebound host name', async () => {
    const { statusCode, body } = await appWithRefresh().inject({
      url: '/-/refresh',
      headers: { host: 'evil.example:3000' },
    });
    expect([statusCode, body]).toEqual([403, expect.stringContaining('GW_DEVELOPMENT_REFUSED')]);
    expect(body).not.toContain('secret');
  });
});
