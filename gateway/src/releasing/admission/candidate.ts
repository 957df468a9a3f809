import type { MeasuredRelease } from '@voltframe/kit/contract/operations/measurements';
import type { Finding, Warning } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';

/** One release of every app, by app. */
export type Releases = Readonly<Record<string, Release>>;

/** A composition that may become live, as the checks that run it are given it. */
export interface Candidate {
  served: ServedComposition;
  /** The apps whose release is new: only these are accused of a defect between two apps. */
  changed: ReadonlySet<string>;
  /** What visitors are shown now; undefined before the first activation. */
  live: ServedComposition | undefined;
  /** Of the deadline of the admission: once it is aborted, no further work begins. */
  signal: AbortSignal;
}

/** A check that runs the candidate. @returns its defects; none: it passed. */
export type Check = (candidate: Candidate) => Promise<Finding[]>;

/** What admission says of releases. */
export interface Checked {
  findings: Finding[];
  /** What the owners have to mend although it passed. */
  warnings: Warning[];
  /** Of the new releases; absent where there are no budgets. */
  measured?: MeasuredRelease[] | undefined;
}

/**
 * Pages of each route that are rendered before a release goes live; the others are rendered in the background
 * afterwards.
 */
export const PAGES_PER_ROUTE = 50;
