/** The measurements of admission by route id, for a limited number of routes. */
export interface ReleaseMeasurement {
  routes: Record<string, RouteMeasurement>;
}

export interface RouteMeasurement {
  /** Bytes as sent (brotli), of the largest page that was tried. */
  html: number;
  /** The bytes that the route adds to those of the shell, as its budget counts them. */
  js: number;
  css: number;
  /** Bytes of pictures that are asked for with the document, widest version; 0 when there are none. */
  images: number;
  /** The bytes that a browser loads until the page works, with the document. */
  requests: number;
}

/** The changes of a release. */
export interface MeasuredRelease {
  app: string;
  digest: string;
  measured: ReleaseMeasurement;
  /** Measurements of the live release; absent without a live release, or without measurements of it. */
  before?: ReleaseMeasurement & { digest: string };
}

/** Ids that are in every document compress to a few bytes more or less. */
const LEAST_BYTES = 100;

/** @returns whether the difference of two sizes of a page is too small to be meaningful. */
export function bytesAlike(now: number, then: number): boolean {
  return Math.abs(now - then) < LEAST_BYTES;
}
