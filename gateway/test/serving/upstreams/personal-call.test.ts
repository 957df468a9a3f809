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

/** Attacks are in `personal-attacks.ts`. */
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
      {
        app: 'blog',
        path,
        exchange: { path: '/orders/*' },
        query: [],
        method: 'GET',
        isForm: false,
        openEvents: () => expect.unreachable(),
        headers: {},
        prefix,
      },
      {
        settings,
        visitor,
        limit: createVisitorLimit({ ...settings, perMinute: 100 }, () => 0),
        client,
        send: pool.send,
      },
      () => {},
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
])('cookiePrefix of %s is %s', (url, prefix) => {
  expect(cookiePrefix(url)).toBe(prefix);
});

test('does not rename cookies of localhost without https', async () => {
  const { cms, call } = await account();
  cms.answer((response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'sid=new' }).end('{}'),
  );
  expect(await call('')).toMatchObject({ cookies: ['sid=new; Path=/; HttpOnly; SameSite=Lax'] });
  const headers = { cookie: 'sid=mine; __Host-sid=planted' };
  expect(visitorHeaders({ headers, headersDistinct: {} }, visitor, '')).toEqual({ cookie: 'sid=mine' });
});

test.each(['\u00a0', '\u000b', '\ufeff'])(
  'does not take %j before the name of a cookie as white space',
  (space) => {
    const headers = { cookie: `${space}sid=planted; a=1;\t sid=mine` };
    expect(visitorHeaders({ headers, headersDistinct: {} }, visitor, '')).toEqual({ cookie: 'sid=mine' });
  },
);

test('passes on the session header without cookies', () => {
  const headersDistinct = { 'x-session': ['a'], authorization: ['b'] };
  expect(visitorHeaders({ headers: {}, headersDistinct }, visitor, '')).toEqual({ 'x-session': 'a' });
});

test('tries a call once, and opens no circuit after failures', async () => {
  const { cms, call } = await account();
  cms.answer(status(503), status(503), status(503), status(503), json({ a: 1 }));
  for (let times = 0; times < 4; times++)
    expect(await call('')).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
  expect(await call('')).toMatchObject({ status: 200 });
  expect(cms.asked).toHaveLength(5);
  // These calls used up all of perSecond.
  expect(await call('')).toMatchObject({ code: 'UPSTREAM_RATE' });
});

test('names the declared path in an error, not the requested one', async () => {
  const { cms, call } = await account();
  cms.answer((response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('order 7'));
  const error = (await call('')) as { why: string };
  expect(error.why).toContain('/orders/*');
  expect(error.why).not.toContain('7');
});
