import { z } from 'zod';
import { headerList } from './header-list.ts';

/** Where traces go. */
export interface TraceSettings {
  /** Of the collector: OTLP over HTTP, JSON. */
  url: string;
  /** Sent along; secrets among them. */
  headers: Record<string, string>;
  service: string;
  /** Of the requests that are recorded, 0 to 1. */
  ratio: number;
}

/** The variables, each with its rule; every one may be absent. */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http address' }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http address' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList,
  OTEL_SERVICE_NAME: z.string().max(100).default('voltframe-gateway'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a share, 0 to 1: 0.01')
    .default('1')
    .transform(Number),
};

interface TraceValues {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** @returns undefined: there is no collector, so nothing is recorded. */
export function traceSettings(values: TraceValues): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values;
  const url = own ?? (all && tracesUrl(all));
  if (url === undefined) return undefined;
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    service: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** @param endpoint of a collector for everything; its traces have a place of their own below it. */
export function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}
