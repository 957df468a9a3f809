import {
  createSigningPair,
  keyIdOf,
  readPrivateKey,
  signRelease,
} from '@voltframe/kit/packaging/release-signature';
import { expect, test } from 'vitest';
import { type FixtureRelease, version } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { packOf, setUpOps } from '../operations-setup.ts';

/** Each test has an app of its own. */
const start = shared(() => setUpOps([version('one')]));
const pair = createSigningPair();
const id = keyIdOf(pair.publicKey);
const signed = (fixture: FixtureRelease): FixtureRelease => ({
  ...fixture,
  signature: signRelease(fixture.release, readPrivateKey(pair.privateKey)),
});

test('after the registration of a key, a check, a preview and a publish need a signature', async () => {
  const setup = await start();
  const body = { app: 'docs', publicKey: pair.publicKey, endsAt: setup.now() + 60_000 };
  expect(await setup.call('POST', '/-/keys', setup.operator, body)).toMatchObject({
    status: 201,
    body: { id, name: 'docs', endsAt: body.endsAt, revokedAt: null },
  });
  const unsigned = await packOf(version('two'));
  for (const query of ['', '?check=1', '?preview=1']) {
    const answer = await setup.publish(setup.team, 'docs', unsigned, query);
    expect(answer).toMatchObject({ status: 400, body: { code: 'PACK_SIGNATURE_MISSING' } });
  }
  const answer = await setup.publish(setup.team, 'docs', await packOf(signed(version('two'))));
  expect(answer.body).toMatchObject({ accepted: true, activated: true });
  const back = await setup.call('POST', '/-/releases/docs/rollback', setup.team, {});
  expect(back.status).toBe(200);
});

test('a revoked key is refused, and after the last key is forgotten no signature is needed', async () => {
  const setup = await start();
  await setup.call('POST', '/-/keys', setup.operator, { app: 'news', publicKey: pair.publicKey });
  expect((await setup.call('DELETE', `/-/keys/news/${id}`, setup.operator)).status).toBe(200);
  expect((await setup.call('DELETE', `/-/keys/news/${id}`, setup.operator)).status).toBe(404);
  const two = signed(version('two', 'news'));
  expect((await setup.publish(setup.operator, 'news', await packOf(two))).body.code).toBe(
    'PACK_SIGNATURE_KEY',
  );
  expect((await setup.publish(setup.operator, 'news', await packOf(version('two', 'news')))).body.code).toBe(
    'PACK_SIGNATURE_MISSING',
  );
  await setup.call('DELETE', `/-/keys/news/${id}?forget=1`, setup.operator);
  expect((await setup.publish(setup.operator, 'news', await packOf(version('two', 'news')))).status).toBe(
    200,
  );
  const { body } = await setup.call('GET', '/-/history?app=news', setup.operator);
  const actions = body.history.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(expect.arrayContaining(['key-add', 'key-revoke', 'key-forget']));
});

test('only operators manage keys, and a malformed or known key is refused', async () => {
  const setup = await start();
  const body = { app: 'extra', publicKey: pair.publicKey };
  expect((await setup.call('POST', '/-/keys', setup.team, body)).status).toBe(403);
  expect((await setup.call('GET', '/-/keys', setup.team)).status).toBe(403);
  expect((await setup.call('DELETE', `/-/keys/extra/${id}`, setup.team)).status).toBe(403);
  for (const wrong of [{ publicKey: 'ed25519:x' }, { app: '../x' }, { endsAt: 1 }, { more: 1 }])
    expect((await setup.call('POST', '/-/keys', setup.operator, { ...body, ...wrong })).status).toBe(400);
  expect((await setup.call('POST', '/-/keys', setup.operator, body)).status).toBe(201);
  expect((await setup.call('POST', '/-/keys', setup.operator, body)).status).toBe(409);
  const { keys } = (await setup.call('GET', '/-/keys', setup.operator)).body;
  expect(keys).toContainEqual(expect.objectContaining({ id, app: 'extra' }));
});
