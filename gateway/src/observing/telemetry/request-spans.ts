import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  TraceFlags,
  type Tracer as Recorder,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { RandomIdGenerator, type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace';
import { type ActiveSpan, type Facts, NO_TRACER, type Tracer } from './tracer.ts';

const propagator = new W3CTraceContextPropagator();
/** Nothing else of a caller is passed on: `tracestate` may contain anything. */
const parentGetter: TextMapGetter<IncomingHttpHeaders> = {
  get: ({ traceparent }, name) => (name === 'traceparent' ? traceparent : undefined),
  keys: () => ['traceparent'],
};

/** @returns the `traceparent` header of a call that is made in a context. */
function traceparentOf(active: Context): string | undefined {
  const headers: { traceparent?: string } = {};
  propagator.inject(active, headers, defaultTextMapSetter);
  return headers.traceparent;
}

/** A recorded request. */
interface Root {
  method: string;
  span: Span;
}

/** The recorded request of a context. */
const ROOT = createContextKey('recorded request');
const newIds = new RandomIdGenerator();

/**
 * The context manager of the OpenTelemetry API has to be set: `openTracer` does.
 * @param sampler asked before a span of a request starts: a span costs as much as a tenth of a ready answer.
 */
export function createTracer(recorder: Recorder, sampler: Sampler): Tracer {
  const roots = new WeakMap<IncomingMessage, Root>();
  const isRecorded = (parent: Context, method: string): boolean =>
    sampler.shouldSample(parent, '', method, SpanKind.SERVER, {}, []).decision !==
    SamplingDecision.NOT_RECORD;
  const record = (
    parent: Context,
    next: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const { method = '' } = request;
    const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
    const root: Root = { method, span: recorder.startSpan(method, options, parent) };
    const active = trace.setSpan(ROOT_CONTEXT.setValue(ROOT, root), root.span);
    response.setHeader('server-timing', `traceparent;desc="${traceparentOf(active)}"`);
    response.once('close', () => endRequest(root.span, response));
    roots.set(request, root);
    context.with(active, next, undefined, request, response);
  };
  return {
    listener({ recorded, fast }, rest) {
      // A ready answer needs no ids, because it writes no log and makes no calls.
      const others = fast((request, response) =>
        context.with(unrecorded(parentOf(request)), rest, undefined, request, response),
      );
      return (request, response) => {
        const parent = parentOf(request);
        if (isRecorded(parent, request.method ?? '')) record(parent, recorded, request, response);
        else others(request, response);
      };
    },
    span(name, facts, work) {
      const active = context.active();
      if (!active.getValue(ROOT)) return work(NO_TRACER);
      const kind = facts['upstream'] === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT;
      const span = recorder.startSpan(name, { kind, attributes: attributesOf(facts) }, active);
      return context.with(trace.setSpan(active, span), () => ended(span, work));
    },
    task(name, facts, work) {
      const task = recorder.startSpan(name, { attributes: attributesOf(facts) }, ROOT_CONTEXT);
      const ofTask = trace.setSpan(ROOT_CONTEXT, task);
      // The spans of hundreds of renderings would push out those of visitors: only the steps are in the task's context.
      return context.with(ROOT_CONTEXT, () =>
        ended(task, (span) => work((step, run) => ended(recorder.startSpan(step, {}, ofTask), run), span)),
      );
    },
    describe(facts, request) {
      const root = request ? roots.get(request) : (context.active().getValue(ROOT) as Root | undefined);
      if (!root) return;
      root.span.setAttributes(attributesOf(facts));
      if (facts['route'] !== undefined) root.span.updateName(`${root.method} ${facts['route']}`);
    },
    ids() {
      const ids = trace.getSpanContext(context.active());
      return ids && { trace_id: ids.traceId, span_id: ids.spanId };
    },
    traceparent: () => traceparentOf(context.active()),
  };
}

/** @returns the context of the span that the caller names; without a valid one, the empty context. */
function parentOf({ headers }: IncomingMessage): Context {
  return propagator.extract(ROOT_CONTEXT, headers, parentGetter);
}

/**
 * @returns the context of a request that is not recorded: with ids for its lines in the log and for the upstreams it
 * calls.
 */
function unrecorded(parent: Context): Context {
  const traceId = trace.getSpanContext(parent)?.traceId ?? newIds.generateTraceId();
  const spanId = newIds.generateSpanId();
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.NONE });
}

/** `closed`: the visitor closed the connection before the answer. */
function endRequest(root: Span, { statusCode, writableFinished }: ServerResponse): void {
  root.setAttribute('http.response.status_code', statusCode);
  if (!writableFinished) root.setAttribute('error.type', 'closed');
  if (statusCode >= 500) root.setStatus({ code: SpanStatusCode.ERROR });
  root.end();
}

function ended<Result>(span: Span, work: (active: ActiveSpan) => Result): Result {
  const active: ActiveSpan = { describe: (facts) => void span.setAttributes(attributesOf(facts)) };
  const fail = (error: unknown): never => {
    const { code } = (error ?? {}) as { code?: unknown };
    // Only the code, because a message may contain an address.
    span.setAttribute('error.type', typeof code === 'string' ? code : 'error');
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    throw error;
  };
  const succeed = <Value>(value: Value): Value => {
    span.end();
    return value;
  };
  let result: Result;
  try {
    result = work(active);
  } catch (error) {
    return fail(error);
  }
  return result instanceof Promise ? (result.then(succeed, fail) as Result) : succeed(result);
}

const NAMES: Record<string, string> = { route: 'http.route' };
/** In the format of `mfe` and of the metrics. */
const DIGITS = 12;

function attributesOf({ release, ...facts }: Facts): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(facts))
    if (value !== undefined && value !== '') attributes[NAMES[name] ?? `voltframe.${name}`] = value;
  if (release !== undefined) attributes['voltframe.release'] = String(release).slice(0, DIGITS);
  return attributes;
}
