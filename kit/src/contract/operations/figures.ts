import type { VitalName, DeviceClass } from '../reports/view-report.ts';

/** The gateway's measurements, in milliseconds. Admission measures bytes: {@link RouteMeasurement}. */
export const SERVER_FIGURE_NAMES = ['render', 'upstream'] as const;
export type ServerFigureName = (typeof SERVER_FIGURE_NAMES)[number];
export type FigureName = VitalName | ServerFigureName;

/** One figure of one release. */
export interface Figure {
  name: FigureName;
  /** Three of four were at or below it. */
  p75: number;
  /** How many were measured. */
  count: number;
  /** The same of the app's release before it; absent when there is none, or too few were measured. */
  before?: { p75: number; count: number };
}

/** Figures of one route of a release; `route` absent: of all its routes together. */
export interface RouteFigures {
  route?: string;
  device?: DeviceClass;
  figures: Figure[];
  /** Answers from the cache, and all; absent for vitals by device. */
  cache?: { hits: number; answers: number };
}

/** Answer of `GET /-/figures/:app`. */
export interface AppFigures {
  app: string;
  release: string;
  /** Digest of the release that `before` is of. */
  before?: string;
  /** Since when, ms since the epoch. */
  since: number;
  routes: RouteFigures[];
  /** The measurements of admission for this release and the one before. */
  measured?: ReleaseMeasurement;
  measuredBefore?: ReleaseMeasurement;
}

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
