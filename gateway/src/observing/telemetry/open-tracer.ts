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
  TraceFlags,
  type Tracer as Recorder,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { createTimeWindow } from '../../platform/runtime/time-window.ts';
import type { Config } from '../../platform/settings/config.ts';
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

export interface OpenTracerOptions extends Omit<SamplingOptions, 'ratio'> {
  /** Resolves after this time in ms, without keeping the process alive. */
  wait(ms: number): Promise<unknown>;
  /** The collector refuses spans: logged once, until it accepts them again. @param reason without a header. */
  onFailing(reason: string): void;
}

/** Most spans that wait to be sent; further spans are lost. A span has about 1 kB. */
const MAX_WAITING = 2_048;
const MAX_BATCH = 256;
const SEND_EVERY_MS = 5_000;
/** Most concurrent batches, also at the end and to a collector that hangs; and the time limit of each. */
const MAX_SENDING = MAX_WAITING / MAX_BATCH + 1;
const SEND_TIMEOUT_MS = 10_000;
const CLOSE_MS = 2_000;

/** Imported only when a collector is configured, because it adds a tenth of a second to the start. */
export function openTracer(settings: NonNullable<Config['traces']>, options: OpenTracerOptions): Tracer {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: SEND_TIMEOUT_MS,
    concurrencyLimit: MAX_SENDING,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.service }),
    spanLimits: {
      attributeValueLengthLimit: 200,
      attributeCountLimit: 20,
      eventCountLimit: 0,
      linkCountLimit: 0,
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellingOnce(exporter, (reason) => tracer.outside(() => options.onFailing(reason))),
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  const tracer: Tracer = {
    ...createTracer(
      provider.getTracer('voltframe-gateway'),
      createSampling({ ratio: settings.ratio, ...options }),
    ),
    close: async () =>
      void (await Promise.race([provider.shutdown().catch(() => {}), options.wait(CLOSE_MS)])),
  };
  return tracer;
}

/** An outage of the collector is logged once. */
function tellingOnce(exporter: SpanExporter, onFailing: (reason: string) => void): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && !failing) onFailing(result.error.message.slice(0, 200));
        failing = result.error !== undefined;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

interface SamplingOptions {
  /** Of the requests, 0 to 1. */
  ratio: number;
  /** 0 to 1, as Math.random. */
  random: () => number;
  /** ms */
  now: () => number;
}

/**
 * The recorded requests per second: recording costs time and memory, so it does not grow with the number of visitors.
 */
const MOST = 20;
/** Of those, the requests whose caller asks for it. */
const MOST_WANTED = 5;
const SECOND_MS = 1_000;

/**
 * Decides by chance, never by the trace's id: callers choose that. That a caller records is believed five times a
 * second; from then on chance decides for it as for everybody, so that nobody has all requests recorded. That a caller
 * does not is believed.
 */
export function createSampling({ ratio, random, now }: SamplingOptions): Samples {
  const all = createTimeWindow(SECOND_MS, now);
  const wanted = createTimeWindow(SECOND_MS, now);
  return (parent) => {
    if (parent && !parent.sampled) return false;
    const believed = parent !== undefined && wanted.count() < MOST_WANTED;
    if (!believed && random() >= ratio) return false;
    if (all.count() >= MOST) return false;
    all.add();
    if (believed) wanted.add();
    return true;
  };
}

/** A recorded request. */
interface Root {
  method: string;
  span: Span;
}

/** The recorded request of a context. */
const ROOT = createContextKey('recorded request');

/** @returns whether a request is recorded. @param parent the trace that its caller names. */
type Samples = (parent: TraceParent | undefined) => boolean;

/** The context manager of the OpenTelemetry API has to be set: `openTracer` does. */
export function createTracer(recorder: Recorder, samples: Samples): Omit<Tracer, 'close'> {
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
