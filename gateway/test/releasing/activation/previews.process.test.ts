import { type PageData, tablesUrl } from '@voltframe/kit/contract/page/page-data';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { packOf, pageText, setUpOps } from '../../operations/operations-setup.ts';

async function setUp(env: Record<string, string> = {}) {
  const setup = await setUpOps([version('one')], env, shellRelease());
  const two = version('two');
  const result = await setup.publish(setup.team, 'docs', await packOf(two), '?preview=1');
  const { pathname } = new URL(result.body.previewUrl);
  const open = async (url = pathname, cookie = '') => {
    const answer = await setup.app.inject({ url, headers: { cookie } });
    return { ...answer, cookie: String(answer.headers['set-cookie']).split(';')[0]! };
  };
  return { ...setup, two, result, pathname, open };
}

/** For tests that change nothing. */
const opened = shared(() => setUp());

test('a preview is admitted, stored and not live', async () => {
  const setup = await opened();
  const live = setup.site.live()!.composition.id;
  expect(setup.result).toMatchObject({ status: 200, body: { accepted: true, activated: false, checks: [] } });
  expect(setup.result.body.composition).not.toBe(live);
  expect(setup.result.body.previewUntil).toBeGreaterThan(setup.now() + 23 * 3_600_000);
  expect(await pageText(setup)).toContain('one');
  const status = (await setup.call('GET', '/-/status', setup.team)).body;
  expect(status.previews).toMatchObject([
    { apps: ['docs'], url: setup.result.body.previewUrl, by: 'docs CI', madeAt: expect.any(Number) },
  ]);
  expect(status.leases).toEqual([]);
  const { history } = (await setup.call('GET', '/-/history?app=docs&limit=1', setup.team)).body;
  expect(history[0]).toMatchObject({ action: 'preview', to: setup.two.release.digest });
});

test('the address of a preview redirects to the changed page, which is neither cached nor indexed', async () => {
  const setup = await opened();
  const entered = await setup.open();
  expect([entered.statusCode, entered.headers.location]).toEqual([303, '/docs']);
  expect(String(entered.headers['set-cookie'])).toMatch(/; Max-Age=86\d{3};.* HttpOnly; SameSite=Lax$/);
  const page = await setup.app.inject({
    url: '/docs',
    headers: { accept: 'text/html', cookie: entered.cookie },
  });
  expect(page.body).toContain('<h1>two</h1>');
  expect(page.body).toContain('Leave the preview');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store, private',
    'x-robots-tag': 'noindex, nofollow',
    'x-composition': setup.result.body.composition,
  });
  expect(await pageText(setup)).toContain('one');
});

test('payload, manifest, tables and marker of a preview are those of its composition', async () => {
  const setup = await opened();
  const { cookie } = await setup.open();
  const id = setup.result.body.composition;
  for (const url of [`/docs/_payload.json?${id}`, '/docs/_payload.json', '/docs/_payload.json?t=1']) {
    const { headers, statusCode } = await setup.app.inject({ url, headers: { cookie } });
    expect([statusCode, headers['x-composition'], headers['cache-control']]).toEqual([
      200,
      id,
      'no-store, private',
    ]);
  }
  expect((await setup.app.inject(`/builds/meta/${id}.json`)).json().id).toBe(id);
  const page = await setup.app.inject({ url: '/docs', headers: { accept: 'text/html', cookie } });
  const data: PageData = JSON.parse(/id="page-data">(.*?)<\/script>/.exec(page.body)![1]!);
  const tables = await setup.app.inject(tablesUrl(id, data.tables!));
  expect([tables.headers['x-composition'], Object.keys(tables.json().remotes)]).toEqual([id, ['docs']]);
  const marker = await setup.app.inject({ url: '/builds/latest.json', headers: { cookie } });
  expect(marker.json().id).toBe(id);
});

test.each([
  ['a forged signature', (token: string) => `${token.slice(0, -4)}AAAA`],
  ['the id of another preview', (token: string) => token.replace(/^[0-9a-f]{32}/, 'f'.repeat(32))],
  ['a later expiry', (token: string) => token.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`)],
  ['no valid format', () => 'x'],
])('a token with %s ends the preview, and the next page is the live one', async (_, change) => {
  const setup = await opened();
  const token = change(setup.pathname.slice('/-/preview/'.length));
  expect(await answersTo(setup, token)).toEqual(ANSWERS);
});

test('no answer below the address of previews lets the browser send a referrer', async () => {
  const { app, pathname } = await opened();
  for (const url of [pathname, `${pathname}x`, `${pathname}/x`, '/-/preview']) {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
});

test('an expired token ends the preview', async () => {
  const setup = await setUp({ RELEASE_LEASE: '1h' });
  setup.pass(3_600_000);
  expect(await answersTo(setup, setup.pathname.slice('/-/preview/'.length))).toEqual(ANSWERS);
});

/** The answers to a token: at its address, as a cookie on a page and on its data, and on the next page. */
async function answersTo({ app }: Awaited<ReturnType<typeof setUp>>, token: string) {
  const cookie = `preview=${token}`;
  const requests = [
    { url: `/-/preview/${token}`, headers: { accept: 'text/html' } },
    { url: '/docs', headers: { accept: 'text/html', cookie } },
    // Data and files are still served: only a page can show the message.
    { url: '/docs/_payload.json', headers: { cookie } },
    { url: '/docs', headers: { accept: 'text/html' } },
  ];
  const answers = [];
  for (const request of requests) {
    const { statusCode, headers, body } = await app.inject(request);
    const ends = /^preview=;.*Max-Age=0/.test(String(headers['set-cookie']));
    answers.push({
      statusCode,
      ends,
      isShown: body.includes('This preview has ended, or its link is incomplete'),
    });
  }
  return answers;
}

const ENDED = { statusCode: 410, ends: true, isShown: true };
const LIVE = { statusCode: 200, ends: false, isShown: false };
const ANSWERS = [ENDED, ENDED, LIVE, LIVE];

test.each([
  ['the requested page', '?to=%2Fdocs%3Fpage%3D2', {}, '/docs?page=2'],
  ['the page with the link', '', { referer: 'http://localhost/docs/a' }, '/docs/a'],
  ['no other site', '?to=%2F%2Fevil.example', {}, undefined],
  ['no other site by a backslash', '?to=%2F%5Cevil.example', {}, undefined],
  ['no other site by a dot', '?to=%2F.%2F%2Fevil.example', {}, undefined],
  ['no address of the platform', '?to=%2F-%2Fpreview', {}, undefined],
  ['no page of another site that links to it', '', { referer: 'http://evil.example/docs/a' }, undefined],
])('entering and leaving a preview redirect to %s', async (_, query, headers, to) => {
  const setup = await opened();
  const at = async (url: string) =>
    (await setup.app.inject({ url: url + query, headers: { host: 'localhost', ...headers } })).headers
      .location;
  expect([await at(setup.pathname), await at('/-/preview')]).toEqual([to ?? '/docs', to ?? '/']);
});

test('an activated preview does not expire', async () => {
  const setup = await setUp();
  const published = await setup.publish(setup.team, 'docs', await packOf(setup.two));
  expect(published.body).toMatchObject({ activated: true, composition: setup.result.body.composition });
  const again = await setup.publish(setup.team, 'docs', await packOf(setup.two), '?preview=1');
  expect(again.body).toMatchObject({ accepted: true, composition: setup.site.live()!.composition.id });
  const { cookie } = await setup.open(new URL(again.body.previewUrl).pathname);
  const page = await setup.app.inject({ url: '/docs', headers: { accept: 'text/html', cookie } });
  expect(page.body).toContain('Preview, made just now, the same as the live site;');
  expect(await pageText(await setup.restart())).toContain('two');
});

test('only the team of its app ends a preview, and its address then reports the end', async () => {
  const setup = await setUp();
  const three = await packOf(version('three'));
  const named = await setup.publish(setup.team, 'docs', three, '?preview=1&name=pr-12');
  const tokenOf = async (role: 'team' | 'preview', app: string) =>
    (await setup.tokens.create({ role, app, name: app, expiresAt: null })).token;
  const end = async (token: string) => (await setup.call('DELETE', '/-/previews/docs/pr-12', token)).status;
  const address = new URL(named.body.previewUrl).pathname;
  expect([await end(await tokenOf('team', 'news')), await end(await tokenOf('preview', 'news'))]).toEqual([
    403, 403,
  ]);
  expect((await setup.open(address)).statusCode).toBe(303);
  expect(await end(await tokenOf('preview', 'docs'))).toBe(200);
  expect(await end(setup.operator)).toBe(404);
  expect(await answersTo(setup, address.slice('/-/preview/'.length))).toEqual(ANSWERS);
  expect((await setup.call('GET', '/-/history?app=docs', setup.team)).body.history[0]).toMatchObject({
    action: 'preview-end',
    note: 'pr-12',
  });
});

test('a preview that no longer fits the live site answers with the reason, and the next page is live', async () => {
  const setup = await setUp();
  const taker = remoteRelease({ app: 'news', routes: [{ id: 'docs.more', path: '/news' }] });
  const more = remoteRelease({
    routes: [
      { id: 'docs.home', path: '/docs' },
      { id: 'docs.more', path: '/docs/more' },
    ],
  });
  const { body } = await setup.publish(setup.team, 'docs', await packOf(more), '?preview=1');
  const { pathname } = new URL(body.previewUrl);
  const { cookie } = await setup.open(pathname);
  expect((await setup.publish(setup.operator, 'news', await packOf(taker))).body.activated).toBe(true);
  for (const url of [pathname, '/docs']) {
    const answer = await setup.app.inject({ url, headers: { accept: 'text/html', cookie } });
    expect([answer.statusCode, String(answer.headers['set-cookie'])]).toEqual([
      409,
      expect.stringMatching(/^preview=;.*Max-Age=0/),
    ]);
    expect(answer.body).toContain('This preview does not fit the current live site: ');
  }
  expect(await pageText(setup)).toContain('one');
});

test.each(['pr 12', '-pr', 'a/b', 'x'.repeat(64), ''])(
  '%j is refused as the name of a preview',
  async (name) => {
    const setup = await opened();
    const query = `?preview=1&name=${encodeURIComponent(name)}`;
    const result = await setup.publish(setup.team, 'docs', await packOf(version('two')), query);
    expect(result).toMatchObject({ status: 400, body: { code: 'GW_BAD_REQUEST' } });
  },
);

test('a request for both check and preview is refused', async () => {
  const setup = await opened();
  const result = await setup.publish(setup.team, 'docs', await packOf(version('two')), '?preview=1&check=1');
  expect(result).toMatchObject({ status: 400, body: { code: 'OPS_CHECK_OR_PREVIEW' } });
});

/** The headers of a browser by the origin of a request. */
const BY_PERSON = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const BY_PAGE = { ...BY_PERSON, 'sec-fetch-site': 'same-origin' };
const BY_OTHER_SITE = { ...BY_PERSON, 'sec-fetch-site': 'cross-site' };
const BY_FETCH = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const BY_FRAME = { ...BY_PAGE, 'sec-fetch-dest': 'iframe' };

test('an address that a person opened enters the preview at once', async () => {
  const { app, pathname } = await opened();
  expect((await app.inject({ url: pathname, headers: BY_PERSON })).statusCode).toBe(303);
});

test.each([
  ['a page of the site', BY_PAGE],
  ['another site', BY_OTHER_SITE],
])('an address that %s opened asks first, in a sandbox, without JavaScript', async (_, headers) => {
  const { app, pathname } = await opened();
  const asked = await app.inject({ url: `${pathname}?to=/docs`, headers });
  const cookie = String(asked.headers['set-cookie']).split(';')[0]!;
  expect([asked.statusCode, cookie]).toEqual([200, expect.stringMatching(/^preview-ask=\w{32}$/)]);
  expect(asked.headers['content-security-policy']).toContain('sandbox allow-forms');
  expect(asked.body).toContain('<button>Open the preview</button>');
  const url = `${pathname}?to=/docs&ask=${cookie.split('=')[1]}`;
  const confirmed = await app.inject({ url, headers: { ...BY_OTHER_SITE, cookie } });
  expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/docs']);
  expect(String(confirmed.headers['set-cookie'])).toMatch(/^preview=[^;]+; Max-Age=/);
});

test.each([
  ['no cookie', '0'.repeat(32), ''],
  ['another value', '0'.repeat(32), `preview-ask=${'1'.repeat(32)}`],
  ['an empty answer', '', 'preview-ask='],
])('an answer with %s does not enter the preview', async (_, value, cookie) => {
  const { app, pathname } = await opened();
  const answer = await app.inject({ url: `${pathname}?ask=${value}`, headers: { ...BY_PAGE, cookie } });
  expect(String(answer.headers['set-cookie'])).not.toMatch(/^preview=/);
});

test.each([
  ['a script', BY_FETCH],
  ['a frame', BY_FRAME],
])('a request of %s gets neither the cookie nor the question', async (_, headers) => {
  const { app, pathname } = await opened();
  const answer = await app.inject({ url: pathname, headers });
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([400, undefined]);
});

test('over https the cookie has a prefix that scripts cannot set, and each request without the headers asks', async () => {
  const setup = await setUp({ SITE_URL: 'https://site.example' });
  const entered = await setup.app.inject({ url: setup.pathname, headers: BY_PERSON });
  const cookie = String(entered.headers['set-cookie']);
  expect(cookie).toMatch(/^__Host-Http-preview=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect((await setup.open()).statusCode).toBe(200);
  expect(await pageText(setup, '/docs', cookie.split(';')[0])).toContain('two');
  expect(await pageText(setup, '/docs', cookie.split(';')[0]!.replace('__Host-Http-', ''))).toContain('one');
});

test('on a host of its own a preview is shown there only', async () => {
  const setup = await setUp({ PREVIEW_URL: 'http://preview.localhost' });
  expect(setup.result.body.previewUrl).toMatch(/^http:\/\/preview\.localhost\/-\/preview\//);
  const at = (url: string, host: string, cookie = '') =>
    setup.app.inject({ url, headers: { host, cookie, accept: 'text/html' } });
  const led = await at(`${setup.pathname}?to=/docs`, 'localhost');
  expect([led.headers.location, led.headers['set-cookie']]).toEqual([
    `http://preview.localhost${setup.pathname}?to=/docs`,
    undefined,
  ]);
  const entered = await at(setup.pathname, 'preview.localhost');
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!;
  expect((await at('/docs', 'preview.localhost', cookie)).body).toContain('<h1>two</h1>');
  expect((await at('/docs', 'localhost', cookie)).body).toContain('<h1>one</h1>');
});

test.each([
  ['the host of the site', {}, 403],
  ['a host of its own', { PREVIEW_URL: 'http://preview.localhost' }, 404],
])('a preview on %s answers the post of a form with the status', async (_, env, status) => {
  const setup = await setUp(env);
  const host = new URL(setup.result.body.previewUrl).host;
  const entered = await setup.app.inject({ url: setup.pathname, headers: { host } });
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!;
  const posted = await setup.app.inject({
    method: 'POST',
    url: '/api/contact',
    headers: {
      host,
      cookie,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'a=1',
  });
  expect([posted.statusCode, posted.body]).toEqual([status, expect.any(String)]);
});
