import type { VitalName, DeviceClass } from '../reports/view-report.ts';
import type { ReleaseMeasurement } from './measurements.ts';

/** The gateway's measurements, in milliseconds. Admission measures bytes: {@link ReleaseMeasurement}. */
export const SERVER_VITAL_NAMES = ['render', 'upstream'] as const;
export type ServerVitalName = (typeof SERVER_VITAL_NAMES)[number];
export type AnyVitalName = VitalName | ServerVitalName;

/** One vital of one release. */
export interface VitalSummary {
  name: AnyVitalName;
  /** Three of four were at or below it. */
  p75: number;
  /** How many were measured. */
  count: number;
  /** The same of the app's release before it; absent when there is none, or too few were measured. */
  before?: { p75: number; count: number };
}

/** Vitals of one route of a release; `route` absent: of all its routes together. */
export interface RouteVitals {
  route?: string;
  device?: DeviceClass;
  figures: VitalSummary[];
  /** Answers from the cache, and all; absent for vitals by device. */
  cache?: { hits: number; answers: number };
}

/** Answer of `GET /-/figures/:app`. */
export interface AppVitals {
  app: string;
  release: string;
  /** Digest of the release that `before` is of. */
  before?: string;
  /** Since when, ms since the epoch. */
  since: number;
  routes: RouteVitals[];
  /** The measurements of admission for this release and the one before. */
  measured?: ReleaseMeasurement;
  measuredBefore?: ReleaseMeasurement;
}
