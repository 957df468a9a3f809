import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import type { Development } from '../../../../src/observing/errors/development/development.ts';
import type { Site } from '../../../../src/serving/compositions/site.ts';
import { registerErrorAnswers } from '../../../../src/serving/http/error-answers.ts';
import { createEarlyBuilds, registerRefresh } from '../../../../src/serving/http/routes/refresh.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

/** @param file the name of the file of the blog's builds that `write` writes. */
function open(file = 'update.json') {
  const folder = testFolder();
  const builds = createEarlyBuilds([{ app: 'blog', type: 'folder', folder }], 100);
  const written = path.join(folder, '.cache/refresh', file);
  const write = (mtimeMs: number, text: string): void => {
    mkdirSync(path.dirname(written), { recursive: true });
    writeFileSync(written, text);
    utimesSync(written, 0, mtimeMs / 1000);
  };
  return { builds, write };
}

it('reports each build once, and the newest one as the latest', async () => {
  const { builds, write } = open();
  expect(await builds.look()).toEqual([]);
  write(200, '{"app":"blog", "files": {}}');
  expect(await builds.look()).toEqual(['{"app":"blog","files":{}}']);
  expect(await builds.look()).toEqual([]);
  write(300, '{"app":"blog","error":"line 3"}');
  await builds.look();
  expect(builds.latest()).toEqual(['{"app":"blog","error":"line 3"}']);
});

it('reports checked types', async () => {
  const { builds, write } = open('types.json');
  write(200, '{"app":"blog","types":[]}');
  expect(await builds.look()).toEqual(['{"app":"blog","types":[]}']);
  expect(builds.latest()).toEqual(['{"app":"blog","types":[]}']);
});

it('ignores files of a build before the start', async () => {
  const { builds, write } = open();
  write(99, '{}');
  expect(await builds.look()).toEqual([]);
});

it('reports JSON in one line, and skips invalid JSON', async () => {
  const { builds, write } = open();
  write(200, '{\n"app":\n"blog"}');
  expect(await builds.look()).toEqual(['{"app":"blog"}']);
  write(300, '{"app"');
  expect(await builds.look()).toEqual([]);
});

describe('the host of a request', () => {
  const development = { token: 'secret', problems: () => [], onProblems() {} } as unknown as Development;
  const appWithRefresh = () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    registerErrorAnswers(app, {} as never);
    const site = { live: () => ({ composition: { site: { url: 'http://site.test:3000' } } }) };
    registerRefresh(app, site as Site, [], development);
    return app;
  };

  test.each(['/-/refresh', '/-/refresh/blog/page.0123456789.js'])(
    'refuses %s under a rebound host name',
    async (url) => {
      const { statusCode, body } = await appWithRefresh().inject({
        url,
        headers: { host: 'evil.example:3000' },
      });
      expect([statusCode, body]).toEqual([403, expect.stringContaining('GW_DEVELOPMENT_REFUSED')]);
      expect(body).not.toContain('secret');
    },
  );

  test.each(['localhost:3000', 'site.test:3000'])('accepts the host %s', async (host) => {
    const { statusCode } = await appWithRefresh().inject({
      url: '/-/refresh/blog/page.0123456789.js',
      headers: { host },
    });
    expect(statusCode).toBe(404);
  });
});
