import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as Recorder,
  TraceFlags,
} from '@opentelemetry/api';
import {
  type ActiveSpan,
  type Facts,
  formatTraceparent,
  NOT_RECORDED,
  parseTraceparent,
  type Step,
  type TraceParent,
  type Tracer,
} from './tracer.ts';

export interface TracerOptions {
  recorder: Recorder;
  /** @returns whether a request is recorded. @param parent the trace that its caller names. */
  samples(parent: TraceParent | undefined): boolean;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** A recorded request. */
interface Root {
  method: string;
  span: Span;
}

/** The recorded request of a context. */
const ROOT = createContextKey('recorded request');

/** The context manager of the OpenTelemetry API has to be set: `openTracer` does. */
export function createTracer({ recorder, samples, close }: TracerOptions): Tracer {
  const roots = new WeakMap<IncomingMessage, Root>();
  const record = (
    parent: TraceParent | undefined,
    next: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const { method = '' } = request;
    const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
    const span = recorder.startSpan(method, options, continued(parent));
    const root: Root = { method, span };
    response.setHeader('server-timing', `traceparent;desc="${formatTraceparent(span.spanContext(), true)}"`);
    response.once('close', () => endRequest(span, response));
    roots.set(request, root);
    context.with(trace.setSpan(ROOT_CONTEXT.setValue(ROOT, root), span), next, undefined, request, response);
  };
  return {
    listener({ recorded, fast, rest }) {
      // A ready answer needs no ids, because it writes no log and makes no calls.
      const others = fast((request, response) => {
        const parent = parseTraceparent(request.headers.traceparent);
        context.with(unrecorded(parent), rest, undefined, request, response);
      });
      return (request, response) => {
        const parent = parseTraceparent(request.headers.traceparent);
        if (samples(parent)) record(parent, recorded, request, response);
        else others(request, response);
      };
    },
    span(name, facts, work) {
      const active = context.active();
      if (!active.getValue(ROOT)) return work(NOT_RECORDED);
      const kind = facts.upstream === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT;
      const span = recorder.startSpan(name, { kind, attributes: attributesOf(facts) }, active);
      return context.with(trace.setSpan(active, span), () => ended(span, work));
    },
    task(name, facts, work) {
      const task = recorder.startSpan(name, { attributes: attributesOf(facts) }, ROOT_CONTEXT);
      const ofTask = trace.setSpan(ROOT_CONTEXT, task);
      const step: Step = (what, run) => ended(recorder.startSpan(what, {}, ofTask), run);
      return context.with(ROOT_CONTEXT, () => ended(task, (span) => work(step, span)));
    },
    describe(facts, request) {
      const root = request ? roots.get(request) : (context.active().getValue(ROOT) as Root | undefined);
      if (!root) return;
      root.span.setAttributes(attributesOf(facts));
      if (facts.route !== undefined) root.span.updateName(`${root.method} ${facts.route}`);
    },
    ids() {
      const ids = trace.getSpanContext(context.active());
      return ids && { trace_id: ids.traceId, span_id: ids.spanId };
    },
    traceparent() {
      const ids = trace.getSpanContext(context.active());
      return ids && formatTraceparent(ids, (ids.traceFlags & TraceFlags.SAMPLED) !== 0);
    },
    carry() {
      const active = context.active();
      return (work) => context.with(active, work);
    },
    outside: (work) => context.with(ROOT_CONTEXT, work),
    close,
  };
}

/** @returns the context in which a recorded request begins. */
function continued(parent: TraceParent | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, parentId: spanId } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}

/**
 * @returns the context of a request that is not recorded: with ids for its lines in the log and for the upstreams it
 * calls.
 */
function unrecorded(parent: TraceParent | undefined): Context {
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
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

const NAMES: Partial<Record<keyof Facts, string>> = { route: 'http.route' };
/** In the format of `mfe` and of the metrics. */
const DIGITS = 12;

function attributesOf({ release, ...facts }: Facts): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(facts))
    if (value !== undefined && value !== '')
      attributes[NAMES[name as keyof Facts] ?? `voltframe.${name}`] = value;
  if (release !== undefined) attributes['voltframe.release'] = release.slice(0, DIGITS);
  return attributes;
}
