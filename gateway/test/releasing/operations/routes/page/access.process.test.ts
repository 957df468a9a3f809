import { expect, test } from 'vitest';
import { version, setUpOps } from '../../operations-setup.ts';

const OWN = { origin: 'http://localhost', host: 'localhost' };

async function setUp() {
  const setup = await setUpOps([version('one')]);
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    setup.ops.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...OWN, ...headers },
    });
  const cookieOf = async (token: string) =>
    String((await post('/-/sign-in', { token })).headers['set-cookie']).split(';')[0]!;
  const operator = await cookieOf(setup.operator);
  const team = await cookieOf(setup.team);
  const get = (url: string, cookie: string) =>
    setup.ops.inject({ url, headers: { cookie, host: 'localhost' } });
  return { ...setup, post, get, cookies: { operator, team } };
}

test('an operator makes a token on the page, sees it once, and revokes it', async () => {
  const { get, post, cookies, call, tokens } = await setUp();
  const cookie = cookies.operator;
  const fields = { app: 'docs', name: 'docs laptop', days: '30' };
  const made = await post('/-/access/create', fields, { cookie });
  const [secret] = /vf_[\w-]{43}/.exec(made.body) ?? [];
  expect([made.statusCode, (await call('GET', '/-/status', secret!)).body.you]).toEqual([
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

test.each([
  ['neither an app nor the word operator', { name: 'x' }, {}, 400],
  ['both an app and operator', { name: 'x', app: 'docs', operator: '1' }, {}, 400],
  ['no name', { app: 'docs' }, {}, 400],
  ['an app that is no name', { app: '../x', name: 'x' }, {}, 400],
  ['a form of another site', { app: 'docs', name: 'x' }, { origin: 'http://evil.example' }, 403],
])('%s makes no token', async (_, fields, headers, status) => {
  const { post, cookies, tokens } = await setUp();
  const before = (await tokens.list()).length;
  const answer = await post('/-/access/create', fields, { cookie: cookies.operator, ...headers });
  expect([answer.statusCode, (await tokens.list()).length]).toEqual([status, before]);
});

test('a team neither sees nor makes nor revokes tokens', async () => {
  const { get, post, cookies, tokens } = await setUp();
  const cookie = cookies.team;
  const before = await tokens.list();
  const { id } = before[0]!;
  const answers = [
    await get('/-/access', cookie),
    await get(`/-/access/${id}/revoke`, cookie),
    await post('/-/access/create', { name: 'x', operator: '1' }, { cookie }),
    await post(`/-/access/${id}/revoke`, {}, { cookie }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
  expect((await tokens.list()).length).toBe(before.length);
  expect((await get('/-/', cookie)).body).not.toContain('/-/access');
});

test('each release has a page of its own; one that was never here has none', async () => {
  const { get, cookies, site } = await setUp();
  const { docs } = site.live()!.composition.apps;
  const page = await get(`/-/apps/docs/releases/${docs}`, cookies.team);
  expect([page.statusCode, page.body.includes(docs!)]).toEqual([200, true]);
  expect((await get(`/-/apps/docs/releases/${'0'.repeat(64)}`, cookies.team)).statusCode).toBe(404);
});
