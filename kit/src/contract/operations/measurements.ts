/** The measurements of admission, by the id of each route; the first ones of very many. */
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
  /** Of the release that is live beside it, or was until now; absent when nothing is known of one. */
  before?: ReleaseMeasurement & { digest: string };
}

/** Ids that are in every document compress to a few bytes more or less. */
const LEAST_BYTES = 100;

/** @returns whether two sizes of a page differ by so little that it says nothing. */
export function bytesAlike(now: number, then: number): boolean {
  return Math.abs(now - then) < LEAST_BYTES;
}
