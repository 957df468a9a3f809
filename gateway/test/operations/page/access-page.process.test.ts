import { expect, test } from 'vitest';
import { version } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { packOf, setUpPage } from '../operations-setup.ts';

const start = shared(async () => {
  const setup = await setUpPage(version('one'));
  const cookies = { operator: await setup.signIn(setup.operator), team: await setup.signIn(setup.team) };
  return { ...setup, cookies };
});

test('an operator creates a token on the page, sees it once, and revokes it', async () => {
  const { get, post, cookies, call, tokens } = await start();
  const cookie = cookies.operator;
  const fields = { role: 'team', app: 'docs', name: 'docs laptop', days: '30' };
  const created = await post('/-/access/create', fields, { cookie });
  const [secret] = /vf_[\w-]{43}/.exec(created.body) ?? [];
  expect([created.statusCode, (await call('GET', '/-/status', secret!)).body.you]).toEqual([
    201,
    { role: 'team', app: 'docs', name: 'docs laptop' },
  ]);
  const listed = (await get('/-/access', cookie)).body;
  expect([listed.includes('docs laptop'), listed.includes('vf_')]).toEqual([true, false]);

  const { id } = (await tokens.list()).find(({ name }) => name === 'docs laptop')!;
  expect((await get(`/-/access/${id}/revoke`, cookie)).body).toContain('Revoke the token of docs laptop?');
  expect((await post(`/-/access/${id}/revoke`, {}, { cookie })).headers.location).toBe('/-/access');
  expect((await call('GET', '/-/status', secret!)).status).toBe(401);
});

test('a token for one job may do that job only', async () => {
  const { ops, post, publish, tokens } = await start();
  const created = async (role: 'metrics' | 'preview', app: string | null) =>
    (await tokens.create({ role, app, name: role, expiresAt: null })).token;
  const [metrics, preview] = [await created('metrics', null), await created('preview', 'docs')];
  const scrape = async (url: string) =>
    (await ops.inject({ url, headers: { authorization: `Bearer ${metrics}` } })).statusCode;
  expect([await scrape('/-/metrics'), await scrape('/-/status')]).toEqual([200, 403]);
  expect((await post('/-/sign-in', { token: metrics })).statusCode).toBe(401);
  const pack = await packOf(version('two'));
  const statuses = ['?preview=1', '?check=1', '', '?preview=0'].map(
    async (query) => (await publish(preview, 'docs', pack, query)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403]);
});

test('a team may neither list nor create nor revoke tokens on the page', async () => {
  const { get, post, cookies, tokens } = await start();
  const cookie = cookies.team;
  const before = await tokens.list();
  const { id } = before[0]!;
  const answers = [
    await get('/-/access', cookie),
    await get(`/-/access/${id}/revoke`, cookie),
    await post('/-/access/create', { name: 'x', role: 'operator' }, { cookie }),
    await post(`/-/access/${id}/revoke`, {}, { cookie }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  expect((await tokens.list()).length).toBe(before.length);
  expect((await get('/-/', cookie)).body).not.toContain('/-/access');
});

test('each release has a page of its own, and an unknown release is answered 404', async () => {
  const { get, cookies, site } = await start();
  const { docs } = site.live()!.composition.apps;
  const page = await get(`/-/apps/docs/releases/${docs}`, cookies.team);
  expect([page.statusCode, page.body.includes(docs!)]).toEqual([200, true]);
  expect((await get(`/-/apps/docs/releases/${docs!.slice(0, 7)}`, cookies.team)).body).toContain(docs);
  expect((await get(`/-/apps/docs/releases/${'0'.repeat(64)}`, cookies.team)).statusCode).toBe(404);
});
