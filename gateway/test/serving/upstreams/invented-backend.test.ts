import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerErrorAnswers } from '../../../src/serving/http/error-answers.ts';
import { fastifyOptions } from '../../../src/serving/http/fastify-options.ts';
import { personalRoutes } from '../../../src/serving/http/routes/personal.ts';
import { inventedBackend } from '../../../src/serving/upstreams/invented-backend.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** An anonymous visitor causes no error on the console of a browser. */
const ANONYMOUS = [200, { state: 'anonymous' }];

/** The route of a gateway in development, and the file of its visitor. */
function development(samples?: Record<string, unknown>) {
  const file = path.join(testFolder(), 'personal.yml');
  const app = Fastify(fastifyOptions());
  registerErrorAnswers(app, {} as never);
  const declared = {
    paths: [
      '/me',
      '/orders/*',
      '/constructor',
      { path: '/bills/*', answer: { types: ['text/csv'], maxMB: 1 } },
    ],
    methods: ['GET', 'POST'],
    ...(samples && { samples }),
  };
  const served = {
    composition: { site: { url: 'http://localhost:3000' } },
    releases: { docs: { personal: { account: declared, constructor: declared } } },
  };
  app.decorateRequest('served', { getter: () => served as never });
  void app.register(personalRoutes, {
    site: { live: () => undefined },
    upstreams: { backend: (_, name, unmapped) => inventedBackend(file, name, unmapped?.samples) },
  });
  const download = async (at: string) => {
    const { body, headers } = await app.inject({ url: `/-/personal/docs/${at}` });
    return [headers['content-disposition'], body];
  };
  const request = async (at: string, more: Record<string, unknown> = {}) => {
    const { statusCode, json } = await app.inject({ url: `/-/personal/docs/${at}`, ...more });
    return [statusCode, json<unknown>()];
  };
  return { file, request, download };
}

test('answers without a cookie with the values of the file, read for each request', async () => {
  const { file, request } = development();
  writeFileSync(file, 'account:\n  /me: { name: Ada }\n  /orders/7: [1, null]\n');
  expect(await request('account/me?page=2')).toEqual([200, { name: 'Ada' }]);
  expect(await request('account/orders/7')).toEqual([200, [1, null]]);
  writeFileSync(file, 'account:\n  /me: false\n');
  expect(await request('account/me')).toEqual([200, false]);
  rmSync(file);
  expect(await request('account/me')).toEqual(ANONYMOUS);
});

test('answers with the samples of the release without a file, which an empty file ends', async () => {
  const { file, request } = development({ '/me': { name: 'Sample' } });
  expect(await request('account/me')).toEqual([200, { name: 'Sample' }]);
  expect(await request('account/orders/7')).toEqual([
    404,
    { message: 'samples in mfe.config.ts: account has no /orders/7' },
  ]);
  writeFileSync(file, '');
  expect(await request('account/me')).toEqual(ANONYMOUS);
});

test('answers an unknown name as for an anonymous visitor, an unknown path with 404, and an invalid file with 422', async () => {
  const { file, request } = development();
  writeFileSync(file, 'account: { /me: {} }');
  expect(await request('constructor/me')).toEqual(ANONYMOUS);
  expect(await request('account/constructor')).toEqual([
    404,
    { message: `${file}: account has no /constructor` },
  ]);
  writeFileSync(file, 'account: { /me');
  expect(await request('account/me')).toEqual([422, { message: expect.stringContaining(file) as string }]);
  writeFileSync(file, 'account:');
  expect(await request('account/me')).toEqual(ANONYMOUS);
});

test('requires the same origin for a POST', async () => {
  const { file, request } = development();
  writeFileSync(file, 'account: { /me: { saved: true } }');
  const post = { method: 'POST', payload: { a: 1 } };
  expect(await request('account/me', { ...post, headers: { 'sec-fetch-site': 'same-origin' } })).toEqual([
    200,
    { saved: true },
  ]);
  expect((await request('account/me', { ...post, headers: { 'sec-fetch-site': 'cross-site' } }))[0]).toBe(
    403,
  );
  expect((await request('account/unknown'))[0]).toBe(404);
});

test('answers a file with the text of its sample', async () => {
  const { download } = development({ '/bills/7': 'a;b', '/bills/8': [1] });
  expect(await download('account/bills/7')).toEqual(["attachment; filename*=UTF-8''7.csv", 'a;b']);
  expect(await download('account/bills/8')).toEqual(["attachment; filename*=UTF-8''8.csv", '[1]']);
});
