import { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { context, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { createSampling, createTracer, openTracer } from '../../../src/observing/telemetry/open-tracer.ts';
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
    const listen = tracer.listener({ recorded: rest, fast: (next) => next, rest });
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

const parent = (sampled: boolean) => ({ traceId: 'a'.repeat(32), parentId: 'b'.repeat(16), sampled });
const times = (many: number, ask: () => boolean) => Array.from({ length: many }, ask).filter(Boolean).length;

function samplingOf(ratio: number, chance = 0.5) {
  const clock = { now: 0 };
  return { clock, samples: createSampling({ ratio, random: () => chance, now: () => clock.now }) };
}

test.each([
  [0, 0.0, false],
  [0.01, 0.009, true],
  [0.01, 0.01, false],
  [1, 0.999, true],
])('decides with a ratio of %f and a random number of %f: %s', (ratio, chance, recorded) => {
  expect(samplingOf(ratio, chance).samples(undefined)).toBe(recorded);
});

test('records the traces of callers that record five times a second, others by the ratio', () => {
  const { clock, samples } = samplingOf(0);
  expect(times(1_000, () => samples(parent(true)))).toBe(5);
  clock.now = 1_001;
  expect(times(1_000, () => samples(parent(true)))).toBe(5);
});

test('does not record the trace of a caller that does not record', () => {
  const { samples } = samplingOf(1);
  expect(times(100, () => samples(parent(false)))).toBe(0);
});

test('records at most twenty requests a second', () => {
  const { clock, samples } = samplingOf(1);
  expect(times(1_000, () => samples(undefined))).toBe(20);
  clock.now = 1_001;
  expect(times(1_000, () => samples(undefined))).toBe(20);
});

context.setGlobalContextManager(new AsyncLocalStorageContextManager());

const TRACE = 'a'.repeat(32);

function recording(samples = true) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const recorder = provider.getTracer('test');
  const tracer = createTracer(recorder, () => samples);
  const ask = (rest: RequestListener, { headers = {}, finished = true } = {}) => {
    const sent: Record<string, string> = {};
    const response = Object.assign(new EventEmitter(), {
      statusCode: 200,
      writableFinished: finished,
      setHeader: (name: string, value: string) => (sent[name] = value),
    });
    tracer.listener({ recorded: rest, fast: (next) => next, rest })(
      { method: 'GET', headers } as IncomingMessage,
      response as unknown as ServerResponse,
    );
    response.emit('close');
    return sent;
  };
  const spans = () =>
    exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      attributes: span.attributes,
      failed: span.status.code === SpanStatusCode.ERROR,
    }));
  return { tracer, ask, spans };
}

test('rethrows the error of a span, and records only its code', async () => {
  const { tracer, ask, spans } = recording();
  const failure = Object.assign(new Error('/blog/ada@example.com is broken'), { code: 'GW_RENDER_FAILED' });
  let thrown: unknown;
  let rejected: Promise<unknown> | undefined;
  ask(() => {
    try {
      tracer.span('sync', {}, () => {
        throw failure;
      });
    } catch (error) {
      thrown = error;
    }
    rejected = tracer.span('async', {}, () => Promise.reject(failure)).catch((error: unknown) => error);
  });
  expect([thrown, await rejected]).toEqual([failure, failure]);
  const failed = spans().filter((span) => span.failed);
  expect(failed.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['sync', { 'error.type': 'GW_RENDER_FAILED' }],
    ['async', { 'error.type': 'GW_RENDER_FAILED' }],
  ]);
  expect(JSON.stringify(spans())).not.toContain('ada');
});

test('provides ids without a span for a request that is not recorded', () => {
  const { tracer, ask, spans } = recording(false);
  let seen: unknown[] = [];
  const sent = ask(
    () => {
      seen = [tracer.ids(), tracer.traceparent(), tracer.span('page', {}, () => tracer.ids())];
    },
    { headers: { traceparent: `00-${TRACE}-${'b'.repeat(16)}-00` } },
  );
  const [ids, onward, inside] = seen as [{ trace_id: string; span_id: string }, string, unknown];
  expect(ids.trace_id).toBe(TRACE);
  expect(onward).toBe(`00-${TRACE}-${ids.span_id}-00`);
  expect([inside, spans(), sent]).toEqual([ids, [], {}]);
});

test('carries the request into callbacks, and leaves it for work outside', () => {
  const { tracer, ask } = recording();
  let carried: (<Result>(work: () => Result) => Result) | undefined;
  let own: unknown;
  let outside: unknown = 'unset';
  ask(() => {
    carried = tracer.carry();
    own = tracer.ids();
    outside = tracer.outside(() => tracer.ids());
  });
  expect(tracer.ids()).toBeUndefined();
  expect(carried!(() => tracer.ids())).toEqual(own);
  expect(outside).toBeUndefined();
});

test('marks a request that the visitor closed before the answer', () => {
  const { ask, spans } = recording();
  ask(() => {}, { finished: false });
  expect(spans()).toMatchObject([{ attributes: { 'error.type': 'closed' } }]);
});
