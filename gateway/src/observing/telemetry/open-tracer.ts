import { context, ROOT_CONTEXT } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Config } from '../../platform/settings/config.ts';
import { createTracer } from './request-spans.ts';
import { createSampler, type SamplingOptions } from './trace-sampler.ts';
import type { Tracer } from './tracer.ts';

export interface OpenTracer extends Tracer {
  /** Sends the spans that are left, for two seconds at most. */
  close(): Promise<void>;
}

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
export function openTracer(settings: NonNullable<Config['traces']>, options: OpenTracerOptions): OpenTracer {
  const { random, now, wait, onFailing } = options;
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
        exporter: tellingOnce(exporter, (reason) => context.with(ROOT_CONTEXT, onFailing, undefined, reason)),
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: MAX_BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  const sampler = createSampler({ ratio: settings.ratio, random, now });
  return {
    ...createTracer(provider.getTracer('voltframe-gateway'), sampler),
    close: async () => void (await Promise.race([provider.shutdown().catch(() => {}), wait(CLOSE_MS)])),
  };
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
