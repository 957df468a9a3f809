import { pipeline, Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  callAddress,
  fetchResponse,
  isBelow,
  openConnectionPool,
} from '../../../src/serving/upstreams/fetch-response.ts';
import type { UpstreamSettings } from '../../../src/platform/settings/upstream-settings.ts';
import { type CmsAnswer, json, startFakeCms, status } from '../../fixtures/fake-cms.ts';
import { upstreamSettings } from '../../fixtures/upstream-settings.ts';

async function setUp() {
  const cms = await startFakeCms();
  const pool = openConnectionPool(5, 10_000);
  onTestFinished(() => pool.close());
  const get = (path = '/posts', changed: Partial<UpstreamSettings> = {}) => {
    const settings = upstreamSettings({ base: new URL(`${cms.url}/api/`), ...changed });
    return fetchResponse(new URL(`${cms.url}/api${path}`), settings, {
      send: pool.send,
      signal: new AbortController().signal,
    });
  };
  return { cms, get };
}

const typed =
  (type: string, body: string | Buffer, headers: Record<string, string> = {}): CmsAnswer =>
  (response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);

test('returns the status, the body and the allowed headers', async () => {
  const { cms, get } = await setUp();
  cms.answer(
    typed('application/json; charset=utf-8', '{"a":1}', {
      'set-cookie': 'a=b',
      'x-total-count': '7',
      etag: '"1"',
    }),
  );
  const answer = await get('/posts?page=2', { answerHeaders: ['x-total-count'] });
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-total-count': '7' },
    body: Buffer.from('{"a":1}'),
  });
  expect(cms.asked).toEqual(['/api/posts?page=2']);
});

test('sends the configured headers, and accepts no compression', async () => {
  const { cms, get } = await setUp();
  cms.answer(json([]));
  await get('/posts', { headers: { authorization: 'Bearer s3cret' } });
  expect(cms.headers[0]).toMatchObject({ authorization: 'Bearer s3cret', 'accept-encoding': 'identity' });
});

test('computes the same digest only for answers that loaders cannot distinguish', async () => {
  const { cms, get } = await setUp();
  cms.answer(
    typed('text/plain', 'a', { date: 'Mon, 01 Jan 2024 00:00:00 GMT', 'x-n': '1' }),
    typed('text/plain', 'a', { 'x-n': '2' }),
    typed('text/plain', 'b'),
    typed('text/markdown', 'a'),
  );
  const [first, same, body, type] = [await get(), await get(), await get(), await get()].map(
    ({ digest }) => digest,
  );
  expect(same).toBe(first);
  expect(new Set([first, body, type]).size).toBe(3);
});

test.each([404, 410])('returns %i without its body', async (code) => {
  const { cms, get } = await setUp();
  cms.answer((response) => void response.writeHead(code, { 'content-type': 'text/html' }).end('<h1>no'));
  expect(await get()).toMatchObject({ status: code, headers: {}, body: Buffer.alloc(0) });
});

test.each([
  ['a redirect to nowhere', 302, {}],
  ['a redirect to another place', 302, { location: 'https://elsewhere.example/' }],
  ['a 404', 404, {}],
  ['a failure', 500, {}],
  ['another type', 200, { 'content-type': 'text/html' }],
])('releases the connection after %s', async (_, code, headers) => {
  const body = Readable.from(['a', 'b']);
  const settings = upstreamSettings();
  const answer = fetchResponse(new URL('posts', settings.base), settings, {
    send: async () => ({ status: code, headers, body }),
    signal: new AbortController().signal,
  });
  await answer.catch(() => {});
  expect(body.destroyed).toBe(true);
});

function* endlessText(): Generator<string> {
  for (;;) yield 'x'.repeat(5_000);
}
const endless: CmsAnswer = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  pipeline(Readable.from(endlessText()), response, () => {});
};
const cutOff: CmsAnswer = (response, request) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' });
  response.write('half', () => request.socket.destroy());
};

test.each<[string, CmsAnswer, string | undefined]>([
  ['an HTML page', typed('text/html', '<h1>Sign in'), 'its type is text/html'],
  ['no type', (response) => void response.writeHead(200).end('a'), 'its type is not said'],
  ['an archive', typed('application/zip', 'PK'), 'its type is application/zip'],
  ['truncated JSON', typed('application/json', '{"a":'), 'it is not JSON, though it says so'],
  ['a body over the limit', typed('text/plain', Buffer.alloc(10_001, 'x')), 'it is larger than 10000 bytes'],
  ['an endless body', endless, 'it is larger than 10000 bytes'],
  [
    'compressed bytes',
    typed('text/plain', 'a', { 'content-encoding': 'gzip' }),
    'it is compressed, though that was not asked for',
  ],
  ['a refusal', status(401), 'status 401'],
  ['a redirect to nowhere', status(302), 'status 302 without a place'],
  ['less than its content-length', cutOff, undefined],
])('rejects an answer with %s', async (_, answer, reason) => {
  const { cms, get } = await setUp();
  cms.answer(answer);
  const failed = get();
  await expect(failed).rejects.toThrow(reason);
});

test('follows redirects below the base, up to a limit', async () => {
  const { cms, get } = await setUp();
  cms.answer(status(302, { location: '/api/new' }), json({ a: 1 }));
  expect((await get()).body.toString()).toBe('{"a":1}');
  expect(cms.asked).toEqual(['/api/posts', '/api/new']);
  cms.answer(status(302, { location: 'again' }));
  await expect(get()).rejects.toThrow('time and again');
});

test.each(['/admin', '/api/../admin', '//127.0.0.2/api/x', 'file:///etc/passwd', '/api/%2e%2e/admin'])(
  'does not follow a redirect to %s',
  async (location) => {
    const { cms, get } = await setUp();
    cms.answer(status(307, { location }));
    await expect(get()).rejects.toThrow('redirects to another place');
    expect(cms.asked).toHaveLength(1);
  },
);

const base = new URL('https://cms.example/api/');

test.each([
  ['/', [], 'https://cms.example/api/'],
  [
    '/posts',
    [
      ['page', '2'],
      ['q', 'a&b'],
    ],
    'https://cms.example/api/posts?page=2&q=a%26b',
  ],
  ['/posts/a b', [], 'https://cms.example/api/posts/a%20b'],
  ['/posts/caf%C3%A9', [], 'https://cms.example/api/posts/caf%C3%A9'],
  ['/posts/100%25', [], 'https://cms.example/api/posts/100%25'],
  ['/a..b/...', [], 'https://cms.example/api/a..b/...'],
  ['/@evil.example', [], 'https://cms.example/api/@evil.example'],
] as [string, [string, string][], string][])(
  'builds the address of %s %j below the base',
  (path, query, address) => {
    expect(callAddress(base, path, query)).toEqual({ ok: true, address: new URL(address) });
  },
);

test.each([
  'posts',
  '',
  '/../admin',
  '/posts/..',
  '/posts/./x',
  '/posts/%2e%2e/admin',
  '/posts/%2E./admin',
  '/%252e%252e/admin',
  '/%25252e%25252e/admin',
  '/..;/admin',
  '/%2e%2e%3bx/admin',
  '//evil.example/x',
  '/posts//x',
  '/posts%2f..%2fadmin',
  '/posts%2Fx',
  '/posts%252Fx',
  '/posts\\..\\admin',
  '/posts%5c..',
  '/posts%00',
  '/posts\r\nhost: x',
  '/posts?x=1',
  '/posts#x',
  '/posts/%',
  '/posts/%zz',
  `/${'x'.repeat(2_000)}`,
])('refuses the path %j', (path) => {
  expect(callAddress(base, path, []).ok).toBe(false);
});

test('refuses a query over the limit', () => {
  expect(callAddress(base, '/posts', [['q', 'x'.repeat(4_000)]]).ok).toBe(false);
});

test('builds no address outside of the base for any path', () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '/',
    '%2e',
    '%2f',
    '%5c',
    '%25',
    '\\',
    ';',
    '@',
    ':',
    'a',
    '?',
    '#',
    '%0a',
    '%',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const target = callAddress(base, `/${pieces.join('')}`, []);
      if (!target.ok) return;
      expect(target.address.href.startsWith(base.href)).toBe(true);
      expect(isBelow(base, target.address)).toBe(true);
    }),
  );
});

test.each([
  ['https://cms.example/api/posts', true],
  ['https://cms.example/api/', true],
  ['https://cms.example/apis', false],
  ['https://cms.example/', false],
  ['http://cms.example/api/posts', false],
  ['https://cms.example:8443/api/posts', false],
  ['https://user@cms.example/api/posts', false],
  ['https://evil.example/api/posts', false],
])('decides whether %s is below the base: %s', (address, below) => {
  expect(isBelow(base, new URL(address))).toBe(below);
});
