import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import type { Development } from '../../../../src/observing/errors/development/development.ts';
import type { Site } from '../../../../src/serving/compositions/site.ts';
import { registerErrorAnswers } from '../../../../src/serving/http/error-answers.ts';
import { createEarlyBuilds, registerRefresh } from '../../../../src/serving/http/routes/refresh.ts';

const FILE = '/blog/.cache/refresh/update.json';
const sources = [
  { app: 'blog', type: 'folder', folder: '/blog' },
  { app: 'legal', type: 'origin', url: 'https://legal.example' },
] as const;

const TYPES = '/blog/.cache/refresh/types.json';

function open(since = 100, expected = FILE) {
  const written = { mtimeMs: 0, text: '' };
  let reads = 0;
  const builds = createEarlyBuilds([...sources], {
    since,
    async stat(file) {
      if (file !== expected || written.mtimeMs === 0) throw new Error('ENOENT');
      return written;
    },
    async read() {
      reads++;
      return Buffer.from(written.text);
    },
  });
  const write = (mtimeMs: number, text: string) => Object.assign(written, { mtimeMs, text });
  return { builds, write, reads: () => reads };
}

it('reports each build once, and the newest one as the latest', async () => {
  const { builds, write, reads } = open();
  expect(await builds.look()).toEqual([]);
  write(200, '{"app":"blog", "files": {}}');
  expect(await builds.look()).toEqual(['{"app":"blog","files":{}}']);
  expect(await builds.look()).toEqual([]);
  expect(reads()).toBe(1);
  write(300, '{"app":"blog","error":"line 3"}');
  await builds.look();
  expect(builds.latest()).toEqual(['{"app":"blog","error":"line 3"}']);
});

it('reports checked types', async () => {
  const { builds, write } = open(100, TYPES);
  write(200, '{"app":"blog","types":[]}');
  expect(await builds.look()).toEqual(['{"app":"blog","types":[]}']);
  expect(builds.latest()).toEqual(['{"app":"blog","types":[]}']);
});

it('ignores files of a build before the start', async () => {
  const { builds, write } = open(100);
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

it('has the folders of apps with a local source', () => {
  const { builds } = open();
  expect([builds.folderOf('blog'), builds.folderOf('legal')]).toEqual(['/blog/.cache/refresh', undefined]);
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
