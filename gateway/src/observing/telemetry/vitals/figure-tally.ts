import type { FigureName } from '@voltframe/kit/contract/operations/figures';
import type { DeviceClass } from '@voltframe/kit/contract/reports/view-report';
import { toUnits } from './figure-units.ts';
import { type Histogram, merge, observe } from './histogram.ts';

/** Whose figures: of a route of a release; `''` of all that have no place of their own. */
export interface FigureSubject {
  app: string;
  release: string;
  /** Its id; '' = of the release as a whole. */
  route: string;
  /** '' = measured on the server. */
  device: DeviceClass | '';
}

/** What was measured of one subject. */
export interface FigureCounts extends FigureSubject {
  figures: Map<FigureName, Histogram>;
  /** Answers, and those that came from the cache. */
  answers: number;
  hits: number;
}

/** What was measured since it was written down the last time, in memory. */
export interface FigureTally {
  /** @returns whether it was taken: what nobody can have measured is not. */
  observe(subject: FigureSubject, name: FigureName, value: unknown): boolean;
  answered(subject: FigureSubject, answers: number, hits: number): void;
  /** What could not be written down after all. */
  giveBack(counts: FigureCounts[]): void;
  /** Everything; it is empty then. */
  drain(): FigureCounts[];
}

/** Of one app, with a place of their own; what comes after counts for the release as a whole. */
const MOST_SUBJECTS = 400;
/** Of one app: its live one, and those of pages that are still open. */
const MOST_RELEASES = 50;

export function createFigureTally(): FigureTally {
  /** Of each app: by release, route and device. */
  const apps = new Map<string, Map<string, FigureCounts>>();
  const find = (subject: FigureSubject): FigureCounts | undefined => {
    const { app, release } = subject;
    const known = getOrAdd(apps, app, () => new Map<string, FigureCounts>());
    const own = known.get(keyOf(subject));
    if (own) return own;
    const isWhole = subject.route === '' && subject.device === '';
    if (!isWhole && known.size >= MOST_SUBJECTS) return find({ app, release, route: '', device: '' });
    if (known.size >= MOST_SUBJECTS + MOST_RELEASES) return undefined;
    const counts = { ...subject, figures: new Map(), answers: 0, hits: 0 };
    known.set(keyOf(subject), counts);
    return counts;
  };
  const add = (subject: FigureSubject, answers: number, hits: number): FigureCounts | undefined => {
    const counts = find(subject);
    if (counts) [counts.answers, counts.hits] = [counts.answers + answers, counts.hits + hits];
    return counts;
  };
  return {
    observe(subject, name, value) {
      const units = toUnits(name, value);
      const counts = units === undefined ? undefined : find(subject);
      if (units === undefined || !counts) return false;
      observe(
        getOrAdd(counts.figures, name, (): Histogram => new Map()),
        units,
      );
      return true;
    },
    answered: (subject, answers, hits) => void add(subject, answers, hits),
    giveBack(all) {
      for (const { figures, answers, hits, app, release, route, device } of all)
        mergeFigures(add({ app, release, route, device }, answers, hits)?.figures ?? new Map(), figures);
    },
    drain() {
      const all = [...apps.values()].flatMap((subjects) => [...subjects.values()]);
      apps.clear();
      return all;
    },
  };
}

/** Adds histograms by name. */
export function mergeFigures(
  into: Map<FigureName, Histogram>,
  added: ReadonlyMap<FigureName, Histogram>,
): void {
  for (const [name, histogram] of added)
    merge(
      getOrAdd(into, name, () => new Map()),
      histogram,
    );
}

function keyOf({ release, route, device }: FigureSubject): string {
  return `${release} ${route} ${device}`;
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
