import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildMetricsApp, buildOpsApp } from '../../src/operations/operations-app.ts';
import type { OpsDeps } from '../../src/operations/operations-deps.ts';
import { testTelemetry } from '../fixtures/test-telemetry.ts';

function opsApp(more: object) {
  const parts = { logger: pino({ level: 'silent' }), telemetry: testTelemetry(), now: () => 0, ...more };
  return buildOpsApp(parts as unknown as OpsDeps);
}

test('a request has the id that a proxy in front sent', async () => {
  const app = opsApp({});
  const ids: unknown[] = [];
  app.addHook('onRequest', async ({ id }) => void ids.push(id));
  await app.inject({ url: '/nothing', headers: { 'x-request-id': 'abc-1' } });
  expect(ids).toEqual(['abc-1']);
});

test('the metrics port has the metrics for their token, and no other call', async () => {
  const token = 'vf_metrics-metrics-metrics';
  const find = async (secret: string) => (secret === token ? { role: 'metrics', app: null } : undefined);
  const app = buildMetricsApp({
    logger: pino({ level: 'silent' }),
    telemetry: testTelemetry(),
    now: () => 0,
    tokens: { find, findAlsoAway: find } as never,
    hosts: ['metrics'],
  });
  const headers = { authorization: `Bearer ${token}` };
  expect((await app.inject('/-/metrics')).statusCode).toBe(401);
  expect((await app.inject({ url: '/-/metrics', headers })).statusCode).toBe(200);
  for (const url of ['/-/', '/-/status', '/-/tokens', '/-/composition'])
    expect((await app.inject({ url, headers })).statusCode).toBe(404);
  expect(
    (await app.inject({ url: '/-/metrics', headers: { ...headers, host: 'evil.example' } })).statusCode,
  ).toBe(421);
});

const opened = (hosts: string[]) => {
  const find = async () => undefined;
  const tokens = { find, findAlsoAway: find };
  return opsApp({ tokens, sessions: tokens, hosts });
};

test.each(['/-/status', '/-/', '/-/sign-in', '/-/metrics', '/nothing'])(
  'a request with a foreign host name is answered 421 at %s',
  async (url) => {
    const app = opened(['ops.example.com']);
    for (const method of ['GET', 'POST'] as const) {
      const headers = { host: 'evil.example:3001', origin: 'http://evil.example:3001' };
      const { statusCode, body } = await app.inject({ method, url, headers });
      expect([statusCode, body]).toEqual([421, expect.stringContaining('does not answer to the name evil.')]);
      expect(body).not.toContain('type="password"');
    }
  },
);

test.each(['127.0.0.1:3001', '[::1]:3001', 'localhost:3001', 'ops.example.com', 'operations:3001'])(
  'a request to the host %s is answered',
  async (host) => {
    const app = opened(['ops.example.com', 'operations']);
    expect((await app.inject({ url: '/-/status', headers: { host } })).statusCode).toBe(401);
    expect((await app.inject({ url: '/-/', headers: { host } })).statusCode).toBe(200);
  },
);
