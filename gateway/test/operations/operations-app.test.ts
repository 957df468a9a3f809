import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildOpsApp } from '../../src/operations/operations-app.ts';
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
