import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { context, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { createTracer } from '../../../src/observing/telemetry/create-tracer.ts';

context.setGlobalContextManager(new AsyncLocalStorageContextManager());

const TRACE = 'a'.repeat(32);
const CALLER = 'b'.repeat(16);

function setUp(samples = true) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const recorder = provider.getTracer('test');
  const tracer = createTracer({ recorder, samples: () => samples, close: () => provider.shutdown() });
  const ask = (rest: RequestListener, { headers = {}, status = 200, finished = true, fast = false } = {}) => {
    const sent: Record<string, string> = {};
    const response = Object.assign(new EventEmitter(), {
      statusCode: status,
      writableFinished: finished,
      setHeader: (name: string, value: string) => (sent[name] = value),
    });
    const answers: RequestListener = () => {};
    tracer.listener({ recorded: fast ? answers : rest, fast: (next) => (fast ? answers : next), rest })(
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
      parent: span.parentSpanContext?.spanId,
      ...span.spanContext(),
    }));
  return { tracer, ask, spans };
}

test('nests the spans of a request, also across await', async () => {
  const { tracer, ask, spans } = setUp();
  const done = new EventEmitter();
  ask(
    () =>
      void tracer
        .span('page', { app: 'blog' }, async () => {
          await Promise.resolve();
          await tracer.span('upstream cms', { upstream: 'cms' }, () => Promise.resolve());
          tracer.describe({ route: '/blog/:slug', release: 'c'.repeat(64) });
        })
        .then(() => done.emit('end')),
  );
  await once(done, 'end');
  const [request, upstream, page] = spans();
  expect([upstream!.parent, page!.parent, request!.parent]).toEqual([
    page!.spanId,
    request!.spanId,
    undefined,
  ]);
  expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(1);
  expect(page!.attributes).toEqual({ 'voltframe.app': 'blog' });
});

test('records the route, the release in twelve digits and the status of a request', () => {
  const { tracer, ask, spans } = setUp();
  ask(() => tracer.describe({ route: '/blog/:slug', release: 'c'.repeat(64), app: '' }), { status: 503 });
  expect(spans()).toMatchObject([
    {
      name: 'GET /blog/:slug',
      failed: true,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/blog/:slug',
        'http.response.status_code': 503,
        'voltframe.release': 'c'.repeat(12),
      },
    },
  ]);
  expect(spans()[0]!.attributes).not.toHaveProperty('voltframe.app');
});

test('continues the trace of a caller, and returns it in server-timing', () => {
  const { tracer, ask, spans } = setUp();
  let onward: string | undefined;
  const sent = ask(() => (onward = tracer.traceparent()), {
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
  });
  const [{ spanId, traceId, parent }] = spans() as [ReturnType<typeof spans>[0]];
  expect([traceId, parent]).toEqual([TRACE, CALLER]);
  expect(onward).toBe(`00-${TRACE}-${spanId}-01`);
  expect(sent).toEqual({ 'server-timing': `traceparent;desc="${onward}"` });
});

test('rethrows the error of a span, and records only its code', async () => {
  const { tracer, ask, spans } = setUp();
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
  const { tracer, ask, spans } = setUp(false);
  let seen: unknown[] = [];
  const sent = ask(
    () => {
      seen = [tracer.ids(), tracer.traceparent(), tracer.span('page', {}, () => tracer.ids())];
    },
    { headers: { traceparent: `00-${TRACE}-${CALLER}-00` } },
  );
  const [ids, onward, inside] = seen as [{ trace_id: string; span_id: string }, string, unknown];
  expect(ids.trace_id).toBe(TRACE);
  expect(onward).toBe(`00-${TRACE}-${ids.span_id}-00`);
  expect([inside, spans(), sent]).toEqual([ids, [], {}]);
});

test('provides no ids for a fast answer that is not recorded', () => {
  const { tracer, ask } = setUp(false);
  let ids: unknown = 'unset';
  ask(() => (ids = tracer.ids()), { fast: true });
  expect(ids).toBe('unset');
});

test('carries the request into callbacks, and leaves it for work outside', () => {
  const { tracer, ask } = setUp();
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

test('traces a task separately with its steps, without the spans inside them', async () => {
  const { tracer, ask, spans } = setUp();
  let done: Promise<string> | undefined;
  ask(() => {
    done = tracer.task('admission', { app: 'blog' }, async (step, span) => {
      await Promise.resolve();
      await step('pages', async () => tracer.span('render fragment', {}, () => Promise.resolve()));
      span.describe({ outcome: 'passed' });
      return 'went on';
    });
  });
  expect(await done).toBe('went on');
  const [request, step, task] = spans();
  expect([task!.parent, step!.parent, step!.name]).toEqual([undefined, task!.spanId, 'pages']);
  expect([spans().length, task!.traceId === request!.traceId]).toEqual([3, false]);
  expect(task!.attributes).toEqual({ 'voltframe.app': 'blog', 'voltframe.outcome': 'passed' });
});

test('marks a request that the visitor closed before the answer', () => {
  const { ask, spans } = setUp();
  ask(() => {}, { finished: false });
  expect(spans()).toMatchObject([{ attributes: { 'error.type': 'closed' } }]);
});
