import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { PlatformError } from '@voltframe/kit/errors/define-errors';
import { openConnectionPool, type SendCall } from '../../../src/serving/upstreams/fetch-response.ts';
import { createUpstreamClient } from '../../../src/serving/upstreams/upstream-client.ts';
import type { UpstreamSettings } from '../../../src/platform/settings/upstream-settings.ts';
import { json, silence, startFakeCms, status } from '../../fixtures/fake-cms.ts';
import { upstreamSettings } from '../../fixtures/upstream-settings.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

const call = { app: 'blog', path: '/posts', query: [] };
const SECRET = 's3cret';

function clientOf(send: SendCall, changed: Partial<UpstreamSettings> = {}) {
  const outcomes: string[] = [];
  const clock = { now: 0 };
  const client = createUpstreamClient({
    upstream: upstreamSettings({ headers: { authorization: SECRET }, ...changed }),
    send,
    now: () => clock.now,
    telemetry: testTelemetry({
      count: (_, labels) => void outcomes.push((labels as { outcome: string }).outcome),
    }),
  });
  return { ...client, clock, outcomes };
}

/** No pause between two attempts. */
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

async function realClient(changed: Partial<UpstreamSettings> = {}) {
  const cms = await startFakeCms();
  const pool = openConnectionPool(5, 10_000);
  onTestFinished(() => pool.close());
  return { cms, ...clientOf(pool.send, { base: new URL(`${cms.url}/api/`), ...changed }) };
}

const failing = (client: { get(of: typeof call): Promise<unknown> }, of = call): Promise<PlatformError> =>
  client.get(of).then(
    () => {
      throw new Error('no error');
    },
    (error: unknown) => error as PlatformError,
  );

test('tries a call with a transient failure three times', async () => {
  const { cms, outcomes, ...client } = await realClient();
  cms.answer(status(503), (_, request) => request.socket.destroy(), json({ a: 1 }));
  expect((await client.get(call)).body.toString()).toBe('{"a":1}');
  expect(outcomes).toEqual(['ok']);
});

test('reports a dead upstream as unreachable, without its address', async () => {
  const { cms, ...client } = await realClient();
  await cms.close();
  const error = await failing(client);
  expect([error.code, error.status]).toEqual(['UPSTREAM_UNREACHABLE', 502]);
  expect(error.why).toContain('ECONNREFUSED');
});

test('reports a timeout with 504', async () => {
  const { cms, ...client } = await realClient({ timeoutMs: 100 });
  cms.answer(silence);
  const error = await failing(client);
  expect([error.code, error.status]).toEqual(['UPSTREAM_TIMEOUT', 504]);
});

test('does not retry after an invalid answer', async () => {
  const { cms, ...client } = await realClient();
  cms.answer((response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'));
  const error = await failing(client);
  expect([error.code, cms.asked.length]).toEqual(['UPSTREAM_ANSWER', 1]);
});

test.each([status(401), status(503), silence])('writes no secret into errors and causes', async (answer) => {
  const { cms, ...client } = await realClient({ timeoutMs: answer === silence ? 100 : 3_000 });
  cms.answer(answer);
  const { message, why, stack, cause } = await failing(client);
  expect(JSON.stringify([message, why, stack, cause ?? null])).not.toContain(SECRET);
});

const answering = (...codes: (number | Error)[]): { send: SendCall; sent: () => number } => {
  let sent = 0;
  const send: SendCall = async () => {
    const code = codes[Math.min(sent++, codes.length - 1)]!;
    if (code instanceof Error) throw code;
    return {
      status: code,
      headers: { 'content-type': 'text/plain' },
      body: Readable.from([Buffer.from('a')]),
    };
  };
  return { send, sent: () => sent };
};

test('makes no call for an app without permission or an invalid path', async () => {
  const { send, sent } = answering(200);
  const client = clientOf(send);
  expect((await failing(client, { ...call, app: 'legal' })).code).toBe('UPSTREAM_UNKNOWN');
  expect((await failing(client, { ...call, path: '/../admin' })).code).toBe('UPSTREAM_REQUEST');
  expect(sent()).toBe(0);
});

test('limits the calls of each app within a second', async () => {
  const { send, sent } = answering(200);
  const client = clientOf(send, { perSecond: 2 });
  await client.get(call);
  await client.get(call);
  for (let times = 0; times < 6; times++) expect((await failing(client)).code).toBe('UPSTREAM_RATE');
  expect([client.circuit(), client.outcomes.at(-1)]).toEqual(['closed', 'UPSTREAM_RATE']);
  await client.get({ ...call, app: 'marketing' });
  client.clock.now = 1_000;
  await client.get(call);
  expect(sent()).toBe(4);
});

afterEach(() => void vi.useRealTimers().restoreAllMocks());

test('opens the circuit for ten seconds after five failed calls, then tries one call', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { send, sent } = answering(
    ...Array.from({ length: 15 }, () => 503),
    new Error('gone'),
    new Error('gone'),
    new Error('gone'),
    200,
  );
  const client = clientOf(send);
  for (let times = 0; times < 5; times++) {
    expect(client.circuit()).toBe('closed');
    await failing(client);
  }
  expect([client.circuit(), sent()]).toEqual(['open', 15]);
  expect((await failing(client)).code).toBe('UPSTREAM_UNREACHABLE');
  expect(sent()).toBe(15);
  vi.setSystemTime(Date.now() + 10_000);
  await failing(client);
  expect([client.circuit(), sent()]).toEqual(['open', 18]);
  vi.setSystemTime(Date.now() + 10_000);
  const [first, second] = await Promise.allSettled([client.get(call), client.get(call)]);
  expect([first.status, second.status, sent()]).toEqual(['fulfilled', 'rejected', 19]);
  expect(client.circuit()).toBe('closed');
});

test('opens no circuit for unlisted addresses, which have half of the connections and calls', async () => {
  let [open, most] = [0, 0];
  const send: SendCall = async (address, options) => {
    if (!address.search.includes('slow')) return answering(200).send(address, options);
    most = Math.max(most, ++open);
    return new Promise((_, fail) =>
      options.signal.addEventListener('abort', () => {
        open--;
        fail(new Error('aborted'));
      }),
    );
  };
  const client = clientOf(send, { timeoutMs: 100, connections: 6, perSecond: 60 });
  const invented = { get: (of: typeof call) => client.get(of, false) };
  const queries = (count: number, word: string) =>
    Array.from({ length: count }, (_, n) => ({ ...call, query: [['q', `${word}${n}`]] as never }));
  const slow = queries(50, 'slow').map((of) => failing(invented, of));
  const listed = await Promise.all(queries(20, 'page').map((of) => client.get(of)));
  expect(listed.map(({ status: code }) => code)).toEqual(Array.from(listed, () => 200));
  const codes = Map.groupBy(await Promise.all(slow), ({ code }) => code);
  expect(Object.fromEntries([...codes].map(([code, own]) => [code, own.length]))).toEqual({
    UPSTREAM_TIMEOUT: 23,
    UPSTREAM_RATE: 20,
    UPSTREAM_BUSY: 7,
  });
  expect([most, client.circuit()]).toEqual([3, 'closed']);
});

test('closes no circuit by a call for an unlisted address', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { send, sent } = answering(...Array.from({ length: 15 }, () => 503), 200);
  const client = clientOf(send);
  for (let times = 0; times < 5; times++) await failing(client);
  vi.setSystemTime(Date.now() + 10_000);
  await expect(client.get(call, false)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
  expect(sent()).toBe(15);
  await client.get(call);
  expect((await client.get(call, false)).status).toBe(200);
});

test.each([401, 500])('opens no circuit for answers with %i', async (code) => {
  const client = clientOf(answering(code).send);
  for (let times = 0; times < 10; times++) await failing(client);
  expect(client.circuit()).toBe('closed');
});

test('has a circuit for each app', async () => {
  const down = Array.from({ length: 15 }, () => 503);
  const client = clientOf(answering(...down, 200).send);
  for (let times = 0; times < 5; times++) await failing(client);
  expect((await client.get({ ...call, app: 'marketing' })).status).toBe(200);
  expect(client.circuit()).toBe('open');
});
