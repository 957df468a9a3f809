import type { AnyVitalName } from '@voltframe/kit/contract/operations/vitals';
import type { DeviceClass } from '@voltframe/kit/contract/reports/view-report';
import { createCounts, type Histogram, merge, observe } from '../../../platform/counts.ts';

/** The key of measurements: a route of a release; `''` for all routes without counts of their own. */
export interface VitalSubject {
  app: string;
  release: string;
  /** Its id; '' = of the release as a whole. */
  route: string;
  /** '' = measured on the server. */
  device: DeviceClass | '';
}

/** Counts of responses and measurements. */
export interface VitalSums {
  figures: Map<AnyVitalName, Histogram>;
  /** Responses, and those that came from the cache. */
  answers: number;
  hits: number;
}

/** The counts of one subject. */
export interface VitalCounts extends VitalSubject, VitalSums {}

/** The routes of one app with counts of their own; further ones count for the release as a whole. */
const MOST_SUBJECTS = 400;
/** Releases of one app: the live one, and those of pages that are still open. */
const MOST_RELEASES = 50;

/** The counts since the last write, in memory. */
export function createVitalTally() {
  const counts = createCounts<VitalCounts>();
  const cellAt = (subject: VitalSubject, most: number) =>
    counts.cell(subject.app, keyOf(subject), most, () => ({ ...subject, ...noVitals() }));
  const cellOf = (subject: VitalSubject): VitalCounts | undefined =>
    cellAt(subject, MOST_SUBJECTS) ?? cellAt(wholeOf(subject), MOST_SUBJECTS + MOST_RELEASES);
  return {
    /** Impossible values are not counted. */
    observe(subject: VitalSubject, name: AnyVitalName, value: number): void {
      const units = toUnits(name, value);
      if (units === undefined) return;
      const cell = cellOf(subject);
      if (cell) observe(histogramOf(cell.figures, name), units);
    },
    answered(subject: VitalSubject, answers: number, hits: number): void {
      const cell = cellOf(subject);
      if (!cell) return;
      cell.answers += answers;
      cell.hits += hits;
    },
    /** @returns all entries; the tally is empty then. */
    drain: counts.take,
  };
}

export function noVitals(): VitalSums {
  return { figures: new Map(), answers: 0, hits: 0 };
}

export function addVitals(into: VitalSums, { figures, answers, hits }: VitalSums): void {
  into.answers += answers;
  into.hits += hits;
  for (const [name, histogram] of figures) merge(histogramOf(into.figures, name), histogram);
}

/** @returns the release of a subject, without route and device. */
export function wholeOf<Subject extends VitalSubject>(subject: Subject): Subject {
  return { ...subject, route: '', device: '' };
}

export function keyOf({
  release,
  route,
  device,
}: Pick<VitalSubject, 'release' | 'route'> & { device: string }): string {
  return `${release} ${route} ${device}`;
}

function histogramOf(figures: VitalSums['figures'], name: AnyVitalName): Histogram {
  let histogram = figures.get(name);
  if (!histogram) figures.set(name, (histogram = new Map()));
  return histogram;
}

interface Unit {
  /** Smallest value other than zero; values below half of it count as zero. */
  size: number;
  /** The largest plausible value; larger ones are refused. */
  most: number;
}

const MILLISECONDS: Unit = { size: 1, most: 10 * 60_000 };

const UNITS: Record<AnyVitalName, Unit> = {
  lcp: MILLISECONDS,
  cls: { size: 0.001, most: 100 },
  inp: MILLISECONDS,
  ttfb: MILLISECONDS,
  hydration: MILLISECONDS,
  navigation: MILLISECONDS,
  render: MILLISECONDS,
  upstream: MILLISECONDS,
};

/** @param value untrusted. @returns it in units of the histogram; undefined for an impossible value. */
function toUnits(name: AnyVitalName, value: number): number | undefined {
  const { size, most } = UNITS[name];
  return value >= 0 && value <= most ? value / size : undefined;
}

/** The reverse, of 3 digits. */
export function fromUnits(name: AnyVitalName, units: number): number {
  return Number((units * UNITS[name].size).toPrecision(3));
}
