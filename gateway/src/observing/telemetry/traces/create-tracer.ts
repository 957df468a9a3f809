import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as Recorder,
  TraceFlags,
} from '@opentelemetry/api';
import { rawHeader } from '../../../serving/responses/raw-header.ts';
import { formatTraceparent, parseTraceparent, type Sampling, type TraceParent } from './sampling.ts';
import { type Facts, NOT_RECORDED, type Part, type Step, type Tracer } from './tracer.ts';

export interface TracerOptions {
  recorder: Recorder;
  samples: Sampling;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Where a request is: recorded, or with ids alone, for its lines in the log and for whom it calls. */
type At =
  | { recorded: true; root: Root; span: Span; context: Context }
  | { recorded: false; traceId: string; spanId: string };

/** A recorded request. */
interface Root {
  method: string;
  span: Span;
}

/** Parts of a request find it by what they run in; only here, as it costs each of them something. */
export function createTracer({ recorder, samples, close }: TracerOptions): Tracer {
  const running = new AsyncLocalStorage<At>();
  const roots = new WeakMap<IncomingMessage, Root>();
  const record = createRecording(recorder, running, roots);
  const describe = (facts: Facts, request?: IncomingMessage): void => {
    const at = request ? undefined : running.getStore();
    const root = request ? roots.get(request) : at?.recorded ? at.root : undefined;
    if (!root) return;
    root.span.setAttributes(attributesOf(facts));
    if (facts.route !== undefined) root.span.updateName(`${root.method} ${facts.route}`);
  };
  return {
    listener({ recorded, fast, rest }) {
      // What lies ready needs no ids: nobody is told of it.
      const others = fast((request, response) =>
        running.run(
          idsFor(parseTraceparent(rawHeader(request.rawHeaders, 'traceparent'))),
          rest,
          request,
          response,
        ),
      );
      return (request, response) => {
        const parent = parseTraceparent(rawHeader(request.rawHeaders, 'traceparent'));
        if (samples(parent)) record(parent, recorded, request, response);
        else others(request, response);
      };
    },
    part(name, facts, work) {
      const at = running.getStore();
      if (!at?.recorded) return work(NOT_RECORDED);
      const kind = facts.upstream === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT;
      const span = recorder.startSpan(name, { kind, attributes: attributesOf(facts) }, at.context);
      const context = trace.setSpan(at.context, span);
      return running.run({ ...at, span, context }, () => ended(span, work));
    },
    task(name, facts, work) {
      const task = recorder.startSpan(name, { attributes: attributesOf(facts) }, ROOT_CONTEXT);
      const context = trace.setSpan(ROOT_CONTEXT, task);
      const step: Step = (what, run) => ended(recorder.startSpan(what, {}, context), run);
      return running.exit(() => ended(task, (part) => work(step, part)));
    },
    describe,
    ids() {
      const ids = idsOf(running.getStore());
      return ids && { trace_id: ids.traceId, span_id: ids.spanId };
    },
    traceparent() {
      const at = running.getStore();
      return at && formatTraceparent(idsOf(at)!, at.recorded);
    },
    carry() {
      const at = running.getStore();
      return (work) => (at ? running.run(at, work) : work());
    },
    outside: (work) => running.exit(work),
    close,
  };
}

/** @returns records a request for as long as it takes. */
function createRecording(
  recorder: Recorder,
  running: AsyncLocalStorage<At>,
  roots: WeakMap<IncomingMessage, Root>,
) {
  return (
    parent: TraceParent | undefined,
    next: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const { method = '' } = request;
    const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } };
    const span = recorder.startSpan(method, options, contextOf(parent));
    const root = { method, span };
    response.setHeader('server-timing', `traceparent;desc="${formatTraceparent(span.spanContext(), true)}"`);
    response.once('close', () => endRequest(span, response));
    roots.set(request, root);
    const context = trace.setSpan(ROOT_CONTEXT, span);
    running.run({ recorded: true, root, span, context }, next, request, response);
  };
}

function contextOf(parent: TraceParent | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, parentId: spanId } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}

function idsFor(parent: TraceParent | undefined): At {
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  return { recorded: false, traceId, spanId: randomBytes(8).toString('hex') };
}

function idsOf(at: At | undefined): { traceId: string; spanId: string } | undefined {
  return at?.recorded ? at.span.spanContext() : at;
}

/** `closed` before it was answered: by the visitor. */
function endRequest(root: Span, { statusCode, writableFinished }: ServerResponse): void {
  root.setAttribute('http.response.status_code', statusCode);
  if (!writableFinished) root.setAttribute('error.type', 'closed');
  if (statusCode >= 500) root.setStatus({ code: SpanStatusCode.ERROR });
  root.end();
}

function ended<Result>(span: Span, work: (part: Part) => Result): Result {
  const part: Part = { describe: (facts) => void span.setAttributes(attributesOf(facts)) };
  const fail = (error: unknown): never => {
    const { code } = (error ?? {}) as { code?: unknown };
    // The code alone: a message may have an address in it.
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
    result = work(part);
  } catch (error) {
    return fail(error);
  }
  return result instanceof Promise ? (result.then(succeed, fail) as Result) : succeed(result);
}

const NAMES: Partial<Record<keyof Facts, string>> = { route: 'http.route' };
/** As `mfe` prints it, and metrics have it. */
const DIGITS = 12;

function attributesOf({ release, ...facts }: Facts): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(facts))
    if (value !== undefined && value !== '')
      attributes[NAMES[name as keyof Facts] ?? `voltframe.${name}`] = value;
  if (release !== undefined) attributes['voltframe.release'] = release.slice(0, DIGITS);
  return attributes;
}
