import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { createTracer, type TracerOptions } from './create-tracer.ts';
import type { Tracer } from './tracer.ts';
import { createTimeWindow } from '../../platform/runtime/time-window.ts';
import type { Config } from '../../platform/settings/config.ts';

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
  const tracer = createTracer({
    recorder: provider.getTracer('voltframe-gateway'),
    samples: createSampling({ ratio: settings.ratio, ...options }),
    close: async () =>
      void (await Promise.race([provider.shutdown().catch(() => {}), options.wait(CLOSE_MS)])),
  });
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
export function createSampling({ ratio, random, now }: SamplingOptions): TracerOptions['samples'] {
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
