import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildOpsApp } from '../../../src/releasing/operations/operations-app.ts';
import type { OpsDeps } from '../../../src/releasing/operations/operations-deps.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

test('a request has the id that a proxy in front gave it, so that its lines are found', async () => {
  const logger: OpsDeps['logger'] = pino({ level: 'silent' });
  const app = buildOpsApp({
    logger,
    telemetry: testTelemetry(),
    now: () => 0,
    config: {},
  } as unknown as OpsDeps);
  const ids: unknown[] = [];
  app.addHook('onRequest', async ({ id }) => void ids.push(id));
  await app.inject({ url: '/nothing', headers: { 'x-request-id': 'abc-1' } });
  expect(ids).toEqual(['abc-1']);
});

test('a malformed call is answered with the reason', async () => {
  const logger: OpsDeps['logger'] = pino({ level: 'silent' });
  const tokens = { find: async () => ({ role: 'operator', app: null }) };
  const app = buildOpsApp({ logger, telemetry: testTelemetry(), now: () => 0, tokens } as unknown as OpsDeps);
  const headers = { authorization: 'Bearer vf_of-an-operator-12345678' };
  const answer = await app.inject({ url: '/-/history?limit=0', headers });
  expect(answer.json()).toMatchObject({
    status: 400,
    code: 'GW_BAD_REQUEST',
    message: expect.stringContaining('limit is a whole number, 1 to 500'),
  });
});
