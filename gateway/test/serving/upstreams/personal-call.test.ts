import { expect, onTestFinished, test } from 'vitest';
import { openConnectionPool } from '../../../src/serving/upstreams/fetch-response.ts';
import {
  callForVisitor,
  cookiePrefix,
  createVisitorLimit,
  visitorHeaders,
} from '../../../src/serving/upstreams/personal-call.ts';
import { createUpstreamClient } from '../../../src/serving/upstreams/upstream-client.ts';
import { json, startFakeCms, status } from '../../fixtures/fake-cms.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';
import { upstreamSettings } from '../../fixtures/upstream-settings.ts';

const visitor = { cookies: ['sid'], header: 'x-session', perMinute: 100 };

/** What hostile senders try stands in `personal-attacks.ts`. */
async function account() {
  const cms = await startFakeCms();
  const pool = openConnectionPool(5, 10_000);
  onTestFinished(() => pool.close());
  const settings = upstreamSettings({ base: new URL(`${cms.url}/api/`), perSecond: 5, visitor });
  const client = createUpstreamClient({
    upstream: settings,
    send: pool.send,
    now: () => 0,
    telemetry: testTelemetry(),
  });
  const call = (prefix: string, path = '/orders/7') =>
    callForVisitor(
      { app: 'blog', path, pattern: '/orders/*', query: [], method: 'GET', headers: {}, prefix },
      { settings, visitor, limit: createVisitorLimit(100, () => 0), client, send: pool.send },
    ).catch((error: unknown) => error);
  return { cms, call };
}

test.each([
  ['https://site.example', '__Host-'],
  ['http://localhost:3000', ''],
  ['http://shop.localhost', ''],
  ['http://127.0.0.1:3000', ''],
  ['http://[::1]:3000', ''],
  ['http://site.example', undefined],
  ['http://10.0.0.1', undefined],
  ['http://localhost.evil.example', undefined],
])('cookies of %s have the prefix %s; undefined: there are none', (url, prefix) => {
  expect(cookiePrefix(url)).toBe(prefix);
});

test('on this machine, where there is no https, a cookie keeps its name', async () => {
  const { cms, call } = await account();
  cms.answer((response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'sid=new' }).end('{}'),
  );
  expect(await call('')).toMatchObject({ cookies: ['sid=new; Path=/; HttpOnly; SameSite=Lax'] });
  const headers = { cookie: 'sid=mine; __Host-sid=planted' };
  expect(visitorHeaders({ headers, headersDistinct: {} }, visitor, '')).toEqual({ cookie: 'sid=mine' });
});

test('the session header goes along by its name, without cookies', () => {
  const headersDistinct = { 'x-session': ['a'], authorization: ['b'] };
  expect(visitorHeaders({ headers: {}, headersDistinct }, visitor, '')).toEqual({ 'x-session': 'a' });
});

test('a call is tried once, and no number of failures keeps the next visitor out', async () => {
  const { cms, call } = await account();
  cms.answer(status(503), status(503), status(503), status(503), json({ a: 1 }));
  for (let times = 0; times < 4; times++)
    expect(await call('')).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
  expect(await call('')).toMatchObject({ status: 200 });
  expect(cms.asked).toHaveLength(5);
  // All of perSecond is theirs.
  expect(await call('')).toMatchObject({ code: 'UPSTREAM_RATE' });
});

test('an error names the declared path, not the one that was asked for', async () => {
  const { cms, call } = await account();
  cms.answer((response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('order 7'));
  const error = (await call('')) as { why: string };
  expect(error.why).toContain('/orders/*');
  expect(error.why).not.toContain('7');
});
