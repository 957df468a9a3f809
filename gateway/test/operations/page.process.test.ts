import { expect, test } from 'vitest';
import { type FixtureRelease, remoteRelease, version } from '../fixtures/fixture-release.ts';
import { shared } from '../fixtures/shared.ts';
import { packOf, pageText, setUpPage } from './operations-setup.ts';

const setUp = (...releases: FixtureRelease[]) => setUpPage(version('one'), ...releases);
/** For tests that change nothing. */
const start = shared(() => setUp(version('first', 'news')));
/** Each test undoes its changes of docs. */
const startChanging = shared(() => setUp(version('first', 'news')));

test('every page without a session shows only the form to sign in', async () => {
  const setup = await start();
  for (const url of ['/-/', '/-/log', '/-/apps/docs', '/-/do/freeze']) {
    const page = await setup.get(url);
    expect(page.body).toContain('<label for="token">Token</label>');
    expect(page.body).not.toContain(setup.site.live()!.composition.id);
  }
  for (const url of ['/', '/-']) {
    const { statusCode, headers } = await setup.get(url);
    expect([statusCode, headers.location]).toEqual([308, '/-/']);
  }
});

test('a token opens a session, in a cookie that scripts and other sites cannot use', async () => {
  const setup = await start();
  const answer = await setup.post('/-/sign-in', { token: setup.operator });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/-/']);
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/^session=[^;]+; Path=\/-\/; HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(setup.operator);
  const page = await setup.get('/-/', cookie.split(';')[0]);
  expect(page.body).toContain('ada (operator)');
  expect(page.body).toContain(setup.site.live()!.composition.id);
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self'/),
    'x-frame-options': 'DENY',
  });
  expect(page.body).toContain('<meta name="robots" content="noindex" />');
  expect(page.body.split('<script')).toHaveLength(2);
  const out = await setup.post('/-/sign-out', {}, { cookie });
  expect(String(out.headers['set-cookie'])).toMatch(/^session=;.*Max-Age=0/);
});

test('a wrong token, a forged session and the session of a revoked token are refused', async () => {
  const setup = await start();
  const wrong = await setup.post('/-/sign-in', { token: `vf_${'x'.repeat(43)}` });
  expect([wrong.statusCode, wrong.headers['set-cookie']]).toEqual([401, undefined]);
  expect(wrong.body).toContain('role="alert"');
  const made = { role: 'team', app: 'docs', name: 'short-lived', expiresAt: null } as const;
  const { id, token } = await setup.tokens.create(made);
  const cookie = await setup.signIn(token);
  expect((await setup.get('/-/', `${cookie.slice(0, -3)}AAA`)).body).toContain('for="token"');
  await setup.tokens.revoke(id);
  expect((await setup.get('/-/', cookie)).body).toContain('for="token"');
});

test('a release that a pin holds is shown as waiting, and is withdrawn from the page', async () => {
  const setup = await startChanging();
  const cookie = await setup.signIn(setup.team);
  await setup.post('/-/do/pin', { app: 'docs' }, { cookie });
  const { body } = await setup.publish(setup.team, 'docs', await packOf(version('three')));
  const { digest } = body.releases[0] as { digest: string };
  for (const url of ['/-/', '/-/apps/docs', `/-/apps/docs/releases/${digest}`]) {
    const page = (await setup.get(url, cookie)).body;
    expect([url, page]).toEqual([url, expect.stringContaining('waits for the pin to end')]);
    expect([url, page]).toEqual([url, expect.stringContaining('/-/do/withdraw?app=docs')]);
  }
  expect((await setup.post('/-/do/withdraw', { app: 'docs' }, { cookie })).statusCode).toBe(303);
  await setup.post('/-/do/unpin', { app: 'docs' }, { cookie });
  expect(await pageText(setup)).toContain('one');
  expect((await setup.get('/-/apps/docs', cookie)).body).not.toContain('/-/do/withdraw');
});

test('pin, unpin, freeze, unfreeze and retire work from the page', async () => {
  const setup = await startChanging();
  const cookie = await setup.signIn(setup.operator);
  const act = async (name: string, fields: Record<string, string> = {}) =>
    (await setup.post(`/-/do/${name}`, fields, { cookie })).statusCode;
  expect(await act('pin', { app: 'docs' })).toBe(303);
  expect((await setup.get('/-/', cookie)).body).toContain('pinned by ada');
  expect(await act('unpin', { app: 'docs' })).toBe(303);
  expect(await act('freeze', { reason: 'campaign' })).toBe(303);
  expect((await setup.get('/-/', cookie)).body).toContain(': campaign');
  expect(await act('unfreeze')).toBe(303);
  expect(await act('retire', { app: 'news' })).toBe(303);
  expect((await setup.app.inject({ url: '/news', headers: { accept: 'text/html' } })).statusCode).toBe(404);
});

test('a form of another site is refused', async () => {
  const setup = await start();
  const cookie = await setup.signIn(setup.operator);
  for (const [url, fields] of [
    ['/-/do/pin', { app: 'docs' }],
    ['/-/access/create', { app: 'docs', name: 'x' }],
    ['/-/sign-in', { token: setup.operator }],
    ['/-/sign-out', {}],
  ] as const)
    expect((await setup.post(url, fields, { cookie, origin: 'http://evil.example' })).statusCode).toBe(403);
  expect((await setup.call('GET', '/-/history?limit=1', setup.team)).body.history[0].action).toBe('activate');
});

test('a team sees every app, and may act on its own app only', async () => {
  const setup = await start();
  const cookie = await setup.signIn(setup.team);
  const overview = (await setup.get('/-/', cookie)).body;
  expect(overview).toContain('/-/apps/news');
  expect(overview).not.toContain('/-/do/freeze');
  expect((await setup.get('/-/apps/docs', cookie)).body).toContain('/-/do/pin?app=docs');
  const news = (await setup.get('/-/apps/news', cookie)).body;
  expect(news).not.toContain('/-/do/');
  for (const [name, app] of [
    ['pin', 'news'],
    ['rollback', 'news'],
    ['retire', 'docs'],
    ['freeze', ''],
  ] as const) {
    expect((await setup.get(`/-/do/${name}?app=${app}`, cookie)).statusCode).toBe(403);
    expect((await setup.post(`/-/do/${name}`, { app }, { cookie })).statusCode).toBe(403);
  }
});

test('a conflict or an unknown address is answered with a page', async () => {
  const setup = await start();
  const cookie = await setup.signIn(setup.operator);
  const first = await setup.post('/-/do/rollback', { app: 'docs' }, { cookie });
  expect([first.statusCode, first.headers['content-type']]).toEqual([409, 'text/html; charset=utf-8']);
  expect(first.body).toContain('There is no earlier release of docs');
  for (const url of [
    '/-/apps/nowhere',
    '/-/do/dance',
    '/-/do/constructor?app=docs',
    '/-/do/pin',
    '/-/do/freeze?app=docs',
  ])
    expect((await setup.get(url, cookie)).statusCode).toBe(404);
  const malformed = await setup.get('/-/do/pin?app=docs&digest=%22%3E', cookie);
  expect([malformed.statusCode, malformed.body]).toEqual([400, expect.stringContaining('is not a digest')]);
});

test('a team opens an error of its page by the id on the error screen; another team may not', async () => {
  const server = `module.exports = { pages: { 'docs.home': { Component({ search }) {
    if (/\\d/.test(search)) throw new Error('<b>boom');
    return '<h1>Quiet</h1>';
  } } }, islands: {}, guards: {} };`;
  const routes = [{ id: 'docs.home', path: '/docs', query: ['now'] }];
  const setup = await setUpPage(remoteRelease({ routes, server }), version('first', 'news'));
  const broken = await setup.app.inject({ url: '/docs?now=1', headers: { accept: 'text/html' } });
  expect(broken.statusCode).toBe(500);
  const { body } = await setup.call('GET', '/-/errors', setup.team);
  const { id } = body.groups[0] as { id: string };
  const signedIn = async (token: string) => {
    const cookie = await setup.signIn(token);
    return (url: string) => setup.get(url, cookie);
  };
  const get = await signedIn(setup.team);
  const found = await get(`/-/find?id=%20${id.toUpperCase()}`);
  expect([found.statusCode, found.headers.location]).toEqual([303, `/-/apps/docs/errors/${id}`]);
  expect((await get(`/-/apps/docs/errors/${id}`)).body).toMatch(/<h1[^>]*>&lt;b&gt;boom<\/h1>/);
  // The query is not listed: a visitor may have invented it.
  expect((await get('/-/')).body).not.toContain('its listed pages had');
  expect((await get('/-/apps/docs')).body).toContain(`/-/apps/docs/errors/${id}`);
  expect((await get('/-/find?id=zzzzzzzz')).statusCode).toBe(404);

  const { token } = await setup.tokens.create({
    role: 'team',
    app: 'news',
    name: 'news CI',
    expiresAt: null,
  });
  const others = await signedIn(token);
  expect((await others(`/-/find?id=${id}`)).statusCode).toBe(404);
  expect((await others(`/-/apps/docs/errors/${id}`)).statusCode).toBe(403);
  for (const url of ['/-/', '/-/apps/docs']) expect((await others(url)).body).not.toContain('boom');
});

test('the API refuses a session', async () => {
  const setup = await start();
  const cookie = await setup.signIn(setup.operator);
  expect((await setup.get('/-/status', cookie)).statusCode).toBe(401);
});

test('an address is limited after 30 wrong tokens; a valid token is still accepted', async () => {
  const setup = await setUpPage();
  const wrong = `vf_${'x'.repeat(43)}`;
  for (let index = 0; index < 15; index++) {
    expect((await setup.call('GET', '/-/status', wrong)).status).toBe(401);
    expect((await setup.post('/-/sign-in', { token: wrong })).statusCode).toBe(401);
  }
  const answer = await setup.call('GET', '/-/status', wrong);
  expect(answer).toMatchObject({ status: 429, body: { code: 'OPS_TOO_MANY_FAILURES' } });
  const page = await setup.post('/-/sign-in', { token: wrong });
  expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '60']);
  expect((await setup.call('GET', '/-/status', setup.operator)).status).toBe(200);
  expect((await setup.post('/-/sign-in', { token: setup.operator })).statusCode).toBe(303);
});
