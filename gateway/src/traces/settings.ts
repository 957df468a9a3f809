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

/** @param endpoint of a collector for everything; its traces have a place of their own below it. */
export function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`;
}
