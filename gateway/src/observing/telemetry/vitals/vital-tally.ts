import type { AnyVitalName } from '@voltframe/kit/contract/operations/vitals';
import type { DeviceClass } from '@voltframe/kit/contract/reports/view-report';
import { type Histogram, merge, observe } from './histogram.ts';

/** The key of measurements: a route of a release; `''` for all routes without counts of their own. */
export interface VitalSubject {
  app: string;
  release: string;
  /** Its id; '' = of the release as a whole. */
  route: string;
  /** '' = measured on the server. */
  device: DeviceClass | '';
}

/** The measurements of one subject. */
export interface VitalCounts extends VitalSubject {
  figures: Map<AnyVitalName, Histogram>;
  /** Answers, and those that came from the cache. */
  answers: number;
  hits: number;
}

export type VitalTally = ReturnType<typeof createVitalTally>;

/** The routes of one app with counts of their own; further ones count for the release as a whole. */
const MOST_SUBJECTS = 400;
/** Of one app: its live one, and those of pages that are still open. */
const MOST_RELEASES = 50;

/** The measurements since the last write, in memory. */
export function createVitalTally() {
  /** Of each app: by release, route and device. */
  const apps = new Map<string, Map<string, VitalCounts>>();
  const find = (subject: VitalSubject): VitalCounts | undefined => {
    const { app, release } = subject;
    const known = getOrAdd(apps, app, () => new Map<string, VitalCounts>());
    const own = known.get(keyOf(subject));
    if (own) return own;
    const isWhole = subject.route === '' && subject.device === '';
    if (!isWhole && known.size >= MOST_SUBJECTS) return find({ app, release, route: '', device: '' });
    if (known.size >= MOST_SUBJECTS + MOST_RELEASES) return undefined;
    const counts = { ...subject, figures: new Map(), answers: 0, hits: 0 };
    known.set(keyOf(subject), counts);
    return counts;
  };
  const add = (subject: VitalSubject, answers: number, hits: number): VitalCounts | undefined => {
    const counts = find(subject);
    if (counts) [counts.answers, counts.hits] = [counts.answers + answers, counts.hits + hits];
    return counts;
  };
  return {
    /** @returns whether it was accepted: impossible values are not. */
    observe(subject: VitalSubject, name: AnyVitalName, value: unknown): boolean {
      const units = toUnits(name, value);
      const counts = units === undefined ? undefined : find(subject);
      if (units === undefined || !counts) return false;
      observe(
        getOrAdd(counts.figures, name, (): Histogram => new Map()),
        units,
      );
      return true;
    },
    answered: (subject: VitalSubject, answers: number, hits: number): void =>
      void add(subject, answers, hits),
    /** Adds entries that could not be stored. */
    giveBack(all: VitalCounts[]): void {
      for (const { figures, answers, hits, app, release, route, device } of all)
        mergeVitals(add({ app, release, route, device }, answers, hits)?.figures ?? new Map(), figures);
    },
    /** @returns all entries; the tally is empty then. */
    drain(): VitalCounts[] {
      const all = [...apps.values()].flatMap((subjects) => [...subjects.values()]);
      apps.clear();
      return all;
    },
  };
}

/** Adds histograms by name. */
export function mergeVitals(
  into: Map<AnyVitalName, Histogram>,
  added: ReadonlyMap<AnyVitalName, Histogram>,
): void {
  for (const [name, histogram] of added)
    merge(
      getOrAdd(into, name, () => new Map()),
      histogram,
    );
}

function keyOf({ release, route, device }: VitalSubject): string {
  return `${release} ${route} ${device}`;
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

interface Unit {
  /** Values below half of this count as zero. */
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

/** @returns the value in units of the histogram; undefined when it is none: of a stranger's word, anything may come. */
export function toUnits(name: AnyVitalName, value: unknown): number | undefined {
  const { size, most } = UNITS[name];
  const isMeasured = typeof value === 'number' && value >= 0 && value <= most;
  return isMeasured ? value / size : undefined;
}

/** The reverse, of 3 digits. */
export function fromUnits(name: AnyVitalName, units: number): number {
  return Number((units * UNITS[name].size).toPrecision(3));
}
