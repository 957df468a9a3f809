import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerPersonal } from '../../../src/serving/http/routes/personal.ts';
import { inventedBackend } from '../../../src/serving/upstreams/invented-backend.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** The route of a gateway in development, and the file of its visitor. */
function development() {
  const file = path.join(testFolder(), 'personal.yml');
  const app = Fastify();
  app.setErrorHandler((error: Error, _request, reply) =>
    reply.code(isPlatformError(error) ? error.status : 500).send({}),
  );
  const declared = { paths: ['/me', '/orders/*', '/constructor'], methods: ['GET', 'POST'] };
  const served = {
    composition: { site: { url: 'http://localhost:3000' } },
    releases: { docs: { personal: { account: declared, constructor: declared } } },
  };
  app.decorateRequest('served', { getter: () => served as never });
  registerPersonal(app, {
    upstreams: { backend: (_, name) => inventedBackend(file, name) },
  });
  const ask = async (at: string, more: Record<string, unknown> = {}) => {
    const { statusCode, json } = await app.inject({ url: `/-/personal/docs/${at}`, ...more });
    return [statusCode, json<unknown>()];
  };
  return { file, ask };
}

test('an invented visitor is known without a cookie, by the values of the file, which is read each time', async () => {
  const { file, ask } = development();
  writeFileSync(file, 'account:\n  /me: { name: Ada }\n  /orders/7: [1, null]\n');
  expect(await ask('account/me?page=2')).toEqual([200, { name: 'Ada' }]);
  expect(await ask('account/orders/7')).toEqual([200, [1, null]]);
  writeFileSync(file, 'account:\n  /me: false\n');
  expect(await ask('account/me')).toEqual([200, false]);
  rmSync(file);
  expect((await ask('account/me'))[0]).toBe(401);
});

test('a name that the file does not have is nobody, a path is 404, and a broken file is told', async () => {
  const { file, ask } = development();
  writeFileSync(file, 'account: { /me: {} }');
  expect((await ask('constructor/me'))[0]).toBe(401);
  expect(await ask('account/constructor')).toEqual([
    404,
    { message: `${file}: account has no /constructor` },
  ]);
  writeFileSync(file, 'account: { /me');
  expect(await ask('account/me')).toEqual([422, { message: expect.stringContaining(file) as string }]);
  writeFileSync(file, 'account:');
  expect((await ask('account/me'))[0]).toBe(401);
});

test('what is sent to it needs the same origin and JSON as for visitors', async () => {
  const { file, ask } = development();
  writeFileSync(file, 'account: { /me: { saved: true } }');
  const post = { method: 'POST', payload: { a: 1 } };
  expect(await ask('account/me', { ...post, headers: { 'sec-fetch-site': 'same-origin' } })).toEqual([
    200,
    { saved: true },
  ]);
  expect((await ask('account/me', { ...post, headers: { 'sec-fetch-site': 'cross-site' } }))[0]).toBe(403);
  expect((await ask('account/unknown'))[0]).toBe(404);
});
