import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { writeStandby } from '../../../src/platform/database/standby.ts';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';
import { packOf, pageText } from '../../operations/operations-setup.ts';

/** No server listens at this address. */
const AWAY = 'postgres://voltframe:s3cret@127.0.0.1:1/voltframe';

test('a gateway that starts while its database is away serves its copy read-only, and reports the outage', async () => {
  const docs = version('here');
  const before = await startTestGateway([shellRelease(), docs]);
  const create = (role: 'operator' | 'metrics') =>
    before.tokens.create({ role, app: null, name: role, expiresAt: null });
  const [operator, metrics] = [await create('operator'), await create('metrics')];
  const page = await pageText(before);
  const dataDir = path.join(before.folder, 'data');
  await before.tidy();
  const db = await openDatabase({ dataDir });
  // A shared database has its secrets in a table.
  for (const name of ['preview', 'session', 'links'])
    await db
      .insertInto('secret')
      .values({ name, value: 'x'.repeat(43) })
      .execute();
  await writeStandby(db, path.join(dataDir, 'standby.json'));
  await db.destroy();
  const gateway = await before.restart({ DATABASE_URL: AWAY });
  expect(gateway.readOnly?.reason).toContain('127.0.0.1:1');
  expect(gateway.readOnly?.reason).not.toContain('s3cret');
  expect(await gateway.readOnly?.isOver()).toBe(false);
  const withoutTimes = (html: string) => html.replaceAll(/\d{10,}/g, '');
  expect(withoutTimes(await pageText(gateway))).toBe(withoutTimes(page));
  expect((await gateway.app.inject('/-/ready')).json()).toMatchObject({ status: 'ok', database: 'away' });
  const newer = await gateway.app.inject({
    url: '/docs/_payload.json',
    headers: { 'x-composition': 'f'.repeat(32) },
  });
  expect([newer.statusCode, newer.json().code]).toEqual([503, 'GW_DATABASE_AWAY']);

  const call = (url: string, { token }: { token: string }, method: 'GET' | 'POST' = 'GET') =>
    gateway.ops.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
  const scraped = await call('/-/metrics', metrics);
  expect([scraped.statusCode, scraped.body]).toEqual([
    200,
    expect.stringContaining('voltframe_database_up 0'),
  ]);
  expect((await call('/-/status', operator)).json()).toMatchObject({
    database: { reason: expect.stringContaining('127.0.0.1:1') },
    apps: [{ app: 'docs', live: docs.release.digest }, { app: 'shell' }],
  });
  expect((await call('/-/metrics', { token: 'vf_unknown-unknown-unknown' })).statusCode).toBe(401);
  for (const url of ['/-/history', '/-/tokens', '/-/composition'])
    expect((await call(url, operator)).json()).toMatchObject({ status: 503, code: 'GW_DATABASE_AWAY' });
  const published = await gateway.ops.inject({
    method: 'PUT',
    url: '/-/releases/docs',
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/gzip' },
    payload: await packOf(version('there')),
  });
  expect(published.json()).toMatchObject({
    status: 503,
    code: 'GW_DATABASE_AWAY',
    fix: expect.stringContaining('127.0.0.1:1'),
  });
});

test('a gateway without its database and without a copy of the live site does not start', async () => {
  await expect(startTestGateway([shellRelease()], { DATABASE_URL: AWAY })).rejects.toMatchObject({
    code: 'GW_DATABASE_AWAY',
  });
});
