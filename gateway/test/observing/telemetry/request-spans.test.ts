import { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { context, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/observing/telemetry/metrics.ts';
import { createTracer } from '../../../src/observing/telemetry/request-spans.ts';
import { createTelemetry } from '../../../src/observing/telemetry/telemetry.ts';
import { noSources } from '../../fixtures/test-telemetry.ts';

context.setGlobalContextManager(new AsyncLocalStorageContextManager());

const [TRACE, SPAN] = ['a'.repeat(32), 'b'.repeat(16)];

function recording(samples = true) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const recorder = provider.getTracer('test');
  const tracer = createTracer(recorder, samples ? new AlwaysOnSampler() : new AlwaysOffSampler());
  const ask = (rest: RequestListener, { headers = {}, finished = true } = {}) => {
    const sent: Record<string, string> = {};
    const response = Object.assign(new EventEmitter(), {
      statusCode: 200,
      writableFinished: finished,
      setHeader: (name: string, value: string) => (sent[name] = value),
    });
    tracer.listener({ recorded: rest, fast: (next) => next }, rest)(
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
      state: span.spanContext().traceState,
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

test('is carried into callbacks, and left for work outside', () => {
  const { tracer, ask } = recording();
  const failures = { noticed: () => undefined, thrown: () => undefined, ended() {} };
  const telemetry = createTelemetry({ metrics: createMetrics(noSources, () => 0), failures, tracer });
  let carried: (<Result>(work: () => Result) => Result) | undefined;
  let own: unknown;
  let outside: unknown = 'unset';
  ask(() => {
    carried = telemetry.carry();
    own = telemetry.ids();
    outside = telemetry.outside(() => telemetry.ids());
  });
  expect(own).toMatchObject({ trace_id: expect.any(String) });
  expect(tracer.ids()).toBeUndefined();
  expect(carried!(() => tracer.ids())).toEqual(own);
  expect(outside).toBeUndefined();
  const metrics = createMetrics(noSources, () => 0);
  expect(createTelemetry({ metrics, failures }).carry()).toBeUndefined();
});

test.each([
  ['sampled', `00-${TRACE}-${SPAN}-01`],
  ['flags of a later version', `00-${TRACE}-${SPAN}-03`],
  ['a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-comes`],
])('continues the trace of a caller: %s', (_, traceparent) => {
  const { tracer, ask } = recording();
  let seen: unknown[] = [];
  const sent = ask(() => (seen = [tracer.ids(), tracer.traceparent()]), { headers: { traceparent } });
  const [ids, onward] = seen as [{ trace_id: string; span_id: string }, string];
  expect(ids.trace_id).toBe(TRACE);
  expect(onward).toBe(`00-${TRACE}-${ids.span_id}-01`);
  expect(sent['server-timing']).toBe(`traceparent;desc="${onward}"`);
});

test.each([
  ['a list', [`00-${TRACE}-${SPAN}-01`, 'x'].join(', ')],
  ['two in one', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ['version ff', `ff-${TRACE}-${SPAN}-01`],
  ['version 00 with more fields', `00-${TRACE}-${SPAN}-01-x`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a short id', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['no flags', `00-${TRACE}-${SPAN}`],
])('begins a trace at an invalid traceparent: %s', (_, traceparent) => {
  const { tracer, ask } = recording();
  let ids: ReturnType<typeof tracer.ids>;
  ask(() => (ids = tracer.ids()), { headers: { traceparent, tracestate: 'vendor=x' } });
  expect(ids!.trace_id).toMatch(/^[0-9a-f]{32}$/);
  expect([TRACE, '0'.repeat(32)]).not.toContain(ids!.trace_id);
});

test('passes no tracestate of a caller on', () => {
  const { ask, spans } = recording();
  ask(() => {}, { headers: { traceparent: `00-${TRACE}-${SPAN}-01`, tracestate: 'vendor=secret' } });
  expect(spans()).toMatchObject([{ state: undefined }]);
});

test('marks a request that the visitor closed before the answer', () => {
  const { ask, spans } = recording();
  ask(() => {}, { finished: false });
  expect(spans()).toMatchObject([{ attributes: { 'error.type': 'closed' } }]);
});
