import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { openTracer } from '../../../src/observing/telemetry/open-tracer.ts';
import { startFakeCollector } from '../../fixtures/fake-collector.ts';

const never = () => new Promise<never>(() => {});
const immediately = () => Promise.resolve();

function setUp(url: string, wait: () => Promise<unknown> = never) {
  const reasons: string[] = [];
  let second = 0;
  const tracer = openTracer(
    { url, headers: { authorization: 'Bearer s3cret' }, service: 'site', ratio: 1 },
    // Each request is in a second of its own: all of them are recorded.
    { random: () => 0, now: () => (second += 1_001), wait, onFailing: (reason) => reasons.push(reason) },
  );
  let answered = 0;
  const ask = (requests: number): void => {
    const rest = () => answered++;
    const listen = tracer.listener({ recorded: rest, fast: (next) => next }, rest);
    for (let request = 0; request < requests; request++) {
      const response = Object.assign(new EventEmitter(), { statusCode: 200, setHeader: () => {} });
      listen({ method: 'GET', headers: {} } as IncomingMessage, response as unknown as ServerResponse);
      response.emit('close');
    }
  };
  return { tracer, ask, reasons, answered: () => answered };
}

test('sends spans with the configured headers', async () => {
  const collector = await startFakeCollector();
  const { tracer, ask, reasons } = setUp(`${collector.url}/v1/traces`);
  ask(3);
  await tracer.close();
  expect(collector.spans().map(({ name }) => name)).toEqual(['GET', 'GET', 'GET']);
  expect(collector.headers[0]).toMatchObject({ authorization: 'Bearer s3cret', ':path': '/v1/traces' });
  expect(reasons).toEqual([]);
});

test('reports a collector that refuses once, without a secret', async () => {
  const collector = await startFakeCollector((response) => response.writeHead(400).end('no: Bearer s3cret'));
  const { tracer, ask, reasons } = setUp(collector.url);
  ask(600); // three posts
  await tracer.close();
  expect(collector.headers.length).toBeGreaterThan(1);
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).not.toContain('s3cret');
});

test.each<[string, (response: ServerResponse) => void]>([
  ['never answers', () => {}],
  [
    'answers with an endless body',
    (response) => {
      const flood = (): void => void (response.destroyed || response.write('x'.repeat(1e6), flood));
      flood();
    },
  ],
])('delays no request and bounds the queue when a collector %s', async (_, answer) => {
  const collector = await startFakeCollector(answer);
  const { tracer, ask, answered } = setUp(collector.url, immediately);
  ask(10_000);
  expect(answered()).toBe(10_000);
  await tracer.close();
  expect(collector.spans().length).toBeLessThanOrEqual(2_048 + 256);
});

test('delays neither requests nor the end when the collector is unreachable', async () => {
  const { tracer, ask, answered } = setUp('http://127.0.0.1:1/v1/traces', immediately);
  ask(10);
  expect(answered()).toBe(10);
  await tracer.close();
});
